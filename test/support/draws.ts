/** How much the tests draw at random, and from where on: as each says, or `DRAWS=20` times as much, or what `SEED=7` draws. */

function readNumber(name: string, usual: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return usual;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} has to be a whole number above 0`);
  return Number(text);
}

const times = readNumber('DRAWS', 1);
const seed = readNumber('SEED', 0);

/** So many draws of a test that keeps count of them itself. */
export const countDraws = (count: number): number => count * times;

/** Where a test begins that draws the same each time, so that another seed shows it something else. */
export const seedOf = (own: number): number => own + seed;

/** The same numbers for the same seed, so that a failure can be looked at again. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/**
 * Of cases that are listed, one in so many: for each turn other ones, so that all are taken over so many turns, and
 * `DRAWS=20` takes 20 times as many, up to all of them.
 */
export function shareOf<Case>(
  cases: readonly Case[],
  oneIn: number,
  turn: number,
): readonly Case[] {
  const step = Math.ceil(oneIn / times);
  return cases.filter((_, at) => (at + turn + seed) % step === 0);
}

/** For fast-check: so many runs of a property, from a seed of the clock where none is given. */
export function draws(count = 100): { readonly numRuns: number; readonly seed?: number } {
  return { numRuns: countDraws(count), ...(seed > 0 && { seed }) };
}
