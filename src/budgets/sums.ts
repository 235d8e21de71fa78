/** How far counting goes: an upstream may say anything, and no figure of one call may make a sum that a store cannot tell. */
import { z } from 'zod';

/** More than any model reads or writes in one call. */
export const tokensMax = 1_000_000_000;

/** Of one call, in an account's own unit: as high as the highest mark. */
export const amountMax = 1_000_000_000_000_000;

/** Above every mark, so that what has come this far is used up and stays so. */
export const sumMax = Number.MAX_SAFE_INTEGER;

/** A sum as a store tells it: as text, since there it may be more than a number holds. */
export const figure = z
  .string()
  .transform((text) => Math.min(Number(text), sumMax))
  .refine((value) => Number.isSafeInteger(value));
