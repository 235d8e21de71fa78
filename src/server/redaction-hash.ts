/** The keyed hash that stands for a redacted value: the same value has the same one, and nobody without the key can tell which. */
import { createHmac } from 'node:crypto';
import type { Hash } from '../governance/redact.ts';

const shownLength = 16;

export function createRedactionHash(key: Uint8Array): Hash {
  return (value) =>
    createHmac('sha256', key)
      .update('redaction\0')
      .update(value)
      .digest('hex')
      .slice(0, shownLength);
}
