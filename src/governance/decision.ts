/** What was decided, by which rules, under which policy version: plain data that can be cloned, recorded and replayed. */
import type { Failure, Finding, Severity } from './finding.ts';

/** From weakest to strongest; the strongest that fires wins. */
export const actions = ['allow', 'flag', 'redact', 'block'] as const;
export type Action = (typeof actions)[number];

export const modes = ['enforce', 'shadow', 'off'] as const;
export type Mode = (typeof modes)[number];

export type Firing = {
  readonly policy: string;
  readonly rule: string;
  readonly action: Action;
  readonly mode: Exclude<Mode, 'off'>;
  readonly severity: Severity;
  readonly message: string;
  /** Indexes of the parts it fired on; empty where the rule is about the call as a whole. */
  readonly parts: readonly number[];
  /** True: it fired because a check failed and the policy's `onError` says so. */
  readonly failed: boolean;
};

/** Replace [start, end) of a part's text. Edits of one part do not overlap and are sorted. */
export type Edit = {
  readonly part: number;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
};

export type Ruling = {
  readonly action: Action;
  readonly policyVersion: string;
  /** The enforced firing that decided; undefined exactly when the action is `allow`. */
  readonly decisive: Firing | undefined;
  /** How a block is put to the caller. */
  readonly onBlock: 'error' | 'refusal';
  /** Enforced and shadow firings, strongest first. */
  readonly fired: readonly Firing[];
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
  /** What a redaction changes; empty unless the action is `redact`. */
  readonly edits: readonly Edit[];
};

export function strongest(left: Action, right: Action): Action {
  return actions.indexOf(left) >= actions.indexOf(right) ? left : right;
}
