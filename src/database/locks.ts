/** The advisory locks that our rooms take in one database: in one list, since two rooms with one number would wait for each other. */

const names = [
  'migrations',
  'firstKey',
  'actsOnKeys',
  'budgets',
  'auditWords',
  'auditMonths',
  'auditKey',
  'auditReviews',
  'holds',
  'erasures',
] as const;

/** An arbitrary number that only has to differ from other programs' in the same database. A name keeps its place. */
const first = 7_201_001;

export const locks = Object.fromEntries(
  names.map((name, place) => [name, first + place]),
) as Readonly<Record<(typeof names)[number], number>>;
