/** Collects the faults of one policy file, each with its line, its column and what was probably meant. */
import type { z } from 'zod';
import type { Step } from '../interaction.ts';
import { findHome, knownKeys } from './known-keys.ts';
import { policySchema, type PolicyDocument } from './schema.ts';
import { type Kind, nameValue, writeRightForm } from './right-form.ts';
import type { PolicyFault, PolicySource } from './source.ts';
import { findNearest, suggestion } from './suggest.ts';

export type Faults = {
  readonly list: PolicyFault[];
  readonly error: (path: readonly Step[], message: string, of?: 'key' | 'value') => void;
  readonly warning: (path: readonly Step[], message: string, of?: 'key' | 'value') => void;
  /** At a character of the text at a path. */
  readonly inside: (path: readonly Step[], offset: number, message: string) => void;
  readonly hint: (path: readonly Step[], offset: number, message: string) => void;
};

export function collectFaults(source: PolicySource): Faults {
  const list: PolicyFault[] = [];
  const { file } = source;
  const add =
    (level: PolicyFault['level']) =>
    (path: readonly Step[], message: string, of: 'key' | 'value' = 'value'): void => {
      list.push({ file, ...source.locate(path, of), message, level });
    };
  const addInside =
    (level: PolicyFault['level']) =>
    (path: readonly Step[], offset: number, message: string): void => {
      list.push({ file, ...source.locateInside(path, offset), message, level });
    };
  return {
    list,
    error: add('error'),
    warning: add('warning'),
    inside: addInside('error'),
    hint: addInside('warning'),
  };
}

export function readDocument(source: PolicySource, faults: Faults): PolicyDocument | undefined {
  const parsed = policySchema.safeParse(source.value);
  if (parsed.success) return parsed.data;
  tellIssues(parsed.error.issues, source.value, faults);
  return undefined;
}

function tellIssues(issues: readonly Issue[], value: unknown, faults: Faults): void {
  const meant = new Set(issues.flatMap(meantKeys));
  for (const issue of issues.slice(0, issuesMax)) {
    // A key that is missing because it is misspelt, or stands elsewhere, is one fault, not two.
    if (!meant.has(JSON.stringify(issue.path))) tellIssue(issue, value, faults);
  }
}

const issuesMax = 200;

function meantKeys(issue: Issue): readonly string[] {
  if (issue.code !== 'unrecognized_keys') return [];
  const known = knownKeys(toSteps(issue.path));
  return issue.keys.flatMap((key) =>
    [
      [...issue.path, findNearest(key, known)],
      [...(findHome(key) ?? []), key],
    ].map((path) => JSON.stringify(path)),
  );
}

type Issue = z.core.$ZodIssue;

function tellIssue(issue: Issue, value: unknown, faults: Faults): void {
  const path = toSteps(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(path);
    for (const key of issue.keys) {
      faults.error([...path, key], wordKey(key, path, known), 'key');
    }
  } else if (issue.code === 'invalid_key') {
    const message = issue.issues[0]?.message ?? 'this is not a name';
    faults.error(path, `\`${shorten(String(path.at(-1)))}\`: ${message}`, 'key');
  } else if (issue.code === 'invalid_union') {
    tellIssues(closest(issue, valueAt(value, path)), value, faults);
  } else if (issue.code === 'invalid_value') {
    faults.error(path, wordValue(valueAt(value, path), path, issue.values.map(String)));
  } else if (issue.code === 'invalid_type') {
    faults.error(path, wordType(valueAt(value, path), path, issue.expected));
  } else if (isSize(issue)) {
    faults.error(path, `${nameValue(path)}: ${wordSize(issue)}`);
  } else {
    faults.error(path, lowerFirst(issue.message));
  }
}

function wordKey(key: string, path: readonly Step[], known: readonly string[]): string {
  if (known.includes(key)) return `\`${key}\` does not go with the other keys here`;
  if (key === '<<') return '`<<` merges nothing in YAML 1.2; write the keys out';
  const home = tellHome(key, path) ?? suggestion(key, known);
  return `there is no key \`${shorten(key)}\` here${home}`;
}

/** What a test is given has names of its own, which only by chance are those of something else. */
function tellHome(key: string, path: readonly Step[]): string | undefined {
  const home = path[0] === 'tests' ? undefined : findHome(key);
  if (home === undefined) return undefined;
  return home.length === 0
    ? '; it belongs at the top of the file'
    : `; it belongs under \`${home.join('.')}\``;
}

function wordType(given: unknown, path: readonly Step[], expected: string): string {
  if (given === undefined) return missing(path);
  if (given === null && path.length === 0)
    return 'the file is empty; a policy begins with `apiVersion: governance/v1`';
  const kind = kindOf(path, expected);
  if (path.length === 0 || kind === undefined)
    return `expected ${kind === undefined ? `a ${expected}` : kindNames[kind]}`;
  const wanted = `${nameValue(path)}: expected ${kindNames[kind]}`;
  const form = `\`${writeRightForm(path, given, kind)}\``;
  if (given === null) {
    const end = kind === 'text' ? 'put quotes around a word such as `null`' : `write ${form}`;
    return `${wanted}, and nothing stands here; ${end}`;
  }
  // How a number was written is no longer known.
  return kind === 'text' && typeof given !== 'object'
    ? `${wanted}; put quotes around it`
    : `${wanted}, as in ${form}`;
}

function wordValue(given: unknown, path: readonly Step[], allowed: readonly string[]): string {
  if (given === undefined) return missing(path, allowed);
  const choice = allowed.map((one) => `\`${one}\``).join(', ');
  const only = allowed.length === 1;
  if (only || typeof given !== 'string')
    return `${nameValue(path)}: expected ${only ? '' : 'one of '}${choice}`;
  return `\`${shorten(given)}\` is not one of ${choice}${suggestion(given, allowed)}`;
}

type Size = Extract<Issue, { code: 'too_small' | 'too_big' }>;

/** The schema says some of these in its own words. */
function isSize(issue: Issue): issue is Size {
  return (
    (issue.code === 'too_small' || issue.code === 'too_big') && issue.message.startsWith('Too ')
  );
}

function wordSize(issue: Size): string {
  const bound =
    issue.code === 'too_small'
      ? `at least ${String(issue.minimum)}`
      : `at most ${String(issue.maximum)}`;
  if (issue.origin === 'string')
    return issue.code === 'too_small'
      ? 'expected a text that is not empty'
      : `expected ${bound} characters`;
  return `expected ${bound}${issue.origin === 'array' ? ' in this list' : ''}`;
}

/** Of the alternatives, the one that comes furthest is what was meant. */
function closest(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  given: unknown,
): readonly Issue[] {
  // A single word is meant by nobody who has written anything but a word.
  const within = issue.errors
    .filter(([one]) => typeof given === 'string' || one?.code !== 'invalid_value')
    .map((errors) => errors.map((one) => ({ ...one, path: [...issue.path, ...one.path] })));
  const [first = [], ...rest] = within;
  const depth = issue.path.length + 1;
  return rest.reduce((best, own) => (weight(own, depth) < weight(best, depth) ? own : best), first);
}

/** Which keys stand there tells more of what was meant than any number of wrong values. */
function weight(issues: readonly Issue[], depth: number): number {
  const meant = new Set(issues.flatMap(meantKeys));
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length * wrongKey;
    if (meant.has(JSON.stringify(issue.path))) return sum;
    return sum + (issue.code === 'invalid_type' && issue.path.length <= depth ? 3 : 1);
  }, 0);
}

const wrongKey = 10_000;

function missing(path: readonly Step[], allowed: readonly string[] = []): string {
  const name = path.at(-1);
  const choice = allowed.length === 0 ? '' : `: ${allowed.map((one) => `\`${one}\``).join(', ')}`;
  return name === undefined ? 'the file is empty' : `\`${String(name)}\` is missing${choice}`;
}

function toSteps(path: readonly PropertyKey[]): Step[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function valueAt(value: unknown, path: readonly Step[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([key]) => key === String(step))?.[1];
  }
  return here;
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
const lowerFirst = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Of a whole number the schema says so only where a number stands. */
function kindOf(path: readonly Step[], expected: string): Kind | undefined {
  return expected === 'number' && path.at(-1) !== 'confidence' ? 'whole' : kinds[expected];
}

const kinds: Readonly<Record<string, Kind>> = {
  object: 'mapping',
  record: 'mapping',
  array: 'list',
  string: 'text',
  number: 'number',
  int: 'whole',
  boolean: 'truth',
};

const kindNames: Readonly<Record<Kind, string>> = {
  mapping: 'a mapping',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  whole: 'a whole number',
  truth: '`true` or `false`',
};
