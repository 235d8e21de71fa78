/** The kinds of value that a configuration is made of; the schemas of its sections are written in these. */
import { z } from 'zod';
import { Secret } from './secret.ts';

/** What a field says about itself: in the reference, in the JSON Schema, and where else it can be set. */
export type Note = {
  readonly description: string;
  /** The variable that sets it. */
  readonly environment?: string;
  /** The flag that sets it, without its dashes. */
  readonly flag?: string;
};

/** Nothing but blanks is no text, and a control character is a slip that no file, header or address can hold. */
const readable = /^(?!\s*$)[^\p{Cc}]+$/u;
const inOneLine = 'a text in one line, and not of blanks alone';

/** A text that says something, for whatever has no narrower form of its own. */
export function words(): z.ZodString {
  return z.string().min(1).regex(readable, inOneLine);
}

/** What is sent in a header. */
export function credential(value: z.ZodString): z.ZodString {
  return value.regex(
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/,
    'printable ASCII characters in one line, without blanks at its ends',
  );
}

export type SecretField = z.ZodOptional<z.ZodPipe<z.ZodString, z.ZodTransform<Secret, string>>>;

export function secret(
  note: Note,
  check: (text: z.ZodString) => z.ZodString = (value) => value.regex(readable, inOneLine),
): SecretField {
  return check(z.string().min(1))
    .transform((value) => new Secret(value))
    .meta({ ...note, secret: true })
    .optional();
}

export function whole(
  range: { readonly from: number; readonly to: number; readonly default: number },
  note: Note,
): z.ZodDefault<z.ZodInt> {
  return z.int().min(range.from).max(range.to).default(range.default).meta(note);
}

/** A number, or one word in its place. */
export function wholeOr<Word extends string>(
  word: Word,
  range: { readonly from: number; readonly to: number; readonly default: number },
  note: Note,
): z.ZodDefault<z.ZodUnion<[z.ZodInt, z.ZodLiteral<Word>]>> {
  return z
    .union([z.int().min(range.from).max(range.to), z.literal(word)])
    .default(range.default as z.output<z.ZodInt> | Word)
    .meta(note) as z.ZodDefault<z.ZodUnion<[z.ZodInt, z.ZodLiteral<Word>]>>;
}

export function text(fallback: string, note: Note): z.ZodDefault<z.ZodString> {
  return words().default(fallback).meta(note);
}
