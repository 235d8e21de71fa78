/** Scores every example by a model that saw neither its family's fold nor its source. */
import type { Example } from './example.ts';
import { heads, learn, type Settings, type Taught } from './learner.ts';
import { findWindow } from './window.ts';

/** Folds that are held out together: kinds of attack beside kinds of harmless text that nobody of them is close to. */
export const heldOut: readonly (readonly string[])[] = [
  ['personas', 'tweets', 'own-0'],
  ['techniques-1', 'books', 'templates', 'own-1'],
  ['techniques-2', 'sentences', 'statements', 'own-2'],
  ['extraction', 'assistants', 'requests-2', 'own-3'],
  ['carried', 'code', 'requests-1', 'own-4'],
  ['prompts', 'own-5'],
  ['documents-1', 'own-6'],
  ['documents-2'],
];

export function isTaught(example: Example, out: readonly string[]): boolean {
  return !out.includes(example.fold) && !out.includes(example.host ?? '');
}

/** One row of scores for each text, by head; NaN for copies, which are never tested. */
export function scoreUnseen(
  texts: readonly Taught[],
  sizes: { readonly words: number; readonly concepts: number },
  settings: Settings,
  onFold: (done: number, of: number) => void,
): readonly Float64Array[] {
  const scores = texts.map(() => new Float64Array(heads).fill(NaN));
  heldOut.forEach((out, index) => {
    const taught = texts.filter((text) => isTaught(text.example, out));
    const learned = learn(taught, sizes, settings);
    texts.forEach((text, at) => {
      if (text.example.derived || !out.includes(text.example.fold)) return;
      const row = scores[at];
      for (let head = 0; row !== undefined && head < heads; head++) {
        row[head] = findWindow(text, learned, head, settings.scales, false).score;
      }
    });
    onFold(index + 1, heldOut.length);
  });
  return scores;
}
