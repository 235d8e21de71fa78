/** How far each detector has to see: the characters from where a thing begins until it can be told from anything else. */

/**
 * What is counted begins with the thing itself and ends with the last character that can still change what is said
 * of it. A thing may go on for longer: its beginning is enough to be seen by, and it is held until it ends.
 * `whole`: only all of a text can be judged.
 */
export type Reach = number | 'whole';

const reaches: Readonly<Record<string, Reach>> = {
  'pii-address': 240,
  'pii-bank': 120,
  'pii-birth-date': 80,
  'pii-card': 80,
  'pii-card-code': 60,
  'pii-crypto': 120,
  'pii-document': 80,
  'pii-email': 200,
  'pii-iban': 80,
  'pii-imei': 80,
  'pii-ip': 80,
  'pii-mac': 60,
  'pii-medical': 80,
  // Three family names in a row are a company.
  'pii-name': 320,
  'pii-national-id': 100,
  'pii-phone': 80,
  'pii-us-ssn': 80,
  'pii-vehicle': 80,
  secrets: 240,
  'secret-key-block': 240,
  'secret-connection': 240,
  'secret-header': 320,
  'secret-jwt': 120,
  // The checksum of a seed phrase stands in its last word.
  'secret-wallet': 320,
  'secret-assignment': 240,
  'injection-override': 240,
  'injection-extraction': 240,
  'injection-role': 240,
  'injection-carried': 240,
  'injection-exfiltration': 320,
  'injection-splitting': 'whole',
  'jailbreak-persona': 'whole',
  'jailbreak-refusal': 240,
  'jailbreak-suffix': 'whole',
  'harm-lexicon': 240,
  'toxic-lexicon': 160,
  // An opinion on a passage: one of two long sentences is heard before its second half leaves.
  'injection-model': 320,
  'harm-model': 320,
  'toxic-model': 320,
  // Ten words in a row, or a canary.
  leak: 160,
  'content-code': 'whole',
  'content-language': 'whole',
  'content-url': 200,
  'content-size': 'whole',
  'content-gibberish': 'whole',
};

/** A detector that does not say how far it looks is taken to look at everything. */
export function reachOf(detector: string): Reach {
  return reaches[detector] ?? 'whole';
}

export const reachedDetectors: readonly string[] = Object.keys(reaches);
