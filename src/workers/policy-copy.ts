/** The policies of a worker: what it was given when it joined, and what the primary had it prepare and enforce since. */
import { GatewayError } from '../errors.ts';
import type { Compiled } from '../governance/policy/bundle.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { PolicySet } from '../server/reload.ts';
import type { PoliciesInForce } from './calls.ts';

export type Adopt = (bundle: Bundle, rejected: string | undefined) => void;

export class PolicyCopy {
  readonly #compile: (set: PolicySet) => Compiled;
  #prepared: Bundle | undefined;
  #inForce: Bundle | undefined;
  #rejected: string | undefined;
  #adopt: Adopt | undefined;

  constructor(compile: (set: PolicySet) => Compiled) {
    this.#compile = compile;
  }

  begin(policies: PoliciesInForce): Bundle {
    this.#inForce = this.#make(policies);
    this.#rejected = policies.rejected;
    return this.#inForce;
  }

  /** From here on `adopt` hears of every change, and of the present state at once. */
  follow(adopt: Adopt): void {
    this.#adopt = adopt;
    this.#tell();
  }

  readonly prepare = (set: PolicySet): Promise<string> => {
    return new Promise((resolve) => {
      this.#prepared = this.#make(set);
      resolve(this.#prepared.version);
    });
  };

  readonly enforce = (version: string): void => {
    if (this.#prepared?.version === version) this.#inForce = this.#prepared;
    if (this.#inForce?.version !== version)
      throw new GatewayError('internal', `the policies ${version} were not prepared`);
    this.#prepared = undefined;
    this.#rejected = undefined;
    this.#tell();
  };

  readonly reject = (reason: string): void => {
    this.#rejected = reason;
    this.#tell();
  };

  #tell(): void {
    if (this.#inForce !== undefined) this.#adopt?.(this.#inForce, this.#rejected);
  }

  #make(set: PolicySet): Bundle {
    const compiled = this.#compile(set);
    if ('bundle' in compiled) return compiled.bundle;
    throw new GatewayError('internal', 'the policies that another process compiled do not compile');
  }
}
