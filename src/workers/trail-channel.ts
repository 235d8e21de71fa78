/** A trail that is read in another process: what is asked here is answered there. */
import type { TrailReading } from '../audit/trail-reading.ts';
import { GatewayError } from '../errors.ts';
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
  const ask = async (name: Name, given: readonly unknown[]): Promise<unknown> =>
    (await open()).call(name, ...given);
  const once =
    (name: Name) =>
    (...given: readonly unknown[]): Promise<unknown> =>
      ask(name, given).catch(refuseLost);
  const again =
    (name: Name) =>
    (...given: readonly unknown[]): Promise<unknown> =>
      ask(name, given)
        .catch((error: unknown) => {
          if (!(error instanceof ChannelLost)) throw error;
          return ask(name, given);
        })
        .catch(refuseLost);
  const stream = (name: Name) =>
    async function* (...given: readonly unknown[]): AsyncGenerator<unknown, undefined> {
      try {
        yield* (await open()).stream(name, ...given);
      } catch (error) {
        refuseLost(error);
      }
      return undefined;
    };
  const byWay = { again, once, stream };
  const reading = Object.fromEntries(names.map((name) => [name, byWay[ways[name]](name)]));
  return reading as unknown as TrailReading;
}

/** A process that ends is no bug of whoever asked it, and another one takes its place. */
function refuseLost(error: unknown): never {
  if (!(error instanceof ChannelLost)) throw error;
  throw new GatewayError(
    'not_ready',
    'the process that was asked has ended; look what became of it before you ask again',
    { headers: { 'retry-after': '1' } },
  );
}

/** The same functions of a trail in this process, for whoever asks from another; nothing else of it can be called. */
export function serveReading(reading: TrailReading): TrailReading {
  return Object.fromEntries(names.map((name) => [name, reading[name]])) as TrailReading;
}
