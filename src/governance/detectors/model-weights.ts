/** The classifier's file: a header in JSON, then tables of small integers, read with every length checked. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { headsMax, segmentsMax } from './model-windows.ts';

export const magic = 'GGWM';
export const formatVersion = 1;

/** What the four heads listen for, in the order of their weights. */
export const headNames = ['attack', 'document', 'harm', 'toxic'] as const;
export type HeadName = (typeof headNames)[number];

const head = z.strictObject({
  name: z.enum(headNames),
  bias: z.number(),
  wordStep: z.number().positive(),
  conceptStep: z.number().positive(),
  /** Below this score nothing is told. */
  threshold: z.number(),
  /** Scores, ascending, and the confidence that belongs to each. */
  knots: z.array(z.tuple([z.number(), z.number().min(0).max(1)])).min(2),
});

const subject = z.strictObject({
  name: z.string().min(1),
  head: z.enum(headNames),
  bias: z.number(),
  step: z.number().positive(),
});

const header = z.strictObject({
  scales: z.array(z.number().int().min(1).max(segmentsMax)).min(1),
  heads: z.array(head).length(headsMax),
  subjects: z.array(subject).min(1),
  wordBits: z.number().int().min(10).max(20),
  conceptBits: z.number().int().min(8).max(18),
  subjectBits: z.number().int().min(8).max(18),
  concepts: z.number().int().nonnegative(),
  groups: z.number().int().positive(),
});

export type Header = z.infer<typeof header>;
export type Head = z.infer<typeof head>;
export type Subject = z.infer<typeof subject>;

/** Weights stand four to an integer; a mark tells a known feature from a stranger in the same slot. */
export type Weights = Header & {
  readonly wordMarks: Uint8Array;
  readonly wordWeights: Int32Array;
  readonly conceptMarks: Uint8Array;
  readonly conceptWeights: Int32Array;
  readonly subjectWeights: Int8Array;
  readonly conceptKeys: Int32Array;
  readonly conceptIds: Uint8Array;
  readonly conceptGroups: Uint8Array;
};

const broken = (what: string): GatewayError =>
  new GatewayError('internal', `the weights of the classifier cannot be read: ${what}`);

/** Throws where the file is not one of ours or not whole. */
export function readWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || text(bytes.subarray(0, 4)) !== magic) throw broken('no such file');
  if (view.getUint32(4, true) !== formatVersion) throw broken('another version');
  const headerEnd = 12 + view.getUint32(8, true);
  if (headerEnd > bytes.length) throw broken('it ends too early');
  const read = header.safeParse(parse(text(bytes.subarray(12, headerEnd))));
  if (!read.success) throw broken('its header is not understood');
  const fields = read.data;
  const words = 1 << fields.wordBits;
  const concepts = 1 << fields.conceptBits;
  const subjects = fields.subjects.length << fields.subjectBits;
  const cut = cutter(bytes, headerEnd);
  const weights = {
    ...fields,
    wordMarks: cut.bytes(words),
    wordWeights: cut.integers(words),
    conceptMarks: cut.bytes(concepts),
    conceptWeights: cut.integers(concepts),
    subjectWeights: new Int8Array(cut.bytes(subjects).buffer),
    conceptKeys: cut.integers(fields.concepts),
    conceptIds: cut.bytes(fields.concepts),
    conceptGroups: cut.bytes(fields.groups),
  };
  if (cut.rest() !== 0) throw broken('it is longer than it says');
  return weights;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** As the file has it; nearly every machine counts so, and then nothing has to be turned round. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Copies, so that every table begins where a processor likes it to. */
function cutter(
  source: Uint8Array,
  from: number,
): {
  readonly bytes: (length: number) => Uint8Array<ArrayBuffer>;
  readonly integers: (length: number) => Int32Array;
  readonly rest: () => number;
} {
  let at = from;
  const bytes = (length: number): Uint8Array<ArrayBuffer> => {
    if (at + length > source.length) throw broken('it ends too early');
    const made = new Uint8Array(length);
    made.set(source.subarray(at, at + length));
    at += length;
    return made;
  };
  const integers = (length: number): Int32Array => {
    const { buffer } = bytes(length * 4);
    const made = new Int32Array(buffer);
    if (isLittleEndian) return made;
    const raw = new DataView(buffer);
    return made.map((_value, index) => raw.getInt32(index * 4, true));
  };
  return { bytes, integers, rest: () => source.length - at };
}
