/** All that the trail holds of one exchange: its entries and what was kept of each side of the conversation. */
import { get, getListed, type Listed } from '../api.ts';
import type { Entry } from './entry.ts';

export type Mark = {
  readonly start: number;
  readonly end: number;
  readonly category: string;
  readonly rules: readonly string[];
};

export type ReadPart = {
  readonly kind: string;
  readonly pointer: string;
  readonly text: string;
  readonly marks: readonly Mark[];
};

export type KeptLeg = {
  readonly leg: string;
  readonly bytes: number;
  readonly text?: string;
  /** False where it was cut or masked. */
  readonly whole?: boolean;
  readonly missing?: string;
  /** What was judged in it; absent where it is no conversation. */
  readonly parts?: readonly ReadPart[];
};

export type Exchange = {
  readonly entry: Entry;
  readonly entries: readonly Entry[];
  /** What the gateway says that these lack; '' where they are all. */
  readonly partial: string;
  readonly legs: Readonly<Record<string, KeptLeg>>;
};

export async function readExchange(id: string, signal: AbortSignal): Promise<Exchange> {
  const entry = await get<Entry>(`/v1/audit/entries/${encodeURIComponent(id)}`, {}, signal);
  const { answer, partial } = await readEntries(entry, signal);
  const { entries } = answer;
  const holding = entries.filter(({ content }) => content !== undefined);
  const kept = await Promise.all(holding.map(({ id: held }) => readLegs(held, signal)));
  return { entry, entries, partial, legs: toLegs(kept.flat()) };
}

async function readEntries(
  entry: Entry,
  signal: AbortSignal,
): Promise<Listed<{ readonly entries: readonly Entry[] }>> {
  if (entry.exchange === undefined) return { answer: { entries: [entry] }, partial: '' };
  return getListed(`/v1/audit/exchanges/${encodeURIComponent(entry.exchange)}`, {}, signal);
}

export async function readLegs(id: string, signal?: AbortSignal): Promise<readonly KeptLeg[]> {
  const { contents } = await get<{ readonly contents: readonly KeptLeg[] }>(
    `/v1/audit/entries/${encodeURIComponent(id)}/content`,
    { marks: 'true' },
    signal,
  );
  return contents;
}

export function toLegs(legs: readonly KeptLeg[]): Exchange['legs'] {
  return Object.fromEntries(legs.map((leg) => [leg.leg, leg]));
}
