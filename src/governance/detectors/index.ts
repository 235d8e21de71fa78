/** The catalogue: every detector there is, in a plain list. */
import type { Detector } from './detector.ts';
import { injectionOverride } from './injection-override.ts';
import { piiCard } from './pii-card.ts';
import { piiEmail } from './pii-email.ts';
import { piiIban } from './pii-iban.ts';
import { piiIp } from './pii-ip.ts';
import { piiMac } from './pii-mac.ts';
import { piiPhone } from './pii-phone.ts';
import { piiUsSsn } from './pii-us-ssn.ts';
import { secrets } from './secrets.ts';

export const catalogue: readonly Detector[] = [
  piiCard,
  piiEmail,
  piiIban,
  piiIp,
  piiMac,
  piiPhone,
  piiUsSsn,
  secrets,
  injectionOverride,
];

/** What policies may ask for; a category outside this list is a fault in the policy. */
export const categories: readonly string[] = [
  ...new Set(catalogue.flatMap((detector) => detector.categories)),
].sort();
