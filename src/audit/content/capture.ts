/** Writes what an entry says of its content: a commitment to each leg, and where its encrypted text lies. */
import { hash } from 'node:crypto';
import type { Content } from '../../governance/event.ts';
import { writeString } from '../canonical.ts';
import { writeAddress } from './address.ts';
import type { Address } from './address.ts';
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
};

/** A leg that says the same as the one before it in the exchange points there. */
const twins: Readonly<Partial<Record<Leg, Leg>>> = { forwarded: 'received', released: 'returned' };

/** What is said on each leg; a call's contents are such, and so is a note. */
export type Said = Readonly<Partial<Record<Leg, Content>>>;

export function hasContent(contents: Said): boolean {
  return legs.some((leg) => contents[leg] !== undefined);
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
  const twin = twins[leg];
  const same = twin !== undefined && sameBytes(content, contents[twin]);
  return `"${leg}":${same ? `{"same":"${twin}"}` : captureLeg(content, leg, capture)},`;
}

function sameBytes(content: Content, twin: Content | undefined): boolean {
  if (twin === undefined) return false;
  return content.raw === twin.raw || Buffer.compare(content.raw, twin.raw) === 0;
}

function captureLeg(content: Content, leg: Leg, capture: Capture): string {
  const { raw } = content;
  const commitment = `"bytes":${raw.length},"commitment":"${capture.key.commit(raw)}"`;
  if (capture.level === 'none' || raw.length === 0) return `{${commitment}}`;
  const redacted = content.redacted();
  const [blob, digest] = captureBlob(redacted, leg, 'redacted', capture);
  const whole = capture.level === 'full' && Buffer.compare(redacted, raw) !== 0;
  if (!whole) return `{${blob},${commitment},${digest}}`;
  const [fullBlob, fullDigest] = captureBlob(raw, leg, 'full', capture);
  return `{${blob},${commitment},${digest},"full":{${fullBlob},${fullDigest}}}`;
}

/** The digest is of the blob as it lies on disk, so that it can be checked without any key. */
function captureBlob(
  text: Uint8Array,
  leg: Leg,
  form: Form,
  capture: Capture,
): readonly [blob: string, digest: string] {
  let digest = '';
  const address = capture.add(sealedBytes(text), (blob) => {
    capture.key.seal(text, placeOf(capture.place, leg, form), blob);
    digest = hash('sha256', blob, 'hex');
  });
  return [`"blob":"${writeAddress(address)}"`, `"digest":"${digest}"`];
}

export function placeOf(place: string, leg: Leg, form: Form): string {
  return `${place}/${leg}/${form}`;
}
