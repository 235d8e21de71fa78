/** Reads JSON of no fixed form: every string is a part, and all names and numbers that may say something are one fixed part. */
import type { PartKind } from '../../governance/interaction.ts';
import type { Sink } from './sink.ts';
import { listTokens, listUnread } from './unread.ts';

type FreeOptions = {
  readonly mapped: boolean;
  /** Names and values that the language of the JSON itself knows. */
  readonly words?: ReadonlySet<string>;
  /** Names under which numbers are counts and measures, which have fewer digits than a card; true: wherever they stand. */
  readonly figures?: ReadonlySet<string> | true;
};

/** JSON Schema's own words: judging them over and over would only cost time. */
export const schemaWords: ReadonlySet<string> = new Set(
  (
    'type properties items required enum const description title default examples format pattern ' +
    'additionalProperties anyOf allOf oneOf not $ref $defs definitions minimum maximum minLength ' +
    'maxLength minItems maxItems uniqueItems nullable strict string number integer boolean object ' +
    'array null'
  ).split(' '),
);

/** Seven digits or more can be a card, a phone, an account. */
const longNumber = 1_000_000;

/** Nanoseconds of hours, bytes of the largest models: all below it. */
const longMeasure = 10_000_000_000_000;

export function readFree(value: unknown, sink: Sink, kind: PartKind, options: FreeOptions): void {
  if (value === null || value === undefined || typeof value === 'boolean') return;
  // Most numbers are short, and there are many of them.
  if (typeof value === 'number' && Math.abs(value) < longNumber) return;
  if (typeof value === 'string') {
    readText(value, sink, kind, options);
    return;
  }
  const asides: string[] = [];
  readInto(asides, value, sink, { kind, options, counts: options.figures === true });
  const { mapped } = options;
  if (asides.length > 0)
    sink.text(kind, asides.join('\n'), { fixed: true, mapped, name: true, aside: true });
}

type Within = {
  readonly kind: PartKind;
  readonly options: FreeOptions;
  /** True: what stands here is a count or a measure of the format. */
  readonly counts: boolean;
};

function isCount({ figures }: FreeOptions, name: string): boolean {
  return figures === true || figures?.has(name) === true;
}

function readInto(asides: string[], value: unknown, sink: Sink, within: Within): void {
  const { kind, options, counts } = within;
  if (typeof value === 'string') readText(value, sink, kind, options);
  else if (typeof value === 'number') {
    if (isLong(value, counts)) readLong(asides, value, sink, within);
  } else if (Array.isArray(value)) {
    if (!options.mapped) listTokens(value, sink);
    if (said.has(kind)) readShort(asides, value, sink);
    for (let index = 0; index < value.length; index += 1) {
      sink.enter(index);
      readInto(asides, value[index], sink, within);
      sink.leave();
    }
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      const counted = isCount(options, name);
      const isShort = typeof member === 'number' && !isLong(member, counted);
      if (typeof member === 'number' && said.has(kind) === isShort) {
        asides.push(`${name}: ${member}`);
        continue;
      }
      if (options.words?.has(name) !== true) asides.push(name);
      sink.enter(name);
      readInto(asides, member, sink, counted === counts ? within : { ...within, counts: counted });
      sink.leave();
    }
}

/** A card or an account, which can be taken out of what is said to tools and by them: what is left of it is a text. */
function readLong(asides: string[], value: number, sink: Sink, { kind, options }: Within): void {
  const text = String(value);
  if (!said.has(kind)) asides.push(text);
  else sink.text(kind, text, { mapped: options.mapped, named: true, name: true, aside: true });
}

/** The short numbers of a list by the name that it stands under. */
function readShort(asides: string[], value: readonly unknown[], sink: Sink): void {
  const short = value.filter((each) => Number.isInteger(each) && !isLong(Number(each), false));
  const name = sink.steps.findLast((step) => typeof step === 'string') ?? '';
  if (short.length > 0) asides.push(`${name}: ${short.join(', ')}`);
}

/** What is said to tools and by them: there a short number is a PIN as well as a count, and its name tells. */
const said: ReadonlySet<PartKind> = new Set<PartKind>(['tool_call', 'tool_result']);

function isLong(value: number, counts: boolean): boolean {
  return Math.abs(value) >= (counts ? longMeasure : longNumber);
}

/** What a kind of part is called, which says nothing that the text before it would go on with. */
const kindName = /^[\w.-]{1,64}$/;

function readText(value: string, sink: Sink, kind: PartKind, options: FreeOptions): void {
  if (options.words?.has(value) === true) return;
  if (!options.mapped && listUnread(value, sink)) return;
  const aside = !options.mapped && sink.steps.at(-1) === 'type' && kindName.test(value);
  sink.text(kind, value, { mapped: options.mapped, named: options.words === undefined, aside });
}
