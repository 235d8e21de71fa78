/** No pattern that is put together takes the square of a text's length, or worse; the linter sees those that are written out. */
import { describe, expect, test } from '@jest/globals';
import { analyse } from 'scslre';
import { nameThenNumber } from '../../../src/governance/detectors/street-shapes.ts';
import { listFiles, root } from '../../support/repository.ts';

type Made = { readonly source: string; readonly flags: string };

/** What `new RegExp` is called with while these files are read. */
async function patternsMadeBy(paths: readonly string[]): Promise<readonly Made[]> {
  const Pattern = globalThis.RegExp;
  const made = new Map<string, Made>();
  globalThis.RegExp = new Proxy(Pattern, {
    construct(target, given: [string | RegExp, string?], newTarget) {
      const pattern = Reflect.construct(target, given, newTarget) as RegExp;
      made.set(String(pattern), { source: pattern.source, flags: pattern.flags });
      return pattern;
    },
  });
  try {
    for (const path of paths) await import(`${root}/${path}`);
  } finally {
    globalThis.RegExp = Pattern;
  }
  return [...made.values()];
}

/** Why one character over and over takes longer and longer; each further reader of the same stretch multiplies it. */
function findDearIn(made: Made): readonly string[] {
  const { reports } = analyse(made, {
    reportTypes: { Self: true, Trade: true, Move: true },
    assumeRejectingSuffix: false,
  });
  return reports.map(({ type, character }) => {
    const shown = `/${made.source.slice(0, 120)}/${made.flags}`;
    return `${shown}: ${JSON.stringify(character.pick)} over and over (${type})`;
  });
}

const judging = listFiles(/^src\/governance\/.*\.ts$/).filter((path) => !path.endsWith('.d.ts'));

/** It is shown only what stands right before a number, the length of an address. */
const shownLittle: readonly string[] = [nameThenNumber.source];

describe('patterns that are put together', () => {
  test('none of them can be held up by a text of its reader', async () => {
    const made = await patternsMadeBy(judging);
    expect(made.length).toBeGreaterThan(500);
    const all = made.filter(({ source }) => !shownLittle.includes(source));
    expect(all.flatMap(findDearIn)).toEqual([]);
  });

  test.each(['who wrote (?:[^\\s.!?]+ ?){1,6}(?=[.!?\\n]|$)', '(?:[a-z]+[ _]?){1,3} ?:', 'a+$'])(
    '%s would be told',
    (source) => {
      expect(findDearIn({ source, flags: 'gi' })).not.toEqual([]);
    },
  );
});
