/** Keeps the bundle in force: a new one replaces it as a whole, a bad one leaves it where it is and says so. */
import { systemActor } from '../audit/system-actor.ts';
import { showPath } from '../config/yaml-source.ts';
import type { Edit, Ruling } from '../governance/decision.ts';
import type { GovernanceEvent } from '../governance/event.ts';
import { govern } from '../governance/govern.ts';
import type { Evidence } from '../governance/evidence.ts';
import type { Interaction } from '../governance/interaction.ts';
import { needsOf } from '../governance/outside.ts';
import type { Compiled } from '../governance/policy/bundle.ts';
import { holdOf, type Hold } from '../governance/policy/hold.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import { allFiles, type PolicyFault } from '../governance/policy/source.ts';
import { createPlaceholders, settleEdits } from '../governance/placeholders.ts';
import { createCleanTexts } from './judging/clean-texts.ts';
import { type Ask, judgeInsideFirst, type Judging } from './judging/outside-first.ts';
import type { JudgingPool } from './judging/pool.ts';

/** Judges both directions of one exchange under one bundle, whatever is loaded meanwhile. */
export type PinnedJudge = {
  (interaction: Interaction, system?: readonly string[]): Ruling | Promise<Ruling>;
  /** How much of a streamed answer has to be held back while it is judged. */
  readonly hold: (interaction: Interaction) => Hold;
  /** Told that so many characters will have to be judged at once later. */
  readonly foresee: (characters: number) => void;
  /** Told what was taken out for good, and at the beginning that all until now was; answers as what. */
  readonly settle: (edits?: readonly Edit[]) => readonly Edit[];
};

export type BundleKeeperOptions = {
  /** Where calls are judged that are too long to be judged in passing; without it, all are. */
  readonly pool?: JudgingPool;
  /** Asks models from outside; without it none is asked, and rules that need one take `onError`. */
  readonly ask?: Ask;
  readonly first: Bundle;
  readonly hash: (value: string) => string;
  readonly record: (event: GovernanceEvent) => Promise<unknown>;
  readonly onFaults: (faults: readonly PolicyFault[]) => void;
  readonly onEvaluated: (stage: Interaction['stage'], seconds: number) => void;
  readonly onState: (version: string, rejected: boolean) => void;
};

function writePolicyFault(fault: PolicyFault): string {
  return `${fault.file}:${fault.line}:${fault.column}: ${fault.message}`;
}

/** For whoever runs the gateway, who knows its disk. */
export function writePolicyFaults(
  faults: readonly PolicyFault[],
  directory: string,
): readonly string[] {
  const shown = showPath(directory);
  const placeOf = (file: string): string => (file === allFiles ? shown : `${shown}/${file}`);
  return faults.map((fault) => writePolicyFault({ ...fault, file: placeOf(fault.file) }));
}

export class BundleKeeper {
  readonly #options: BundleKeeperOptions;
  readonly #clean = createCleanTexts();
  #bundle: Bundle;
  #rejected: string | undefined;

  constructor(options: BundleKeeperOptions) {
    this.#options = options;
    this.#bundle = options.first;
    options.onState(options.first.version, false);
  }

  get bundle(): Bundle {
    return this.#bundle;
  }

  /** Undefined while the newest bundle serves, else one sentence that says what is wrong with it. */
  get rejected(): string | undefined {
    return this.#rejected;
  }

  /** For one exchange: it stays with the bundle in force now, and with its own numbering of placeholders. */
  readonly judge = (): PinnedJudge => this.#pin(this.#bundle);

  /** Tells the trail what serves from the start: no exchange is ruled by a version that it has not heard of. */
  async announce(): Promise<void> {
    const detail = { policy_version: this.#bundle.version };
    await this.#options.record({ type: 'policy', actor: systemActor, act: 'loaded', detail });
  }

  /** What the models from outside say that the rules need for a call, whatever else is in it. */
  async hear(bundle: Bundle, interaction: Interaction): Promise<Evidence | undefined> {
    const needs = needsOf(bundle, interaction);
    return needs.length === 0 ? undefined : this.#options.ask?.(needs, interaction);
  }

  /** What the rules in force see in something recorded: it stands in no figure, and nobody outside is asked. */
  readonly look = (interaction: Interaction): Ruling | Promise<Ruling> => {
    const { hash, pool } = this.#options;
    const bundle = this.#bundle;
    const placeholders = createPlaceholders();
    if (pool?.takes(interaction) === true) {
      return pool.judge(interaction, { bundle, placeholders, system: undefined, inside: true });
    }
    return govern(bundle.inside ?? bundle, interaction, { hash, placeholders });
  };

  /** Where another process decides on the policies and records it: from here on these rule. */
  adopt(bundle: Bundle, rejected: string | undefined): void {
    this.#bundle = bundle;
    this.#rejected = rejected;
    this.#options.onState(bundle.version, rejected !== undefined);
  }

  async offer(compiled: Compiled): Promise<void> {
    if ('faults' in compiled) await this.#reject(compiled.faults);
    else await this.#accept(compiled.bundle);
  }

  async #accept(bundle: Bundle): Promise<void> {
    this.#rejected = undefined;
    if (bundle.version !== this.#bundle.version) {
      const detail = { policy_version: bundle.version, replaced_version: this.#bundle.version };
      // The entry comes first: no exchange is ruled by a version that the trail has not heard of.
      await this.#options.record({ type: 'policy', actor: systemActor, act: 'loaded', detail });
      this.#bundle = bundle;
    }
    this.#options.onState(bundle.version, false);
  }

  async #reject(faults: readonly PolicyFault[]): Promise<void> {
    const errors = faults.filter(({ level }) => level === 'error');
    const [first] = errors;
    const reason = first === undefined ? 'the policies cannot be read' : writePolicyFault(first);
    if (reason === this.#rejected) return;
    this.#rejected = reason;
    this.#options.onFaults(errors);
    this.#options.onState(this.#bundle.version, true);
    const detail = {
      kept_version: this.#bundle.version,
      errors: errors.length,
      file: first?.file ?? '',
      line: first?.line ?? 0,
    };
    await this.#options.record({ type: 'policy', actor: systemActor, act: 'rejected', detail });
  }

  #pin(bundle: Bundle): PinnedJudge {
    const { hash, onEvaluated, pool, ask } = this.#options;
    // The answer calls a value what the request called it, and gives no other value that name.
    const placeholders = createPlaceholders();
    const look = (
      interaction: Interaction,
      system: readonly string[] | undefined,
      judging: Judging,
    ): Ruling | Promise<Ruling> => {
      const startedMs = performance.now();
      const told = (ruling: Ruling): Ruling => {
        onEvaluated(interaction.stage, (performance.now() - startedMs) / 1000);
        return ruling;
      };
      if (pool?.takes(interaction) === true) {
        return pool.judge(interaction, { bundle, placeholders, system, ...judging }).then(told);
      }
      const { inside, evidence } = judging;
      const ruling = govern(inside === true ? (bundle.inside ?? bundle) : bundle, interaction, {
        ...{ hash, placeholders, clean: this.#clean },
        ...(system === undefined ? {} : { system }),
        ...(evidence === undefined ? {} : { evidence }),
      });
      return told(ruling);
    };
    const judge = (
      interaction: Interaction,
      system?: readonly string[],
    ): Ruling | Promise<Ruling> => {
      const needs = ask === undefined ? [] : needsOf(bundle, interaction);
      if (ask === undefined || needs.length === 0) return look(interaction, system, {});
      return judgeInsideFirst(bundle, needs, ask, interaction, (judging) =>
        look(interaction, system, judging),
      );
    };
    return Object.assign(judge, {
      hold: (call: Interaction) => holdOf(bundle, call),
      foresee: (characters: number) => pool?.foresee(characters, bundle),
      settle: (edits?: readonly Edit[]) => settleEdits(placeholders, edits),
    });
  }
}
