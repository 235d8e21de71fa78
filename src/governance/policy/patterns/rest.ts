/** What has to follow the head of a pattern: most beginnings that a text holds are never finished. */
import { RE2JS } from 're2js';
import { endOfAtom } from './head.ts';

export type Rest = {
  /** The rest as far as it tells whether there is a match, behind the one code unit that it is shown of the head. */
  readonly regex: RE2JS;
  /** It is shown so many code units from where the head ends. */
  readonly reach: number;
  readonly repeat: Repeat | undefined;
};

/** A rest that is one class and how often it may stand there, as in most patterns of secrets: its end can be counted. */
type Repeat = { readonly has: Uint8Array; readonly most: number };

/** What a pattern asks of a character beside its match. */
const context = 2;
const asciiCount = 128;

/**
 * `until`: the rest up to where it tells whether there is a match, and the longest that it can match there. A condition at
 * its beginning may ask what stands before it, so the last of the head is shown as well.
 */
export function readRest(
  flags: string,
  rest: string,
  until: { readonly source: string; readonly lengthMax: number },
): Rest | undefined {
  if (!Number.isFinite(until.lengthMax)) return undefined;
  return {
    regex: RE2JS.compile(`${flags}\\A(?s:.)(?:${until.source})`),
    reach: until.lengthMax + context,
    repeat: readRepeat(flags, rest),
  };
}

function readRepeat(flags: string, rest: string): Repeat | undefined {
  const repeat = /\{(\d+)(?:,(\d+))?\}$/.exec(rest);
  if (repeat === null || endOfAtom(rest, 0) !== repeat.index || flags.includes('U'))
    return undefined;
  const atom = RE2JS.compile(`${flags}\\A(?:${rest.slice(0, repeat.index)})\\z`);
  const has = Uint8Array.from({ length: asciiCount }, (_, unit) =>
    Number(atom.test(String.fromCharCode(unit))),
  );
  return { has, most: Number(repeat[2] ?? repeat[1]) };
}

/** Whether the rest may follow a head that ends here. */
export function follows({ regex, reach }: Rest, text: string, end: number): boolean {
  return regex.test(text.slice(end - 1, end + reach));
}

/** Where a repeat that begins here ends; undefined where that takes knowing more than ASCII. */
export function endOfRepeat({ has, most }: Repeat, text: string, from: number): number | undefined {
  const stop = Math.min(text.length, from + most);
  for (let at = from; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= asciiCount) return undefined;
    if (has[unit] === 0) return at;
  }
  return stop;
}
