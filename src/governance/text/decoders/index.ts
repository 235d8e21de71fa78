/** All decoders, in the order in which they are tried. */
import { ascii85 } from './ascii85.ts';
import { base32 } from './base32.ts';
import { base64 } from './base64.ts';
import { caesar, rot13 } from './caesar.ts';
import { codes } from './codes.ts';
import type { Decoder } from './decoder.ts';
import { entities } from './entities.ts';
import { escapes } from './escapes.ts';
import { hex } from './hex.ts';
import { leet } from './leet.ts';
import { comments, markup } from './markup.ts';
import { morse } from './morse.ts';
import { percent, quotedPrintable } from './percent.ts';
import { reversed, reversedWords, upsideDownText } from './reversed.ts';
import { tags, variationSelectors, zeroWidth } from './smuggled.ts';
import { glued, spaced } from './spaced.ts';

/** Undone on the text as it stands: the canonical form no longer has these characters. */
export const smuggled: readonly Decoder[] = [tags, variationSelectors, zeroWidth, upsideDownText];

export const decoders: readonly Decoder[] = [
  base64,
  hex,
  base32,
  percent,
  entities,
  escapes,
  quotedPrintable,
  codes,
  ascii85,
  morse,
  comments,
  markup,
  spaced,
  glued,
  leet,
  rot13,
  caesar,
  reversed,
  reversedWords,
];
