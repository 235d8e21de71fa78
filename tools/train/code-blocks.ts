/** Blocks of code, tables and manuals, put together from lines that a grammar draws: a file is never one line. */
import type { Example } from './example.ts';
import type { Random } from './random.ts';

const blocksOfEach = 200;
const [linesMin, linesMax] = [4, 24];
const indents = ['', '', '    ', '        ', '\t'];

/** Lines of one language make a block; like what they are made of, it is learned from and never tested on. */
export function composeCodeBlocks(drawn: readonly Example[], random: Random): readonly Example[] {
  const byLanguage = Map.groupBy(
    drawn.filter(({ family }) => /^own-drawn-code-/.test(family)),
    ({ family }) => family,
  );
  return [...byLanguage].flatMap(([family, lines]) =>
    Array.from({ length: blocksOfEach }, (): Example => {
      const count = linesMin + random.below(linesMax - linesMin);
      const picked = Array.from({ length: count }, () => random.pick(lines));
      const text = picked.map((line) => random.pick(indents) + line.text).join('\n');
      return { ...random.pick(picked), text, family: `${family}-block`, weight: 1 };
    }),
  );
}
