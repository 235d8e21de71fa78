/** What one of several replicas may use of a limit while none of them hears of the others. */
import type { Own } from './book.ts';
import type { Charge } from './charge.ts';

/**
 * An even share, and of what was left when the ledger was heard last no more than an even share of that: where calls came
 * unevenly, those who used little would else use up once more what others had used before them. Nor anything where it is
 * known that others have used the rest. What is under way comes and goes, so a cap is divided evenly.
 */
export function partOf(
  { measure, hard = Infinity }: Pick<Charge, 'measure' | 'hard'>,
  own: Pick<Own, 'others' | 'heard'> | undefined,
  replicas: number,
): number {
  const { others = 0, heard } = own ?? {};
  const even = Math.min(Math.floor(hard / replicas), hard - others);
  if (heard === undefined || measure === 'exchanges') return even;
  return Math.min(even, heard.own + Math.floor(Math.max(0, hard - heard.all) / replicas));
}
