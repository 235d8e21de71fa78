/** What this process itself has used and set aside, by account and window, and what of that the ledger was told. */
import type { Charge } from './charge.ts';
import type { Line, Total } from './ledger.ts';
import { sumMax } from './sums.ts';

/** One line of the book. */
export type Own = {
  readonly account: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly used: number;
  readonly held: number;
  /** Used by all others, as the ledger said last: it does not become less. */
  readonly others: number;
  /** What was used and set aside when the ledger said it last, by this process and in all; undefined where it never did. */
  readonly heard: { readonly own: number; readonly all: number } | undefined;
};

type Kept = { -readonly [Member in keyof Own]: Own[Member] } & {
  /** As the ledger knows it, and when that was said; undefined where it may know nothing. */
  told: { readonly used: number; readonly held: number; readonly atMs: number } | undefined;
};

export class Book {
  readonly #lines = new Map<string, Kept>();
  /** Those that the ledger has to hear of. */
  readonly #changed = new Set<Kept>();

  open({ account, window }: Pick<Charge, 'account' | 'window'>): Own {
    return this.#open(account, window);
  }

  /** Sets aside; a negative amount gives back. */
  hold(charge: Pick<Charge, 'account' | 'window'>, amount: number): void {
    const line = this.#open(charge.account, charge.window);
    line.held += amount;
    this.#changed.add(line);
  }

  use(charge: Pick<Charge, 'account' | 'window'>, amount: number): void {
    const line = this.#open(charge.account, charge.window);
    line.used = Math.min(line.used + amount, sumMax);
    this.#changed.add(line);
  }

  /** The ledger was told this, `granted` of it being set aside only now, and said what all have. */
  tell(said: Line, granted: number, atMs: number, all: Total): void {
    const line = this.#lines.get(nameOf(said.account, said.startsAt));
    if (line === undefined) return;
    line.held += granted;
    line.others = Math.max(line.others, all.used - said.used);
    line.told = { used: said.used, held: said.held + granted, atMs };
    line.heard = { own: said.used + line.told.held, all: all.used + all.held };
    if (isUntold(line)) this.#changed.add(line);
    else this.#changed.delete(line);
  }

  /** Others are known to have used so much, by somebody else than the ledger. */
  recall({ account, startsAt, endsAt }: Own, others: number): void {
    const line = this.#open(account, { startsAt, endsAt });
    line.others = Math.max(line.others, others);
    const own = line.used + line.held;
    line.heard ??= { own, all: line.others + own };
  }

  /** Nobody knows what the ledger made of these, so they are told again, also where there is nothing to tell. */
  doubt(lines: readonly Line[]): void {
    for (const { account, startsAt, endsAt } of lines) {
      const line = this.#open(account, { startsAt, endsAt });
      line.told = { used: -1, held: -1, atMs: 0 };
      this.#changed.add(line);
    }
  }

  untold(max: number): readonly Own[] {
    const found: Own[] = [];
    for (const line of this.#changed) {
      if (!isUntold(line)) this.#changed.delete(line);
      else if (found.push(line) >= max) break;
    }
    return found;
  }

  /** What is held has to be said again, or the ledger lets go of it. */
  renew(olderThanMs: number): void {
    for (const line of this.#lines.values()) {
      if (line.held === 0 || line.told === undefined || line.told.atMs > olderThanMs) continue;
      line.told = undefined;
      this.#changed.add(line);
    }
  }

  /** The ledger may have lost what it was told. */
  forgetTold(): void {
    for (const line of this.#lines.values()) {
      line.told = undefined;
      this.#changed.add(line);
    }
  }

  /** Windows that are over are not counted in any more, nor is what came to nothing here and elsewhere. */
  sweep(wallMs: number): void {
    for (const [name, line] of this.#lines) {
      const isOver = line.endsAt <= wallMs || (line.used === 0 && line.others === 0);
      if (isOver && line.held === 0 && !isUntold(line)) {
        this.#lines.delete(name);
        this.#changed.delete(line);
      }
    }
  }

  #open(account: string, { startsAt, endsAt }: Charge['window']): Kept {
    const name = nameOf(account, startsAt);
    const known = this.#lines.get(name);
    if (known !== undefined) return known;
    const nothing = { used: 0, held: 0, others: 0, heard: undefined };
    const opened: Kept = { account, startsAt, endsAt, ...nothing, told: undefined };
    this.#lines.set(name, opened);
    return opened;
  }
}

function isUntold({ used, held, told }: Kept): boolean {
  if (told === undefined) return used > 0 || held > 0;
  return told.used !== used || told.held !== held;
}

function nameOf(account: string, startsAt: number): string {
  return `${startsAt} ${account}`;
}

export function toLine({ account, startsAt, endsAt, used, held, others }: Own): Line {
  return { account, startsAt, endsAt, used, held, others };
}
