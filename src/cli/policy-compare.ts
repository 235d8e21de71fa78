/** What two judgements of the same calls differ in: by change, by rule and by team, with samples. */
import { type Action, type Ruling, actions } from '../governance/decision.ts';
import { counted } from './counted.ts';

export type Verdict = { readonly action: Action; readonly rules: readonly string[] };

export type Compared = {
  /** How the call is named to people: a test, a file, an entry's id. */
  readonly name: string;
  readonly team: string;
  readonly before: Verdict;
  readonly after: Verdict;
};

type Count = { readonly name: string; readonly count: number };

export type Change = {
  readonly before: Action;
  readonly after: Action;
  readonly count: number;
  /** Rules that fire on one side only, or where both fire the same, all of the stronger side. */
  readonly rules: readonly Count[];
  readonly teams: readonly Count[];
  readonly samples: readonly string[];
};

const samplesMax = 5;

export function toVerdict({ action, fired }: Ruling): Verdict {
  const enforced = fired.filter(({ mode }) => mode === 'enforce');
  return { action, rules: enforced.map(({ policy, rule }) => `${policy}/${rule}`) };
}

type Tally = {
  readonly before: Action;
  readonly after: Action;
  count: number;
  readonly rules: Map<string, number>;
  readonly teams: Map<string, number>;
  readonly samples: string[];
};

/** Takes one call after the other, in bounded memory. */
export class Comparison {
  readonly #changes = new Map<string, Tally>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add({ name, team, before, after }: Compared): void {
    this.#total += 1;
    if (before.action === after.action) return;
    const key = `${before.action} ${after.action}`;
    const made: Tally = {
      ...{ before: before.action, after: after.action, count: 0 },
      ...{ rules: new Map<string, number>(), teams: new Map<string, number>(), samples: [] },
    };
    const tally = this.#changes.get(key) ?? made;
    this.#changes.set(key, tally);
    tally.count += 1;
    for (const rule of causesOf(before, after)) increase(tally.rules, rule);
    if (team !== '') increase(tally.teams, team);
    if (tally.samples.length < samplesMax) tally.samples.push(name);
  }

  /** Those that would be stricter first, then by how many there are. */
  changes(): readonly Change[] {
    return [...this.#changes.values()]
      .sort((left, right) => rise(right) - rise(left) || right.count - left.count)
      .map((tally) => ({ ...tally, rules: toCounts(tally.rules), teams: toCounts(tally.teams) }));
  }
}

function causesOf(before: Verdict, after: Verdict): ReadonlySet<string> {
  const gone = before.rules.filter((rule) => !after.rules.includes(rule));
  const come = after.rules.filter((rule) => !before.rules.includes(rule));
  const stronger = rank(after.action) > rank(before.action) ? after.rules : before.rules;
  const causes = [...gone, ...come];
  return new Set(causes.length > 0 ? causes : stronger);
}

const rank = (action: Action): number => actions.indexOf(action);
const rise = ({ before, after }: Pick<Tally, 'before' | 'after'>): number =>
  rank(after) - rank(before);

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function toCounts(counts: ReadonlyMap<string, number>): readonly Count[] {
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((left, right) => right.count - left.count || (left.name < right.name ? -1 : 1));
}

const words: Readonly<Record<Action, string>> = {
  allow: 'let through',
  flag: 'flagged',
  redact: 'redacted',
  block: 'blocked',
};

/** `one` and `many` name what was compared. */
export function writeChanges(comparison: Comparison, one: string, many: string): string {
  const changes = comparison.changes();
  const changed = changes.reduce((sum, { count }) => sum + count, 0);
  const head = `${counted(comparison.total, one, many)}, ${changed} ruled differently\n`;
  return (
    head +
    changes
      .map(({ before, after, count, rules, teams, samples }) =>
        [
          `\n${count} would be ${words[after]} instead of ${words[before]}\n`,
          writeCounts('rules', rules),
          writeCounts('teams', teams),
          ...samples.map((sample) => `  e.g. ${sample}\n`),
        ].join(''),
      )
      .join('')
  );
}

export function writeCounts(name: string, counts: readonly Count[]): string {
  if (counts.length === 0) return '';
  const told = counts.map((each) => `${each.name} (${each.count})`).join(', ');
  return `  ${name}: ${told}\n`;
}
