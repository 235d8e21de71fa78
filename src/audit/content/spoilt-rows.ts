/** Refusals of one subject whose key's row was overwritten: the keys of others are there, and their calls go on. */
import type { GatewayError } from '../../errors.ts';
import { reasonOf, unavailable } from '../unavailable.ts';

const toldMax = 5000;

export class SpoiltRows {
  readonly #refusals = new WeakSet<Error>();
  readonly #told = new Set<string>();

  refuse(reason: string): GatewayError {
    const refusal = unavailable(reason);
    this.#refusals.add(refusal);
    return refusal;
  }

  has(error: unknown): boolean {
    return error instanceof Error && this.#refusals.has(error);
  }

  /** What is to be logged: once for each subject. */
  tell(id: string, error: unknown): { readonly reason: string } | undefined {
    if (this.#told.has(id) || this.#told.size >= toldMax) return undefined;
    this.#told.add(id);
    return { reason: reasonOf(error) ?? '' };
  }
}
