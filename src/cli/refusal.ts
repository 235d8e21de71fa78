/** How a command ends early: what it says, and the exit status. */
import { exitStatus } from './io.ts';

export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function refuseUsage(message: string): Refusal {
  return new Refusal(exitStatus.wrongUsage, message);
}

export function messageOf(error: unknown): string {
  const told = typeof error === 'object' && error !== null && 'message' in error;
  return String(told ? error.message : error);
}
