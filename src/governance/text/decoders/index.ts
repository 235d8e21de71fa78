/** All decoders, in groups: what one group undoes is undone in one reading. */
import { ascii85 } from './ascii85.ts';
import { base32Hex } from './base32-hex.ts';
import { base32 } from './base32.ts';
import { base45 } from './base45.ts';
import { base58 } from './base58.ts';
import { base64Words } from './base64-words.ts';
import { base64 } from './base64.ts';
import { caesar, rot13 } from './caesar.ts';
import { codes } from './codes.ts';
import type { Decoder, Respelling } from './decoder.ts';
import { dump } from './dump.ts';
import { emphasis } from './emphasis.ts';
import { entities } from './entities.ts';
import { escapes } from './escapes.ts';
import { grouped } from './grouped.ts';
import { hex } from './hex.ts';
import { json } from './json.ts';
import { leet } from './leet.ts';
import { lines } from './lines.ts';
import { comments, markup } from './markup.ts';
import { misspelt } from './misspelt.ts';
import { morse } from './morse.ts';
import { parted } from './parted.ts';
import { headerWords, percent, quotedPrintable } from './percent.ts';
import { pigLatin } from './pig-latin.ts';
import { places } from './places.ts';
import {
  reversed,
  reversedAsWritten,
  reversedWords,
  reversedWordsAsWritten,
  shownBackwards,
  upsideDownText,
} from './reversed.ts';
import { rot47 } from './rot47.ts';
import { scattered } from './scattered.ts';
import { tags, variationSelectors, zeroWidth } from './smuggled.ts';
import { glued, spaced } from './spaced.ts';
import { spoken } from './spoken.ts';
import { strings } from './strings.ts';
import { transposed } from './transposed.ts';
import { turned } from './turned.ts';
import { uuencode } from './uuencode.ts';

/** Undone on the text as it stands: the canonical form no longer has these characters. */
export const smuggled: readonly Decoder[] = [tags, variationSelectors, zeroWidth, shownBackwards];

/** What is written so is written so on purpose. */
export const exact: readonly Decoder[] = [
  dump,
  grouped,
  base64,
  base64Words,
  hex,
  base32,
  base32Hex,
  base45,
  percent,
  entities,
  escapes,
  headerWords,
  quotedPrintable,
  uuencode,
  ascii85,
  turned,
  base58,
  markup,
  strings,
  emphasis,
];

/** What reads a text for what it may mean: apart from the others, since a guess may spoil what stands beside it. */
export const guessed: readonly Decoder[] = [
  codes,
  places,
  morse,
  spoken,
  scattered,
  spaced,
  glued,
  parted,
  leet,
  misspelt,
  lines,
];

/** Those of them that letters beside them could spoil, once these are folded: undone on the text as it stands, too. */
export const numbered: readonly Decoder[] = [codes, morse];

/** As `smuggled`, but of the whole text. */
export const smuggledWhole: readonly Respelling[] = [
  upsideDownText,
  reversedAsWritten,
  reversedWordsAsWritten,
];

export const whole: readonly Respelling[] = [
  rot13,
  caesar,
  rot47,
  reversed,
  reversedWords,
  pigLatin,
  transposed,
];

/** What stands in a text by itself, away from what stands around it. */
export const apart: readonly Respelling[] = [comments, json];
