/** The load that most rows share: chat completions of one size against a subject. */
import { type Load, runLoad } from './load.ts';
import { key } from './scene.ts';
import { writeCompletion } from './texts.ts';

const patternCount = 64;
const [ticketMin, tickets] = [100_000, 900_000];
const ticketMark = `Ticket ${ticketMin}`;

export type CompletionLoad = Pick<Load, 'url' | 'connections' | 'requests' | 'paceMs'> & {
  readonly bytes: number;
  /** Messages before the last one, which come again with each request of a conversation; without it none. */
  readonly turns?: number;
  readonly headers?: Load['headers'];
};

type Pattern = { readonly body: Buffer; readonly ticketAt: number };

const patternsByShape = new Map<string, readonly Pattern[]>();
let sent = 0;

function patternsOf(bytes: number, turns: number): readonly Pattern[] {
  const shape = `${bytes}/${turns}`;
  const known = patternsByShape.get(shape);
  if (known !== undefined) return known;
  const patterns = Array.from({ length: patternCount }, (_, seed) => {
    const body = writeCompletion({ bytes, turns, seed, opening: ticketMark });
    return {
      body,
      ticketAt: body.indexOf(ticketMark) + ticketMark.length - String(ticketMin).length,
    };
  });
  patternsByShape.set(shape, patterns);
  return patterns;
}

/** What is said last is never the same twice, so that nothing is measured that only holds for what was judged before. */
export function writeBody(bytes: number, turns = 0): Buffer {
  const patterns = patternsOf(bytes, turns);
  const pattern = patterns[sent % patternCount];
  if (pattern === undefined) throw new Error('there is no body to send');
  const body = Buffer.from(pattern.body);
  body.write(String(ticketMin + (sent % tickets)), pattern.ticketAt, 'latin1');
  sent += 1;
  return body;
}

/** Times of the requests in milliseconds. */
export function runCompletions(load: CompletionLoad): Promise<readonly number[]> {
  const { bytes, turns } = load;
  return runLoad({
    url: load.url,
    path: '/v1/chat/completions',
    headers: load.headers ?? { authorization: `Bearer ${key}` },
    bodyOf: () => writeBody(bytes, turns),
    connections: load.connections,
    requests: load.requests,
    ...(load.paceMs === undefined ? {} : { paceMs: load.paceMs }),
  });
}
