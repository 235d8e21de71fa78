/** The form of a key, `ggw_<id>_<secret><checksum>`: found by scanners, and a typo is told without a look-up. */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomText, writeNumber } from './base62.ts';

const idLength = 12;
/** 27 characters of base62 hold 160.8 random bits. */
const secretLength = 27;
const checksumLength = 6;

const form = new RegExp(
  `^(ggw_([0-9A-Za-z]{${idLength}})_[0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

export type MintedKey = { readonly id: string; readonly key: string };

export function mintKey(): MintedKey {
  const id = randomText(idLength);
  const body = `ggw_${id}_${randomText(secretLength)}`;
  return { id, key: body + checksumOf(body) };
}

/** The id of a key as it was typed, or undefined where it cannot be one of ours. */
export function readKeyId(presented: string): string | undefined {
  const [, body, id, checksum] = form.exec(presented) ?? [];
  return body !== undefined && checksum === checksumOf(body) ? id : undefined;
}

/** What is stored of a key. It has so many random bits that a slow hash would only slow us down. */
export function digestOf(key: string): string {
  return hash('sha256', key, 'hex');
}

function checksumOf(body: string): string {
  return writeNumber(crc32(body), checksumLength);
}
