/** What the wire formats of one provider share: its error shape, its credential slot, the headers that may pass. */
import type { ErrorCode } from '../../errors.ts';

export const credentialSlots = ['x-api-key', 'x-goog-api-key', 'api-key'] as const;
export type CredentialSlot = (typeof credentialSlots)[number];

export const familyNames = ['openai', 'anthropic', 'gemini', 'ollama'] as const;
export type FamilyName = (typeof familyNames)[number];

/** An error as the gateway says it; the family gives it the provider's shape. */
export type WireError = {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** The place in the request, where there is one: `messages[3].content`. */
  readonly param: string | undefined;
  readonly requestId: string;
};

export type Family = {
  readonly name: FamilyName;
  /** Where the provider's own SDK puts a key, besides `authorization`. */
  readonly credentialSlots: readonly CredentialSlot[];
  /** Headers of the caller that reach the upstream; nothing else of them does. */
  readonly passedHeaders: readonly string[];
  /** Header that carries the request's id to this provider's SDK, besides `x-request-id`. */
  readonly requestIdHeader: string | undefined;
  readonly writeError: (error: WireError) => string;
};
