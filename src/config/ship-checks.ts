/** What the keys of shipping cannot say each by itself: where to, with what, and for whose sake. */
import type { Step } from '../governance/interaction.ts';
import type { Placed } from './fault.ts';
import { isMapping, valueAt } from './setting.ts';

export function* checkShipping(tree: unknown): Generator<Placed> {
  const path: readonly Step[] = ['audit', 'ship'];
  const ship = valueAt(tree, path);
  if (isMapping(ship) && (ship['directory'] === undefined) === (ship['bucket'] === undefined))
    yield {
      path,
      of: 'value',
      message: 'audit.ship: expected either `directory` or `bucket`',
    };
  const bucket = isMapping(ship) ? ship['bucket'] : undefined;
  if (isMapping(bucket) && bucket['secretAccessKey'] === undefined)
    yield {
      path: [...path, 'bucket'],
      of: 'value',
      message: 'audit.ship.bucket: expected a `secretAccessKey`',
    };
  const durability = ['audit', 'durability'];
  if (valueAt(tree, durability) === 'strict' && ship === undefined)
    yield {
      path: durability,
      of: 'value',
      message: 'audit.durability: expected `audit.ship` beside `strict`, for the second copy',
    };
}
