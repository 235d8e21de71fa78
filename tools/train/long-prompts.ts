/** Long ordinary prompts: what somebody asks, before or after the paragraphs, code and numbers that it is about. */
import type { Example } from './example.ts';
import type { Random } from './random.ts';

const prompts = 700;
const piecesMax = 5;
const weight = 0.6;

const materials = /^(?:book-prose|gsm8k|cse-autocomplete|host-document|clinc150|banking77)$/;

/** The pieces of a prompt come from one fold, so that it is held out with them. */
export function composeLongPrompts(
  shared: readonly Example[],
  drawn: readonly Example[],
  random: Random,
): readonly Example[] {
  const asks = drawn.filter(({ family }) => /-(?:ordinary|role-play)/.test(family));
  const pieces = [
    ...Map.groupBy(
      shared.filter(({ family }) => materials.test(family)),
      foldOf,
    ),
  ];
  return Array.from({ length: prompts }, () => {
    const ask = random.pick(asks);
    const [fold, those] = random.pick(pieces);
    const count = 1 + random.below(piecesMax);
    const parts = Array.from({ length: count }, () => random.pick(those).text);
    parts.splice(random.next() < 0.7 ? 0 : parts.length, 0, ask.text);
    const text = parts.join(random.next() < 0.6 ? '\n\n' : '\n');
    const targets = { attack: 0, harm: 0, toxic: 0 } as const;
    const family = 'own-drawn-ordinary-long';
    return { text, targets, family, lang: '', fold, weight, derived: true };
  });
}

const foldOf = ({ fold }: Example): string => fold;
