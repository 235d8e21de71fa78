/** What would stand right where a value of the wrong kind stands, made of that value wherever it can be. */
import { actions } from '../decision.ts';
import { partKinds, type Step, stages, unjudgedKinds } from '../interaction.ts';
import { operators } from './schema.ts';

/** The kind that belongs at a path, as it is told to people. */
export type Kind = 'mapping' | 'list' | 'text' | 'number' | 'whole' | 'truth';

/** `stages: [request]`, or the value alone for an item of a list. */
export function writeRightForm(path: readonly Step[], given: unknown, kind: Kind): string {
  const own = writeValue(path, given, kind);
  const fits = own !== undefined && own.length <= formCharactersMax && !/[\p{C}`]/u.test(own);
  const value = fits ? own : sampleOf(path, kind);
  const key = path.at(-1);
  return typeof key === 'string' ? `${writeText(shown(key))}: ${value}` : value;
}

const formCharactersMax = 80;

function writeValue(path: readonly Step[], given: unknown, kind: Kind): string | undefined {
  switch (kind) {
    case 'list':
      return writeList(path, given);
    case 'mapping':
      return writeMapping(path, given);
    case 'text':
      return quoteWhole(given);
    case 'truth':
      return findTruth(given);
    case 'number':
    case 'whole':
      return writeNumber(given, kind);
  }
}

/** A single item, several with commas between them, or the keys of a mapping. */
function writeList(path: readonly Step[], given: unknown): string | undefined {
  const name = nameOf(path);
  if (ofMappings.test(name)) return undefined;
  const items =
    typeof given === 'object' && given !== null
      ? Object.keys(given)
      : typeof given === 'string'
        ? given.split(',').map((item) => item.trim())
        : [given];
  const words = closedLists.get(name);
  if (words !== undefined && !items.every((item) => words.some((word) => word === item)))
    return undefined;
  return writeItems(items);
}

const ofMappings = /^(?:spec\.rules|tests|exemptions|messages|outside\.\*)$/;
// Tables that are asked for an author's own names know nothing of `constructor`.
const closedLists = new Map<string, readonly string[]>([
  ['stages', stages],
  ['parts', partKinds],
  ['unjudged', unjudgedKinds],
]);

/** Where one key of the mapping is what was meant, it is named. */
function writeMapping(path: readonly Step[], given: unknown): string | undefined {
  const name = nameOf(path);
  const listed = Array.isArray(given) ? writeItems(given) : undefined;
  const text = isText(given) ? writeText(given) : undefined;
  switch (name) {
    case 'detect': {
      const [first] = Array.isArray(given) ? (given as readonly unknown[]) : [given];
      return isText(first) ? `{ ${writeText(first)}: { confidence: 0.7 } }` : undefined;
    }
    case 'detect.*': {
      const confidence = writeNumber(given, 'number');
      return confidence !== undefined && Number(confidence) <= 1
        ? `{ confidence: ${confidence} }`
        : undefined;
    }
    case 'match.*':
      if (listed !== undefined) return `{ in: ${listed} }`;
      return text && `{ eq: ${text} }`;
    case 'patterns.*':
      if (listed !== undefined) return `{ keywords: ${listed} }`;
      return isText(given) ? `{ regex: ${quote(given)} }` : undefined;
    case 'given':
      return text && `{ text: ${text} }`;
    case 'expect':
      return actions.some((action) => action === given)
        ? `{ action: ${String(given)} }`
        : undefined;
    case 'redact':
      return operators.some((operator) => operator === given)
        ? `{ operator: ${String(given)} }`
        : undefined;
    default:
      return undefined;
  }
}

/** What is a list, or a mapping of one entry, for want of quotes. */
function quoteWhole(given: unknown): string | undefined {
  if (Array.isArray(given))
    return given.length > 0 && given.every(isText) ? quote(given.join(', ')) : undefined;
  const [entry, ...others] = Object.entries(given ?? {});
  if (entry === undefined || others.length > 0) return undefined;
  const [key, value] = entry as readonly [string, unknown];
  return isText(value) ? quote(`${key}: ${value}`) : undefined;
}

function findTruth(given: unknown): string | undefined {
  // The text of an object would be its author's to break.
  const isPlain = typeof given === 'string' || typeof given === 'number' || given === true;
  if (!isPlain) return undefined;
  const word = String(given).toLowerCase();
  if (/^(?:true|yes|y|on|1)$/.test(word)) return 'true';
  return /^(?:false|no|n|off|0)$/.test(word) ? 'false' : undefined;
}

function writeNumber(given: unknown, kind: 'number' | 'whole'): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  const [, digits, percent] = /^(\d+(?:\.\d+)?) ?(%?)$/.exec(String(given).trim()) ?? [];
  if (kind === 'whole') return percent === '' ? String(Math.round(Number(digits))) : undefined;
  return digits && String(Number(digits) / (percent === '%' ? 100 : 1));
}

/** By the name of the key where there is one, else by the kind. */
function sampleOf(path: readonly Step[], kind: Kind): string {
  const name = nameOf(path);
  const known = samples[kind];
  return (Object.hasOwn(known, name) ? known[name] : known['*']) ?? '';
}

const oneRule = `{ id: name, when: 'hit("name")', action: flag }`;
const oneTest = '{ name: it passes, given: { text: hello }, expect: { action: allow } }';
const oneExemption =
  '{ match: { key.team: { eq: research } }, owner: ann, reason: a trial, expires: 2027-06-30 }';

const samples: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  list: {
    'spec.rules': `[${oneRule}]`,
    tests: `[${oneTest}]`,
    exemptions: `[${oneExemption}]`,
    messages: '[{ user: hello }]',
    'outside.*': '[{ category: tone/rude, confidence: 0.9 }]',
    stages: '[request, response]',
    parts: '[user, assistant]',
    unjudged: '[image, file]',
    categories: '[pii/card, pii/iban]',
    '*': '[one, another]',
  },
  mapping: {
    metadata: '{ id: name, title: a title, owner: ann, severity: high, status: test }',
    spec: `{ mode: shadow, onError: flag, rules: [${oneRule}] }`,
    match: '{ key.team: { eq: research } }',
    'match.*': '{ eq: research }',
    limits: '{ charactersMax: 100000 }',
    patterns: '{ name: { keywords: [one, another] } }',
    'patterns.*': '{ keywords: [one, another] }',
    detect: '{ pii/card: { confidence: 0.7 } }',
    'detect.*': '{ confidence: 0.7 }',
    variables: `{ name: 'model == "ours"' }`,
    redact: '{ operator: mask }',
    'rules[]': oneRule,
    'tests[]': oneTest,
    'exemptions[]': oneExemption,
    'messages[]': '{ user: hello }',
    'outside.*[]': '{ category: tone/rude, confidence: 0.9 }',
    given: '{ text: hello }',
    expect: '{ action: allow }',
    tool: '{ name: pay, args: { amount: 20 } }',
    args: '{ amount: 20 }',
    key: '{ team: research, tags: [batch] }',
    outside: '{ tone: failed }',
    '*': '{ key: value }',
  },
  text: {
    when: `'hit("name")'`,
    expires: '2027-06-30',
    at: '2027-01-31T12:00:00Z',
    '*': 'a text',
  },
  number: { '*': '0.8' },
  whole: { charactersMax: '100000', partsMax: '1000', findingsMax: '1000', '*': '4' },
  truth: { '*': 'true' },
};

/** The key, with that around it where the key itself is whatever its author called it, or has two meanings. */
function nameOf(path: readonly Step[]): string {
  const [key, parent] = [path.at(-1), path.at(-2)];
  if (typeof key === 'number') return `${nameOf(path.slice(0, -1))}[]`.replace(/^spec\./, '');
  if (parent === 'spec' && key === 'rules') return 'spec.rules';
  if (/^(?:detect|match|patterns|outside)$/.test(String(parent))) return `${String(parent)}.*`;
  return key ?? '*';
}

/** How a place is named in a fault: `stages`, or `keywords[1]` for an item. */
export function nameValue(path: readonly Step[]): string {
  const at = path.findLastIndex((step) => typeof step === 'string');
  const items = path.slice(at + 1).map((step) => `[${String(step)}]`);
  return `\`${shown(String(path[at] ?? 'the file'))}${items.join('')}\``;
}

const nameCharactersMax = 60;
const shown = (key: string): string =>
  key.length > nameCharactersMax ? `${key.slice(0, nameCharactersMax)}…` : key;

/** A number may have been written in another way (`007`), which is no longer known. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

function writeItems(items: readonly unknown[]): string | undefined {
  return items.length > 0 && items.every(isText)
    ? `[${items.map((item) => writeText(item)).join(', ')}]`
    : undefined;
}

/** A text in YAML, in quotes where it would be read as anything else. */
function writeText(text: string): string {
  const plain = /^[A-Za-z_][\w./*-]*(?: [\w./*-]+)*$/.test(text);
  return plain && !/^(?:true|false|null)$/i.test(text) ? text : quote(text);
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
