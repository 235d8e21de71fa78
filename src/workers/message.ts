/** What two processes of the gateway send each other, and how a failure is told between them. */
import { GatewayError, type ErrorCode, type Fault } from '../errors.ts';

type Told =
  | {
      readonly code: ErrorCode;
      readonly detail: string;
      readonly faults: readonly Fault[];
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly bug: string };

export type Message =
  | {
      readonly kind: 'call' | 'open';
      readonly ticket: number;
      readonly name: string;
      readonly given: readonly unknown[];
      /** By the clock of the machine: nobody may be waiting any more after this. */
      readonly untilMs?: number | undefined;
    }
  | { readonly kind: 'beat' | 'echo' }
  | { readonly kind: 'next' | 'leave'; readonly ticket: number }
  | { readonly kind: 'answer'; readonly ticket: number; readonly value: unknown }
  | { readonly kind: 'end'; readonly ticket: number }
  | { readonly kind: 'failed'; readonly ticket: number; readonly told: Told };

export type Envelope = { readonly governance: readonly Message[] };

export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && 'governance' in value;
}

export function tell(error: unknown): Told {
  if (!(error instanceof GatewayError))
    return { bug: error instanceof Error ? error.message : String(error) };
  const { code, message, faults, headers } = error;
  return { code, detail: message, faults, headers };
}

export function toError(told: Told): Error {
  if ('bug' in told) return new Error(told.bug);
  const { code, detail, faults, headers } = told;
  return new GatewayError(code, detail, { faults, headers });
}
