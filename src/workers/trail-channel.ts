/** A trail that is read in another process: what is asked here is answered there. */
import type { TrailReading } from '../audit/trail-reading.ts';
import { type Channel, ChannelLost } from './channel.ts';

/** Resolves when the process that has the trail can be asked, and rejects where that takes too long. */
export type Reach = () => Promise<Channel<TrailReading>>;

type Name = keyof TrailReading;
type Way = 'again' | 'once' | 'stream';

/** How each is asked for: again where the process died over it, but not an act that would then stand twice. */
const ways: Readonly<Record<Name, Way>> = {
  listEntries: 'again',
  findEntry: 'again',
  countFacets: 'again',
  drawHistogram: 'again',
  settle: 'again',
  readCheckpoint: 'again',
  proveEntry: 'again',
  proveConsistency: 'again',
  readTile: 'again',
  readExchange: 'again',
  readContent: 'again',
  readReview: 'again',
  reveal: 'once',
  review: 'once',
  eraseSubject: 'again',
  eraseHere: 'again',
  untilDestroyed: 'again',
  holdSubject: 'once',
  releaseSubject: 'once',
  listHolds: 'again',
  exportEntries: 'stream',
  exportEvidence: 'stream',
  verify: 'stream',
  expire: 'again',
};
const names = Object.keys(ways) as Name[];

/** The channel as it is where a name is only known at run time; `ways` and `TrailReading` see to it that they fit. */
type Untyped = {
  readonly call: (name: string, ...given: readonly unknown[]) => Promise<unknown>;
  readonly stream: (
    name: string,
    ...given: readonly unknown[]
  ) => AsyncGenerator<unknown, undefined>;
};

export function createRemoteReading(reach: Reach): TrailReading {
  const open = async (): Promise<Untyped> => (await reach()) as unknown as Untyped;
  const once =
    (name: Name) =>
    async (...given: readonly unknown[]): Promise<unknown> =>
      (await open()).call(name, ...given);
  const again = (name: Name) => {
    const ask = once(name);
    return async (...given: readonly unknown[]): Promise<unknown> => {
      try {
        return await ask(...given);
      } catch (error) {
        if (!(error instanceof ChannelLost)) throw error;
        return ask(...given);
      }
    };
  };
  const stream = (name: Name) =>
    async function* (...given: readonly unknown[]): AsyncGenerator<unknown, undefined> {
      yield* (await open()).stream(name, ...given);
      return undefined;
    };
  const byWay = { again, once, stream };
  const reading = Object.fromEntries(names.map((name) => [name, byWay[ways[name]](name)]));
  return reading as unknown as TrailReading;
}

/** The same functions of a trail in this process, for whoever asks from another; nothing else of it can be called. */
export function serveReading(reading: TrailReading): TrailReading {
  return Object.fromEntries(names.map((name) => [name, reading[name]])) as TrailReading;
}
