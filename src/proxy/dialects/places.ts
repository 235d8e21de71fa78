/** Where a stream says that its pieces belong: what two readers could put together differently cannot be judged as what either reads. */
import { GatewayError } from '../../errors.ts';
import type { Step } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import type { Fragment } from './dialect.ts';

/** What has begun at each place is remembered, whatever it says. */
const indexMax = 100_000;

/** `at`: where it stands, for an index that is left out. */
export function readPlace(value: unknown, at = 0): number {
  const place = value ?? at;
  if (typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < indexMax)
    return place;
  throw lies('counts what it says in no order that can be followed');
}

/** A list, or something that no reader takes for one; an object may be read by its numbers, as a list is. */
export function readPlaces(value: unknown): readonly unknown[] | undefined {
  if (readObject(value) !== undefined) throw lies('has an object in the place of a list');
  return Array.isArray(value) ? value : undefined;
}

/** Readers of one choice look at no index, so there must be none but its own, and none twice. */
export function checkChoices(choices: unknown, most = 1): void {
  const places = (readPlaces(choices) ?? []).map((each, at) =>
    readPlace(readObject(each)?.index, at),
  );
  if (places.some((place) => place >= most)) throw lies('holds a choice that was not asked for');
  if (new Set(places).size < places.length) throw lies('holds one choice twice in a frame');
}

/**
 * The places at which a stream says words, each kind by itself: many clients print what comes as it comes, others put it
 * together by its place, and only in one order do both read the same.
 */
export class Order {
  readonly #last = new Map<string, readonly number[]>();
  /** Kinds whose words have gone back to a place that they had left. */
  readonly #mixed = new Set<string>();

  /** True where the words of this kind go on at the place where they were. */
  goOn(kind: string, place: readonly number[]): boolean {
    const last = this.#last.get(kind);
    const differs = place.findIndex((index, at) => index !== last?.[at]);
    if (differs === -1) return true;
    if ((place[differs] ?? 0) < (last?.[differs] ?? 0)) this.#mixed.add(kind);
    this.#last.set(kind, place);
    return false;
  }

  /** The words of a frame once more as they come, from where they first went back on. */
  asTheyCome(kind: string, fragments: readonly Fragment[]): readonly Fragment[] {
    if (!this.#mixed.has(kind)) return [];
    return fragments
      .filter(({ piece, loose, part }) => piece && loose !== true && part.mapped)
      .map((fragment) => {
        const { part } = fragment;
        const at = ['arrival', rowOf(part.at)];
        return { ...fragment, arrival: part, part: { ...part, at, apart: true, order: [] } };
      });
  }
}

/**
 * What the events of a stream are called: some clients go by the line beside the data, and pass over an event that has none or
 * is a ping by it; others read the data alone.
 */
export class EventNames {
  #named: boolean | undefined;

  check(name: string, type: string): void {
    if (type === '') return;
    // By itself an event is called so.
    const named = name !== '' && name !== 'message';
    if (named && name !== type) throw lies('calls an event by another name than its data does');
    if (quiet.has(type)) return;
    this.#named ??= named;
    if (this.#named !== named) throw lies('names some of its events and others not');
  }
}

/** Nothing of an answer is in them. */
const quiet = new Set(['ping', 'error']);

/** The same for all places of one kind. */
export function rowOf(at: readonly Step[]): string {
  return at.filter((step) => typeof step === 'string').join('.');
}

export function lies(how: string): GatewayError {
  return new GatewayError('upstream_failed', `the upstream’s stream ${how}`);
}
