/** Reads what an entry kept: the member that names it, and the text where its key still exists. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { placeInExchange } from '../stored-entry.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { readAddress, readBlob } from './address.ts';
import type { Address } from './address.ts';
import type { BlobWindow } from './blob-window.ts';
import { legs, placeOf } from './capture.ts';
import type { Form, Leg } from './capture.ts';
import type { ContentKey } from './content-key.ts';

const addressSchema = z.string().refine((text) => readAddress(text) !== undefined);
const blobSchema = z.object({ blob: addressSchema, digest: z.string() });
/** What most legs are comes first: each that does not fit is told why before the next is tried. */
const legSchema = z.union([
  z
    .object({
      bytes: z.int(),
      commitment: z.string(),
      blob: addressSchema.optional(),
      digest: z.string().optional(),
      full: blobSchema.optional(),
    })
    .refine(({ blob, digest }) => (blob === undefined) === (digest === undefined)),
  z.object({ same: z.enum(legs) }),
]);
const contentSchema = z.object({ key: z.string() }).extend({
  received: legSchema.optional(),
  forwarded: legSchema.optional(),
  returned: legSchema.optional(),
  released: legSchema.optional(),
  note: legSchema.optional(),
});

export type KeptLeg = Exclude<z.infer<typeof legSchema>, { same: Leg }> & { readonly leg: Leg };
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

/** The same from the member alone; `place` is where its blobs open. */
export function readContentMember(member: unknown, place: string): KeptContent | undefined {
  const parsed = contentSchema.safeParse(member);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const kept = legs.flatMap((leg): KeptLeg[] => {
    const found = data[leg];
    return found === undefined || 'same' in found ? [] : [{ ...found, leg }];
  });
  return { key: data.key, place, legs: kept };
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
  const read = (found: Address): Uint8Array | undefined =>
    typeof files === 'string' ? readBlob(files, found) : files.read(found);
  const blob = address === undefined ? undefined : read(address);
  if (blob === undefined) return { missing: 'file' };
  if (hash('sha256', blob, 'hex') !== kept.digest)
    return { missing: isOverwritten(blob) ? 'expired' : 'altered' };
  const text = key?.open(blob, placeOf(content.place, kept.leg, kept.form));
  return text === undefined ? { missing: 'key' } : { text };
}

/** A text that expired before the others in its file leaves zero bytes; no blob that was sealed is all zeros. */
export function isOverwritten(blob: Uint8Array): boolean {
  return blob.every((byte) => byte === 0);
}
