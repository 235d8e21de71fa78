/** Scores every example by a model that saw neither its family's fold nor its source. */
import type { Example } from './example.ts';
import { heads, type Learned, type Taught } from './learned.ts';
import { learn, type Settings } from './learner.ts';
import { findWindow } from './window.ts';

/** Folds that are held out together: kinds of attack beside kinds of harmless text that nobody of them is close to. */
export const heldOut: readonly (readonly string[])[] = [
  ['personas', 'tweets-1', 'own-0'],
  ['techniques-1', 'books', 'templates', 'own-1'],
  ['techniques-2', 'statements-1', 'own-2'],
  ['extraction', 'assistants', 'requests-2', 'prompts-2', 'own-3'],
  ['carried', 'code', 'requests-1', 'own-4'],
  ['prompts-1', 'statements-2', 'own-5'],
  ['documents-1', 'tweets-2', 'own-6'],
  ['documents-2'],
];

export function isTaught(example: Example, out: readonly string[]): boolean {
  const { fold, hosts = [] } = example;
  return ![fold, ...hosts].some((one) => out.includes(one));
}

export type Fold = {
  readonly learned: Learned;
  /** The families of the data directory that it did not see. */
  readonly families: readonly string[];
  /** Of families that are held out by halves: the texts that it did not see. */
  readonly texts: readonly string[];
};

export type Unseen = {
  /** One row of scores for each text, by head; NaN for copies, which are never tested. */
  readonly scores: readonly Float64Array[];
  readonly folds: readonly Fold[];
};

export function scoreUnseen(
  texts: readonly Taught[],
  sizes: { readonly words: number; readonly concepts: number },
  settings: Settings,
  onFold: (done: number, of: number) => void,
): Unseen {
  const folds: Fold[] = [];
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
    folds.push({ learned, ...unseenBy(texts, out) });
    onFold(index + 1, heldOut.length);
  });
  return { scores, folds };
}

function unseenBy(texts: readonly Taught[], out: readonly string[]): Omit<Fold, 'learned'> {
  const given = texts.filter(({ example }) => !example.derived && originOf(example) !== '');
  const held = given.filter(({ example }) => out.includes(example.fold));
  const rest = given.filter(({ example }) => !out.includes(example.fold));
  const halved = new Set(rest.map(({ example }) => originOf(example)));
  const isHalved = ({ example }: Taught): boolean => halved.has(originOf(example));
  return {
    families: [
      ...new Set(held.filter((one) => !isHalved(one)).map((one) => originOf(one.example))),
    ],
    texts: held.filter(isHalved).map(({ example }) => example.text),
  };
}

/** The family as the data directory names it; '' for what was written for this training. */
function originOf({ origin, family }: Example): string {
  return origin ?? (family.startsWith('own-') ? '' : family);
}
