/** Writes what an entry says of its content: a commitment to each leg, and where its encrypted text lies. */
import { hash } from 'node:crypto';
import type { Content } from '../../governance/event.ts';
import { writeString } from '../canonical.ts';
import { writeAddress } from './address.ts';
import type { Address } from './address.ts';
import { isLong, makeAhead } from './ahead.ts';
import type { Ahead, Kept } from './ahead.ts';
import { sealedBytes } from './content-key.ts';
import type { ContentKey } from './content-key.ts';

/** `redacted` keeps the redacted text, `full` that and the text as it was, `none` neither. */
export const captureLevels = ['redacted', 'full', 'none'] as const;
export type CaptureLevel = (typeof captureLevels)[number];

/** In the order in which their names stand in an entry. A `note` is a reviewer's, on somebody's call. */
export const legs = ['forwarded', 'note', 'received', 'released', 'returned'] as const;
export type Leg = (typeof legs)[number];
const [, ...legsAfterKey] = legs;

export const forms = ['redacted', 'full'] as const;
export type Form = (typeof forms)[number];

export type Capture = {
  readonly level: CaptureLevel;
  readonly key: ContentKey;
  /** `exchange/attempt/type`: a blob opens only in its own place. */
  readonly place: string;
  /** Keeps what `fill` puts into so many bytes. */
  readonly add: (bytes: number, fill: (blob: Buffer) => void) => Address;
  /** What was made ahead, and what keeps a blob of it, which nobody else may hold. */
  readonly ahead?: (Ahead & { readonly add: (blob: Buffer) => Address }) | undefined;
};

/** A leg that says the same as the one before it in the exchange points there. */
const twins: Readonly<Partial<Record<Leg, Leg>>> = { forwarded: 'received', released: 'returned' };

/** What is said on each leg; a call's contents are such, and so is a note. */
export type Said = Readonly<Partial<Record<Leg, Content>>>;

export function hasContent(contents: Said): boolean {
  return legs.some((leg) => contents[leg] !== undefined);
}

/** Commits to what is long and encrypts it; undefined where nothing is. */
export function captureAhead(
  contents: Said,
  { level, key, place }: Pick<Capture, 'level' | 'key' | 'place'>,
): Promise<Ahead> | undefined {
  const long = legs.filter((leg) => isLong(contents[leg]) && !isTwin(contents, leg));
  if (long.length === 0) return undefined;
  const raws: Uint8Array[] = [];
  const kept: Kept[] = [];
  for (const leg of long) {
    const content = contents[leg];
    if (content === undefined) continue;
    raws.push(content.raw);
    if (level === 'none') continue;
    const redacted = content.redacted();
    kept.push({ text: redacted, place: placeOf(place, leg, 'redacted') });
    if (isKeptWhole(level, redacted, content.raw))
      kept.push({ text: content.raw, place: placeOf(place, leg, 'full') });
  }
  return makeAhead(key, raws, kept);
}

/** The `content` member in canonical form. */
export function captureContent(contents: Said, capture: Capture): string {
  const forwarded = captureMember(contents, 'forwarded', capture);
  const others = legsAfterKey.map((leg) => captureMember(contents, leg, capture)).join('');
  const key = `"key":${writeString(capture.key.reference)},`;
  return `{${(forwarded + key + others).slice(0, -1)}}`;
}

function captureMember(contents: Said, leg: Leg, capture: Capture): string {
  const content = contents[leg];
  if (content === undefined) return '';
  const said = isTwin(contents, leg)
    ? `{"same":"${twins[leg] ?? ''}"}`
    : captureLeg(content, leg, capture);
  return `"${leg}":${said},`;
}

function isTwin(contents: Said, leg: Leg): boolean {
  const content = contents[leg];
  const twin = twins[leg];
  return content !== undefined && twin !== undefined && sameBytes(content, contents[twin]);
}

function sameBytes(content: Content, twin: Content | undefined): boolean {
  if (twin === undefined) return false;
  return content.raw === twin.raw || Buffer.compare(content.raw, twin.raw) === 0;
}

function captureLeg(content: Content, leg: Leg, capture: Capture): string {
  const { raw } = content;
  const committed = capture.ahead?.commitments.get(raw) ?? capture.key.commit(raw);
  const commitment = `"bytes":${raw.length},"commitment":"${committed}"`;
  if (capture.level === 'none' || raw.length === 0) return `{${commitment}}`;
  const redacted = content.redacted();
  const [blob, digest] = captureBlob(redacted, leg, 'redacted', capture);
  if (!isKeptWhole(capture.level, redacted, raw)) return `{${blob},${commitment},${digest}}`;
  const [fullBlob, fullDigest] = captureBlob(raw, leg, 'full', capture);
  return `{${blob},${commitment},${digest},"full":{${fullBlob},${fullDigest}}}`;
}

/** The text as it was is kept beside its redacted copy where that differs. */
function isKeptWhole(level: CaptureLevel, redacted: Uint8Array, raw: Uint8Array): boolean {
  return level === 'full' && redacted !== raw && Buffer.compare(redacted, raw) !== 0;
}

/** The digest is of the blob as it lies on disk, so that it can be checked without any key. */
function captureBlob(
  text: Uint8Array,
  leg: Leg,
  form: Form,
  capture: Capture,
): readonly [blob: string, digest: string] {
  const place = placeOf(capture.place, leg, form);
  const { ahead } = capture;
  const made = ahead?.blobs.get(place);
  if (ahead !== undefined && made !== undefined) return tell(ahead.add(made.bytes), made.digest);
  let digest = '';
  const address = capture.add(sealedBytes(text), (blob) => {
    capture.key.seal(text, place, blob);
    digest = hash('sha256', blob, 'hex');
  });
  return tell(address, digest);
}

function tell(address: Address, digest: string): readonly [blob: string, digest: string] {
  return [`"blob":"${writeAddress(address)}"`, `"digest":"${digest}"`];
}

export function placeOf(place: string, leg: Leg, form: Form): string {
  return `${place}/${leg}/${form}`;
}
