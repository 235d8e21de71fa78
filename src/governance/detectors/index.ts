/** The catalogue: every detector there is, in a plain list. */
import type { Detector } from './detector.ts';
import { injectionOverride } from './injection-override.ts';
import { piiCard } from './pii-card.ts';
import { piiEmail } from './pii-email.ts';
import { secrets } from './secrets.ts';

export const catalogue: readonly Detector[] = [piiCard, piiEmail, secrets, injectionOverride];

/** What policies may ask for; a category outside this list is a fault in the policy. */
export const categories: readonly string[] = [
  ...new Set(catalogue.flatMap((detector) => detector.categories)),
].sort();
