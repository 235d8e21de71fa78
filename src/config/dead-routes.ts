/** Routes that no call ever takes, since one before takes all that they could: a slip that shows on the day it is needed. */
import { z } from 'zod';
import { matchesStars } from '../governance/stars.ts';
import type { Placed } from './fault.ts';
import { upstreamDialects } from './upstreams.ts';

const word = z.string().catch('');

/** Only as much as is looked at, and nothing of it refused: what is wrong by itself has its own fault. */
const looseSchema = z.looseObject({
  upstreams: z
    .record(z.string(), z.looseObject({ dialect: word }).catch({ dialect: '' }))
    .catch({}),
  routes: z
    .array(
      z
        .looseObject({
          model: word,
          upstream: word,
          targets: z.array(z.looseObject({ upstream: word }).catch({ upstream: '' })).catch([]),
        })
        .catch({ model: '', upstream: '', targets: [] }),
    )
    .catch([]),
});
type Loose = z.output<typeof looseSchema>;

type Seen = { readonly index: number; readonly model: string };

export function* checkDeadRoutes(tree: unknown): Generator<Placed> {
  const { upstreams, routes } = looseSchema.parse(tree);
  // A route is passed over by calls in formats that none of its targets speaks.
  const before = new Map<string, Seen[]>(upstreamDialects.map((dialect) => [dialect, []]));
  for (const [index, route] of routes.entries()) {
    const { model } = route;
    const dialects = dialectsOf(route, upstreams);
    if (model === '' || dialects.length === 0) continue;
    const taken = dialects.map((dialect) =>
      // Whatever its own stars stand for: each piece of the one before is found in a piece of it, in this order.
      before.get(dialect)?.find((seen) => matchesStars(seen.model, model)),
    );
    const [first] = taken;
    if (first !== undefined && !taken.includes(undefined))
      yield {
        path: ['routes', index, 'model'],
        of: 'value',
        message: `routes[${index}].model: expected what no route before it takes, but \`${first.model}\` of \`routes[${first.index}]\` takes all of \`${model}\`; put this one before it, or take it out`,
      };
    else for (const dialect of dialects) before.get(dialect)?.push({ index, model });
  }
}

/** Empty where one of its names is unknown. */
function dialectsOf(
  { upstream, targets }: Loose['routes'][number],
  upstreams: Loose['upstreams'],
): readonly string[] {
  const names = [upstream, ...targets.map((target) => target.upstream)].filter(
    (name) => name !== '',
  );
  const dialects = names.flatMap((name) =>
    name === 'sandbox' ? upstreamDialects : [upstreams[name]?.dialect ?? ''],
  );
  return dialects.some((dialect) => !upstreamDialects.some((known) => known === dialect))
    ? []
    : [...new Set(dialects)];
}
