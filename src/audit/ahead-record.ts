/** A batch as it is written ahead: its lines and kept texts, behind a head that says where they belong. */
import { crc32 } from 'node:zlib';

/** The last byte stays zero: it is hashed in front of the first line. */
export const recordHeadBytes = 64;

/** Two of them never share a page, so that a write that is cut short cannot harm the one before. */
const pageBytes = 4096;
/** `AHD1` */
const mark = 0x31_44_48_41;
const places = {
  mark: 0,
  check: 4,
  lineBytes: 8,
  textBytes: 12,
  generation: 16,
  base: 24,
  offset: 32,
  textOffset: 40,
  index: 48,
  segment: 52,
  textDay: 56,
  textNumber: 60,
} as const;

/** Where a record stands, and among which others. */
export type Slot = {
  readonly at: number;
  /** All records since the file was last begun at one of its halves; later ones have a higher number. */
  readonly generation: number;
  /** Which record of its generation, from 0. */
  readonly index: number;
  /** What belongs to an earlier generation is where it belongs for good. */
  readonly base: number;
};

/** Where in the journal its lines belong. */
export type Home = { readonly segment: number; readonly offset: number };

/** Where its texts belong: `content/DAY-NUMBER.bin`, from an offset on. */
export type TextHome = { readonly day: number; readonly number: number; readonly offset: number };

export type AheadRecord = Omit<Slot, 'at'> &
  Home & { readonly lines: Buffer; readonly texts: (TextHome & { bytes: Buffer }) | undefined };

/** How far behind a record of so many bytes of lines and texts the next one begins. */
export function spanOf(bytes: number): number {
  return Math.ceil((recordHeadBytes + bytes) / pageBytes) * pageBytes;
}

/** Fills in the head in front of the lines. */
export function sealRecord(
  record: Buffer,
  { generation, base, index, segment, offset }: Omit<Slot, 'at'> & Home,
  texts?: TextHome & { readonly bytes: Buffer },
): void {
  record.fill(0, 0, recordHeadBytes);
  record.writeUInt32LE(mark, places.mark);
  record.writeUInt32LE(record.length - recordHeadBytes, places.lineBytes);
  record.writeDoubleLE(generation, places.generation);
  record.writeDoubleLE(base, places.base);
  record.writeDoubleLE(offset, places.offset);
  record.writeUInt32LE(index, places.index);
  record.writeUInt32LE(segment, places.segment);
  if (texts !== undefined) {
    record.writeUInt32LE(texts.bytes.length, places.textBytes);
    record.writeDoubleLE(texts.offset, places.textOffset);
    record.writeUInt32LE(texts.day, places.textDay);
    record.writeUInt16LE(texts.number, places.textNumber);
  }
  const check = crc32(record.subarray(places.lineBytes));
  record.writeUInt32LE(texts === undefined ? check : crc32(texts.bytes, check), places.check);
}

/** The record that stands there; undefined where none was written to its end. */
export function readRecord(bytes: Buffer, at: number): AheadRecord | undefined {
  if (at + recordHeadBytes > bytes.length) return undefined;
  if (bytes.readUInt32LE(at + places.mark) !== mark) return undefined;
  const textsFrom = recordHeadBytes + bytes.readUInt32LE(at + places.lineBytes);
  const end = textsFrom + bytes.readUInt32LE(at + places.textBytes);
  if (at + end > bytes.length) return undefined;
  const record = bytes.subarray(at, at + end);
  if (crc32(record.subarray(places.lineBytes)) !== record.readUInt32LE(places.check))
    return undefined;
  return {
    generation: record.readDoubleLE(places.generation),
    base: record.readDoubleLE(places.base),
    index: record.readUInt32LE(places.index),
    segment: record.readUInt32LE(places.segment),
    offset: record.readDoubleLE(places.offset),
    lines: record.subarray(recordHeadBytes, textsFrom),
    texts: end === textsFrom ? undefined : readTexts(record, textsFrom),
  };
}

function readTexts(record: Buffer, from: number): TextHome & { bytes: Buffer } {
  return {
    day: record.readUInt32LE(places.textDay),
    number: record.readUInt16LE(places.textNumber),
    offset: record.readDoubleLE(places.textOffset),
    bytes: record.subarray(from),
  };
}
