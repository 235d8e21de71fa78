/** One run of conformance: all cells of the table, and all odd requests. */
import { withHouse } from './house.ts';
import { countTries, fillMatrix } from './matrix.ts';
import type { Report } from './report.ts';
import { oddityCount, tryOddities } from './transport.ts';

/** `watch` is told how many exchanges there will be, and returns what is called after each. */
export async function runConformance(
  every: boolean,
  watch: (total: number) => () => void = () => () => undefined,
): Promise<Report & { readonly exchanges: number }> {
  const exchanges = countTries(every) + oddityCount;
  const onDone = watch(exchanges);
  return withHouse(async (house) => {
    const rows = await fillMatrix(house, every, onDone);
    const oddities = await tryOddities(house, onDone);
    if (house.upstream.strays() > 0) throw new Error('a call reached the upstream on its own');
    return { rows, oddities, exchanges };
  });
}
