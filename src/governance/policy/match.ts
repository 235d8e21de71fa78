/** The pre-filter of a policy: which calls it is about, as closures over the call's own facts. */
import type { Interaction } from '../interaction.ts';
import type { Condition } from './schema.ts';
import { suggestion } from './suggest.ts';

export type Match = (interaction: Interaction) => boolean;
export type MatchFault = { readonly field: string; readonly message: string };

type Read = (interaction: Interaction) => string | readonly string[];

/** Facts that a call cannot choose freely: who calls, and what is really called. */
const readers: Readonly<Record<string, Read>> = {
  model: (call) => call.model,
  upstream: (call) => call.upstream,
  dialect: (call) => call.dialect,
  route: (call) => call.route,
  'key.id': (call) => call.key.id,
  'key.owner': (call) => call.key.owner,
  'key.team': (call) => call.key.team,
  'key.env': (call) => call.key.env,
  'key.tags': (call) => call.key.tags,
};
const saidByCaller = new Set(['user', 'session', 'tags', 'stream']);

export const matchFields: readonly string[] = Object.keys(readers);

export function compileMatch(match: Readonly<Record<string, Condition>>): {
  readonly matches: Match;
  readonly faults: readonly MatchFault[];
} {
  const tests: Match[] = [];
  for (const [field, condition] of Object.entries(match)) {
    const read = Object.hasOwn(readers, field) ? readers[field] : undefined;
    if (read !== undefined) tests.push(testOf(read, condition));
  }
  const faults = findUnknownFields(match);
  return { matches: (interaction) => tests.every((test) => test(interaction)), faults };
}

/** Whatever stands at the fields. */
export function findUnknownFields(match: object): readonly MatchFault[] {
  return Object.keys(match)
    .filter((field) => !Object.hasOwn(readers, field))
    .map((field) => ({ field, message: unknownField(field) }));
}

function unknownField(field: string): string {
  if (saidByCaller.has(field)) {
    return `\`${field}\` is whatever the caller sends, and nothing a caller sends may take a policy away; match on \`key.tags\` instead`;
  }
  return `there is no field \`${field}\` to match on${suggestion(field, matchFields)}`;
}

function testOf(read: Read, condition: Condition): Match {
  const tests = valueTests(condition);
  const { notIn, exists } = condition;
  return (interaction) => {
    const value = read(interaction);
    const values = typeof value === 'object' ? value : [value];
    if (exists !== undefined && values.some((one) => one !== '') !== exists) return false;
    if (notIn !== undefined && values.some((one) => notIn.includes(one))) return false;
    return tests.every((test) => values.some(test));
  };
}

/** Of a list, one item has to pass. */
function valueTests(condition: Condition): readonly ((value: string) => boolean)[] {
  const { eq, in: among, startsWith, endsWith } = condition;
  const tests: ((value: string) => boolean)[] = [];
  if (eq !== undefined) tests.push((value) => value === eq);
  if (among !== undefined) tests.push((value) => among.includes(value));
  if (startsWith !== undefined) tests.push((value) => value.startsWith(startsWith));
  if (endsWith !== undefined) tests.push((value) => value.endsWith(endsWith));
  return tests;
}
