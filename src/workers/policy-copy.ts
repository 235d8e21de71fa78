/** The policies of a worker: what it was given when it joined, and what the primary had it prepare and enforce since. */
import { GatewayError } from '../errors.ts';
import type { Compiled } from '../governance/policy/bundle.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { PolicySet } from '../server/loading/policy-set.ts';
import type { PoliciesInForce } from './calls.ts';

export type Adopt = (bundle: Bundle, rejected: string | undefined) => void;

export type Compile = {
  /** Before anything is served. */
  readonly atOnce: (set: PolicySet) => Compiled;
  /** While calls are served, which do not wait for it. */
  readonly inTurns: (set: PolicySet) => Promise<Compiled>;
};

export class PolicyCopy {
  readonly #compile: Compile;
  #prepared: Bundle | undefined;
  #inForce: Bundle | undefined;
  #rejected: string | undefined;
  /** Whether anything was told of since it joined. */
  #told = false;
  #adopt: Adopt | undefined;

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** What it was given when it joined, unless it was told of newer ones while it still read its log. */
  begin(policies: PoliciesInForce): Bundle {
    this.#inForce ??= toBundle(this.#compile.atOnce(policies));
    if (!this.#told) this.#rejected = policies.rejected;
    return this.#inForce;
  }

  /** From here on `adopt` hears of every change, and of the present state at once. */
  follow(adopt: Adopt): void {
    this.#adopt = adopt;
    this.#tell();
  }

  readonly prepare = async (set: PolicySet): Promise<string> => {
    this.#prepared = toBundle(await this.#compile.inTurns(set));
    return this.#prepared.version;
  };

  readonly enforce = (version: string): void => {
    if (this.#prepared?.version === version) this.#inForce = this.#prepared;
    // What it was given when it joined is not compiled yet where it still reads its log, and may be told of again.
    if (this.#inForce !== undefined && this.#inForce.version !== version)
      throw new GatewayError('internal', `the policies ${version} were not prepared`);
    this.#prepared = undefined;
    this.#hear(undefined);
  };

  readonly reject = (reason: string): void => {
    this.#hear(reason);
  };

  #hear(rejected: string | undefined): void {
    this.#told = true;
    this.#rejected = rejected;
    this.#tell();
  }

  #tell(): void {
    if (this.#inForce !== undefined) this.#adopt?.(this.#inForce, this.#rejected);
  }
}

function toBundle(compiled: Compiled): Bundle {
  if ('bundle' in compiled) return compiled.bundle;
  throw new GatewayError('internal', 'the policies that another process compiled do not compile');
}
