/** The load that most rows share: chat completions of one size against a subject. */
import { type Load, runLoad } from './load.ts';
import { key } from './scene.ts';
import { writeCompletion } from './texts.ts';

const bodyCount = 64;

export type CompletionLoad = Pick<Load, 'url' | 'connections' | 'requests'> & {
  readonly bytes: number;
};

const bodiesBySize = new Map<number, readonly Buffer[]>();

function bodiesOf(bytes: number): readonly Buffer[] {
  const known = bodiesBySize.get(bytes);
  if (known !== undefined) return known;
  const bodies = Array.from({ length: bodyCount }, (_, seed) => writeCompletion(bytes, seed));
  bodiesBySize.set(bytes, bodies);
  return bodies;
}

/** Times of the requests in milliseconds. */
export function runCompletions(load: CompletionLoad): Promise<readonly number[]> {
  return runLoad({
    url: load.url,
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}` },
    bodies: bodiesOf(load.bytes),
    connections: load.connections,
    requests: load.requests,
  });
}
