/** The two ways in which a stream is judged, side by side: while it flows, and held to its end. */
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Judge } from '../../../src/proxy/house.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, mountProxy, type Mounted } from './support.ts';

export const ways = ['live', 'held'] as const;

/** Without a word on how much to hold back, a stream is held to its end. */
export function holdToEnd(live: () => Judge): () => Judge {
  return () => {
    const judge = live();
    return (interaction) => judge(interaction);
  };
}

type Ways = { upstream: Upstream; gateways: Record<(typeof ways)[number], Mounted> };

/** One upstream behind a gateway of either way, from the first test of the file to the last. */
export function setWays(live: () => Judge): Ways {
  const stage = {} as Ways;
  beforeAll(async () => {
    stage.upstream = await startUpstream();
    const upstreams = familiesAt(stage.upstream.url);
    stage.gateways = {
      live: await mountProxy(upstreams, { judge: live }),
      held: await mountProxy(upstreams, { judge: holdToEnd(live) }),
    };
  });
  afterAll(async () => {
    for (const gateway of Object.values(stage.gateways)) {
      expect(gateway.bugs).toEqual([]);
      await gateway.close();
    }
    await stage.upstream.close();
  });
  return stage;
}
