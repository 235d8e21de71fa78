/** Reads what an entry kept: the member that names it, and the text where its key still exists. */
import { hash } from 'node:crypto';
import { placeInExchange } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { isOverwritten, readAddress, readBlob } from './address.ts';
import type { Address } from './address.ts';
import type { BlobWindow } from './blob-window.ts';
import { legs, placeOf } from './capture.ts';
import type { Form, Leg } from './capture.ts';
import type { ContentKey } from './content-key.ts';
import { readReference } from './key-reference.ts';

export type KeptLeg = {
  readonly leg: Leg;
  readonly bytes: number;
  readonly commitment: string;
  readonly blob?: string;
  readonly digest?: string;
  readonly full?: BlobName;
};
type BlobName = { readonly blob: string; readonly digest: string };
export type KeptContent = {
  readonly key: string;
  readonly place: string;
  readonly legs: readonly KeptLeg[];
};

export type KeptBlob = {
  readonly leg: Leg;
  readonly form: Form;
  readonly blob: string;
  readonly digest: string;
};

/** What was kept with an entry, legs that say the same left out; undefined where nothing was. */
export function readKeptContent(entry: StoredEntry): KeptContent | undefined {
  const { exchange, attempt } = placeInExchange(entry);
  return readContentMember(entry['content'], `${exchange}/${attempt}/${entry.type}`);
}

/** The same from the member alone; `place` is where its blobs open. Read by hand: a verification reads each of millions. */
export function readContentMember(member: unknown, place: string): KeptContent | undefined {
  if (!isObject(member) || typeof member['key'] !== 'string') return undefined;
  if (readReference(member['key']) === undefined) return undefined;
  const kept: KeptLeg[] = [];
  for (const leg of legs) {
    const said = member[leg];
    if (said === undefined) continue;
    const found = readLeg(said, leg);
    if (found !== undefined) kept.push(found);
    else if (!isSame(said)) return undefined;
  }
  return { key: member['key'], place, legs: kept };
}

function readLeg(said: unknown, leg: Leg): KeptLeg | undefined {
  if (!isObject(said)) return undefined;
  const { bytes, commitment, blob, digest, full } = said;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes)) return undefined;
  if (typeof commitment !== 'string') return undefined;
  const redacted = blob === undefined && digest === undefined ? {} : readBlobMember(said);
  const whole = full === undefined ? {} : readFull(full);
  return redacted && whole && { leg, bytes, commitment, ...redacted, ...whole };
}

function readFull(full: unknown): { readonly full: BlobName } | undefined {
  const blob = readBlobMember(full);
  return blob && { full: blob };
}

function readBlobMember(value: unknown): BlobName | undefined {
  if (!isObject(value)) return undefined;
  const { blob, digest } = value;
  return typeof blob === 'string' && typeof digest === 'string' && readAddress(blob) !== undefined
    ? { blob, digest }
    : undefined;
}

function isSame(said: unknown): boolean {
  return isObject(said) && legs.some((leg) => leg === said['same']);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function blobsOf(leg: KeptLeg): KeptBlob[] {
  const blobs: KeptBlob[] = [];
  const { blob, digest, full } = leg;
  if (blob !== undefined && digest !== undefined)
    blobs.push({ leg: leg.leg, form: 'redacted', blob, digest });
  if (full !== undefined) blobs.push({ leg: leg.leg, form: 'full', ...full });
  return blobs;
}

export type Opened =
  { readonly text: Buffer } | { readonly missing: 'file' | 'expired' | 'altered' | 'key' };

/** The text of one blob, or what keeps it from being read; `files` is the trail's directory or a window on its files. */
export function openBlob(
  files: string | BlobWindow,
  content: KeptContent,
  kept: KeptBlob,
  key: ContentKey | undefined,
): Opened {
  const address = readAddress(kept.blob);
  if (address !== undefined && typeof files !== 'string') {
    const change = files.findChange(address, kept.digest);
    if (change !== undefined) return { missing: change };
  }
  const read = (found: Address): Uint8Array | undefined =>
    typeof files === 'string' ? readBlob(files, found) : files.read(found);
  const blob = address === undefined ? undefined : read(address);
  if (blob === undefined) return { missing: 'file' };
  if (hash('sha256', blob, 'hex') !== kept.digest)
    return { missing: isOverwritten(blob) ? 'expired' : 'altered' };
  const text = key?.open(blob, placeOf(content.place, kept.leg, kept.form));
  return text === undefined ? { missing: 'key' } : { text };
}
