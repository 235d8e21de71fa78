/** Sends every oddity to every surface: each must be refused in the client's shape, and reach no upstream. */
import { sendRaw, type RawAnswer } from '../support/raw.ts';
import type { House } from './exchanges.ts';
import { isTried, oddities, type Oddity } from './oddities.ts';
import { runAll } from './run-all.ts';
import { surfaces, type Surface } from './surfaces.ts';

export type OddityRow = {
  readonly name: string;
  /** On how many surfaces it was tried. */
  readonly surfaces: number;
  readonly missing: readonly string[];
};

export async function tryOddities(house: House, onDone: () => void): Promise<OddityRow[]> {
  const tries = oddities.flatMap((oddity) =>
    surfaces.filter((surface) => isTried(oddity, surface)).map((surface) => ({ oddity, surface })),
  );
  const missing = new Map<Oddity, string[]>(oddities.map((oddity) => [oddity, []]));
  await runAll(tries, async ({ oddity, surface }) => {
    const trace = house.upstream.lay({ type: 'application/json', body: '{}' });
    const answer = await sendRaw(house.url, oddity.write(surface, house.key, trace.traceparent));
    const reached = house.upstream.take(trace) !== undefined;
    const fault = findFault(oddity, surface, answer, reached);
    if (fault !== undefined)
      missing.get(oddity)?.push(`${surface.dialect.name} ${surface.kind}: ${fault}`);
    onDone();
  });
  return oddities.map((oddity) => ({
    name: oddity.name,
    surfaces: tries.filter((each) => each.oddity === oddity).length,
    missing: missing.get(oddity) ?? [],
  }));
}

export const oddityCount = oddities.reduce(
  (sum, oddity) => sum + surfaces.filter((surface) => isTried(oddity, surface)).length,
  0,
);

function findFault(
  { statuses }: Oddity,
  surface: Surface,
  { status, head, body }: RawAnswer,
  reached: boolean,
): string | undefined {
  if (reached) return 'it reached an upstream';
  if (!statuses.includes(status)) return `the status ${status}, not ${statuses.join(' or ')}`;
  if (!/\r\nx-content-type-options: nosniff/i.test(head)) return 'no security headers';
  if (!/\r\nx-request-id: \S+/i.test(head)) return 'no request id';
  return isShaped(surface, status, head, body) ? undefined : `not the family's shape: ${body}`;
}

type Told = {
  readonly type?: unknown;
  readonly detail?: unknown;
  readonly request_id?: unknown;
  readonly error?: {
    readonly message?: unknown;
    readonly type?: unknown;
    readonly code?: unknown;
    readonly status?: unknown;
  };
};

/** Where not even the path could be read, nobody knows whose client it was: then it is told as problem details. */
function isShaped({ dialect }: Surface, status: number, head: string, body: string): boolean {
  const told = JSON.parse(body) as Told;
  const { error } = told;
  if (/content-type: application\/problem\+json/i.test(head))
    return typeof told.detail === 'string' && typeof told.request_id === 'string';
  const family = dialect.family.name;
  if (family === 'ollama') return typeof error === 'string' && String(error).length > 10;
  if (typeof error?.message !== 'string') return false;
  if (family === 'gemini') return error.code === status && typeof error.status === 'string';
  if (family === 'anthropic') return told.type === 'error' && typeof error.type === 'string';
  return typeof error.type === 'string' && typeof error.code === 'string' && 'param' in error;
}
