/** One exchange through the gateway for each class of treatment, and whether both ends saw what they should. */
import { isDeepStrictEqual } from 'node:util';
import { call, type Answered } from '../support/call.ts';
import { replacement } from '../support/word-policies.ts';
import type { Place } from './specimens.ts';
import { writeAnswer, writeRequest } from './specimens.ts';
import type { SpecimenUpstream } from './specimen-upstream.ts';
import type { Surface } from './surfaces.ts';

export const classes = ['unchanged', 'redacted', 'blocked', 'refused', 'listed'] as const;
export type Class = (typeof classes)[number];

export const sides = ['request', 'answer'] as const;
export type Side = (typeof sides)[number];

/** `by design`: the gateway blocks what it cannot rewrite, and tells as an error what has no shape as an answer. */
export type Verdict = 'passed' | 'by design' | 'missing';

export type House = {
  readonly url: string;
  readonly key: string;
  readonly upstream: SpecimenUpstream;
};

/** The words that the policies of the run know, one for each class; any other is nobody's business. */
export const words: Readonly<Record<Class, string>> = {
  unchanged: 'plaincanary',
  redacted: 'hidecanary',
  blocked: 'stopcanary',
  refused: 'softcanary',
  listed: 'plaincanary',
};

type Seen = {
  readonly sent: string;
  readonly arrived: string | undefined;
  readonly laid: string;
  readonly answered: Answered;
};

export async function tryClass(
  house: House,
  surface: Surface,
  side: Side,
  place: Place,
  wanted: Class,
): Promise<Verdict> {
  const word = words[wanted];
  const inRequest = side === 'request';
  const sent = inRequest ? writeRequest(surface, place.path, word) : writeRequest(surface);
  const laid = inRequest ? writeAnswer(surface) : writeAnswer(surface, place.path, word);
  const trace = house.upstream.lay(laid);
  const answered = await call(`${house.url}${surface.path}`, {
    method: surface.method,
    key: house.key,
    headers: { ...surface.headers, ...trace },
    ...(surface.method === 'POST' && { body: sent }),
  });
  const seen = { sent, arrived: house.upstream.take(trace), laid: laid.body, answered };
  return (inRequest ? judgeRequest : judgeAnswer)(wanted, word, place, surface, seen);
}

type Judge = (wanted: Class, word: string, place: Place, surface: Surface, seen: Seen) => Verdict;

const passedIf = (holds: boolean): Verdict => (holds ? 'passed' : 'missing');

const judgeRequest: Judge = (wanted, word, { fixed }, surface, { sent, arrived, answered }) => {
  const partial = answered.headers.get('x-governance-coverage') === 'partial';
  if (wanted === 'unchanged') return passedIf(answered.status === 200 && arrived === sent);
  if (wanted === 'listed') return passedIf(partial && arrived === sent);
  if (wanted === 'redacted' && arrived !== undefined)
    return passedIf(!fixed && isTakenOut(surface, sent, arrived, word));
  if (arrived !== undefined || repeats(answered, word)) return 'missing';
  if (wanted === 'redacted') return fixed && isBlocked(answered) ? 'by design' : 'missing';
  return wanted === 'blocked' ? passedIf(isBlocked(answered)) : judgeRefusal(surface, answered);
};

const judgeAnswer: Judge = (wanted, word, { fixed }, surface, { laid, answered }) => {
  const same = answered.status === 200 && isSame(surface, laid, answered.text);
  if (wanted === 'unchanged') return passedIf(same);
  if (wanted === 'listed')
    return passedIf(same && answered.headers.get('x-governance-coverage') === 'partial');
  if (answered.text.includes(word)) return 'missing';
  const stopped = isBlocked(answered) || isEndedByBlock(answered);
  if (wanted === 'blocked') return passedIf(stopped);
  if (wanted === 'refused') return judgeRefusal(surface, answered);
  if (answered.status === 200 && !stopped) return passedIf(!fixed);
  return fixed && stopped ? 'by design' : 'missing';
};

/** The very text but for the word; probabilities of tokens spell it again, so they go as a whole. */
function isTakenOut({ dialect }: Surface, sent: string, arrived: string, word: string): boolean {
  if (arrived === sent.replaceAll(word, replacement)) return true;
  const gone = dialect.drop(JSON.parse(sent), new Set([0])).length > 0;
  return gone && !arrived.includes(word);
}

/** An answer in the model's own shape names the model that was asked for, as the caller did. */
function repeats({ text }: Answered, word: string): boolean {
  return text.replaceAll(`"model":"${word}"`, '').includes(word);
}

function isBlocked({ status, text, headers }: Answered): boolean {
  const told = text.includes('Blocked by policy') && headers.get('x-should-retry') === 'false';
  return status === 400 && told && headers.get('x-governance-decision') === 'block';
}

/** A live stream has its status already: it ends in words. */
function isEndedByBlock({ status, text }: Answered): boolean {
  return status === 200 && text.includes('Blocked by policy');
}

function judgeRefusal(surface: Surface, answered: Answered): Verdict {
  if (isEndedByBlock(answered)) return 'passed';
  const { dialect, kind } = surface;
  const shaped =
    kind === 'plain' ? dialect.writeRefusal !== undefined : dialect.stream !== undefined;
  return !shaped && isBlocked(answered) ? 'by design' : 'missing';
}

/** The gateway adds its own model to the end of a list; nothing else is added to any answer. */
function isSame({ dialect }: Surface, laid: string, text: string): boolean {
  if (dialect.amend === undefined) return text === laid;
  const given = JSON.parse(laid) as Readonly<Record<string, unknown>>;
  const got = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return Object.entries(given).every(([name, value]) => {
    const found = got[name];
    const own = Array.isArray(value) && Array.isArray(found) ? found.slice(0, value.length) : found;
    return isDeepStrictEqual(own, value);
  });
}
