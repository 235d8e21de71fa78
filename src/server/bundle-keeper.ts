/** Keeps the bundle in force: a new one replaces it as a whole, a bad one leaves it where it is and says so. */
import type { Ruling } from '../governance/decision.ts';
import type { Actor, GovernanceEvent } from '../governance/event.ts';
import { govern } from '../governance/govern.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Compiled } from '../governance/policy/bundle.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { PolicyFault } from '../governance/policy/source.ts';

/** Judges under one bundle, whatever is loaded meanwhile. */
export type PinnedJudge = (interaction: Interaction, system?: readonly string[]) => Ruling;

export type BundleKeeperOptions = {
  readonly first: Bundle;
  readonly hash: (value: string) => string;
  readonly record: (event: GovernanceEvent) => Promise<unknown>;
  readonly onFaults: (faults: readonly PolicyFault[]) => void;
  readonly onEvaluated: (stage: Interaction['stage'], seconds: number) => void;
  readonly onState: (version: string, rejected: boolean) => void;
};

/** Acts that nobody's key asked for. */
export const gatewayActor: Actor = {
  key: '',
  owner: 'gateway',
  team: '',
  subject: '',
  address: '',
  agent: '',
};

export function writePolicyFault(fault: PolicyFault): string {
  return `${fault.file}:${fault.line}:${fault.column}: ${fault.message}`;
}

export class BundleKeeper {
  readonly #options: BundleKeeperOptions;
  #bundle: Bundle;
  #pinned: PinnedJudge;
  #rejected: string | undefined;

  constructor(options: BundleKeeperOptions) {
    this.#options = options;
    this.#bundle = options.first;
    this.#pinned = this.#pin(options.first);
    options.onState(options.first.version, false);
  }

  get bundle(): Bundle {
    return this.#bundle;
  }

  /** Undefined while the newest bundle serves, else one sentence that says what is wrong with it. */
  get rejected(): string | undefined {
    return this.#rejected;
  }

  /** The judge under the bundle in force now; it stays with that bundle for as long as it is held. */
  readonly judge = (): PinnedJudge => this.#pinned;

  async offer(compiled: Compiled): Promise<void> {
    if ('faults' in compiled) await this.#reject(compiled.faults);
    else await this.#accept(compiled.bundle);
  }

  async #accept(bundle: Bundle): Promise<void> {
    this.#rejected = undefined;
    if (bundle.version !== this.#bundle.version) {
      const detail = { policy_version: bundle.version, replaced_version: this.#bundle.version };
      // The entry comes first: no exchange is ruled by a version that the trail has not heard of.
      await this.#options.record({ type: 'policy', actor: gatewayActor, act: 'loaded', detail });
      this.#bundle = bundle;
      this.#pinned = this.#pin(bundle);
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
    await this.#options.record({ type: 'policy', actor: gatewayActor, act: 'rejected', detail });
  }

  #pin(bundle: Bundle): PinnedJudge {
    const { hash, onEvaluated } = this.#options;
    return function judge(interaction, system) {
      const startedMs = performance.now();
      const ruling = govern(
        bundle,
        interaction,
        system === undefined ? { hash } : { hash, system },
      );
      onEvaluated(interaction.stage, (performance.now() - startedMs) / 1000);
      return ruling;
    };
  }
}
