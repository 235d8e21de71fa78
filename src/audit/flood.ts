/** Folds a flood of refused calls: a few of each kind are written one by one, the rest of the minute is counted. */
import type { Recorded } from '../governance/event.ts';

const kindsMax = 10_000;

/** Refused calls of one kind and minute that are no flood yet: a person who tries things out finds each of them. */
export const singlesMax = 20;

export type Kind = { readonly cause: string; readonly address: string; readonly key: string };

/** Calls of one kind that were refused within one minute and not written one by one. */
export type Fold = Kind & {
  /** The id of the last entry that was written for one of them alone. */
  readonly first: string;
  readonly count: number;
};

type Open = Kind & {
  first: string;
  recorded: Promise<Recorded>;
  /** What those are answered with that are only counted. */
  counted: Promise<Recorded> | undefined;
  singles: number;
  count: number;
};

/** Names the fold that takes the kinds that are too many to be told apart. */
export const anyAddress = '*';

export class Flood {
  readonly #open = new Map<string, Open>();

  /** Counts the call in and answers with the entry it is counted under; undefined while it gets one of its own. */
  fold(kind: Kind): Promise<Recorded> | undefined {
    const open = this.#open.get(nameOf(this.#bounded(kind)));
    if (open === undefined || open.singles < singlesMax) return undefined;
    open.count += 1;
    open.counted ??= open.recorded.then((recorded) => ({ ...recorded, counted: true }));
    return open.counted;
  }

  /** Tells of an entry that is written for one call alone. */
  begin(kind: Kind, first: string, recorded: Promise<Recorded>): void {
    const bounded = this.#bounded(kind);
    const singles = (this.#open.get(nameOf(bounded))?.singles ?? 0) + 1;
    const open = { ...bounded, first, recorded, counted: undefined, singles, count: 0 };
    this.#open.set(nameOf(bounded), open);
  }

  /** The first call's entry was not written, so nothing may be counted under it. */
  drop(kind: Kind): void {
    this.#open.delete(nameOf(kind));
    this.#open.delete(nameOf(toAnyAddress(kind)));
  }

  /** Ends the minute: what was counted, and a clean slate. */
  close(): Fold[] {
    const counted = [...this.#open.values()].filter(({ count }) => count > 0);
    this.#open.clear();
    return counted;
  }

  /** Addresses are cheap to come by: past the limit all new ones count as one. */
  #bounded(kind: Kind): Kind {
    if (this.#open.size < kindsMax || this.#open.has(nameOf(kind))) return kind;
    return toAnyAddress(kind);
  }
}

function toAnyAddress(kind: Kind): Kind {
  return { cause: kind.cause, address: anyAddress, key: '' };
}

function nameOf(kind: Kind): string {
  return `${kind.cause}\n${kind.address}\n${kind.key}`;
}
