/** Undoes Morse code written with dots and dashes, letters apart by a space, words by a slash or more space. */
import type { Scan } from '../scan.ts';
import { signBit } from '../signs.ts';
import type { Decoder } from './decoder.ts';

const alphabet = new Map<string, string>(
  `a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...-
  w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----.`
    .split(/\s+/)
    .map((entry) => [entry.slice(1), entry.slice(0, 1)]),
);
for (const [code, sign] of [
  ['.-.-.-', '.'],
  ['--..--', ','],
  ['..--..', '?'],
  ['-.-.--', '!'],
  ['.----.', "'"],
  ['-..-.', '/'],
  ['---...', ':'],
  ['-...-', '='],
  ['-....-', '-'],
  ['.--.-.', '@'],
] as const) {
  alphabet.set(code, sign);
}

/** At least six letters; no letter has more than six strokes. */
const shape = /(?<![-.\w])[-.]{1,6}(?:[ \t\n|/]{1,7}[-.]{1,6}){5,}(?![-.\w])/g;
/** A stroke, a gap, a stroke: rules and ellipses in prose hardly come so. */
const hints = ['. .', '. -', '- .', '- -', '_ '].map((hint) => ({
  hint,
  bit: signBit(hint.charAt(0)),
}));
const foreignHints = ['· ', '• ', '∙ ', '– ', '— ', '− '];

export const morse: Decoder = {
  name: 'morse',
  find: (scan, edits) => {
    if (!mayHold(scan)) return;
    const text = scan.text.replaceAll(/[·•∙]/g, '.').replaceAll(/[–—−_]/g, '-');
    for (const match of text.matchAll(shape)) {
      const spelled = spell(match[0]);
      if (spelled !== undefined) {
        edits.replace(match.index, match.index + match[0].length, spelled);
      }
    }
  },
};

function mayHold({ text, signs, beyondAscii }: Scan): boolean {
  return (
    hints.some(({ hint, bit }) => (signs & bit) !== 0 && text.includes(hint)) ||
    (beyondAscii && foreignHints.some((hint) => text.includes(hint)))
  );
}

function spell(strokes: string): string | undefined {
  let text = '';
  for (const word of strokes.split(/(?<!\s)\s*[/|]\s*|[ \t]{2,}|\n/)) {
    for (const code of word.split(/\s/)) {
      const letter = alphabet.get(code);
      if (letter === undefined) return undefined;
      text += letter;
    }
    text += ' ';
  }
  // Rows of single dots or dashes are drawings.
  return new Set(text).size > 3 ? text.trimEnd() : undefined;
}
