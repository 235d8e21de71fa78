/** Reads the search box: `decision:block rule:pii-* -model:gpt-* latency:>500 "free text"`. */
import { actions } from '../../governance/decision.ts';
import { severities } from '../../governance/finding.ts';
import { findNearest } from '../../governance/policy/suggest.ts';
import { entryTypes } from '../line.ts';
import { nameFields, numberFields, reviewFields, reviewStatuses, wordFields } from './fields.ts';
import type { Field, NameField, NumberField, ReviewField, WordField } from './fields.ts';
import type { Term } from './filter.ts';
import { looksLikeComparison, readComparison, readRange } from './ranges.ts';

export type Misread = { readonly at: number; readonly detail: string };
export type Reading = { readonly terms: readonly Term[]; readonly misread?: Misread };

export const queryCharactersMax = 2000;
export const termsMax = 50;

const wordNames: ReadonlySet<string> = new Set(wordFields);
const numberNames: ReadonlySet<string> = new Set(numberFields);
const nameNames: ReadonlySet<string> = new Set(nameFields);
const reviewNames: ReadonlySet<string> = new Set(reviewFields);
const latencyPerUnit = 1000;

/** In quotes a quote and a backslash have one before them. A backslash before other characters is itself. */
const quotedValue = String.raw`"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"`;
/** One piece between spaces: `-field:"a value"`, `word`, `"a phrase"`. */
const piece = new RegExp(
  String.raw`\s*(-?)(?:([A-Za-z_]+):)?(?:${quotedValue}|([^\s"]+))(?=\s|$)`,
  'y',
);
const quotedWhole = new RegExp(`^${quotedValue}$`);

export function readSearch(query: string): Reading {
  const terms: Term[] = [];
  const text = query.trimEnd();
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) {
    // The place that is named is where the piece begins, not the spaces before it.
    const at = text.length - text.slice(piece.lastIndex).trimStart().length;
    const found = piece.exec(text);
    if (found === null)
      return { terms, misread: { at, detail: 'a quote is not closed or a value is missing' } };
    const [, minus, field, quoted, bare = ''] = found;
    const value = quoted === undefined ? bare : unquote(quoted);
    const term =
      field === undefined
        ? toText(value, minus === '-', quoted !== undefined)
        : toTerm(toFieldName(field), value, minus === '-', quoted !== undefined);
    if (typeof term === 'string') return { terms, misread: { at, detail: term } };
    terms.push(term);
    if (terms.length > termsMax)
      return { terms, misread: { at, detail: `more than ${termsMax} terms` } };
  }
  return { terms };
}

function unquote(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1');
}

/** A telephone writes the first letter of a line as a capital. */
function toFieldName(written: string): string {
  const small = written.toLowerCase();
  return allFields().some((field) => field === small) ? small : written;
}

/** A term on a field that has a place of its own, as a parameter has, where a whole value may stand in quotes as in `q`. */
export function toFieldTerm(field: Field, given: string): Term | string {
  const quoted = quotedWhole.exec(given)?.[1];
  return quoted === undefined ? toTerm(field, given) : toTerm(field, unquote(quoted), false, true);
}

function toText(value: string, negated: boolean, quoted: boolean): Term | string {
  if (!quoted && /^[A-Za-z_]+:$/.test(value)) return `\`${value.slice(0, -1)}\` needs a value`;
  const prefix = !quoted && value.endsWith('*');
  const phrase = prefix ? value.slice(0, -1) : value;
  if (!/[\p{L}\p{N}]/u.test(phrase)) return 'free text needs a letter or a digit';
  if (!quoted && phrase.includes('*'))
    return 'in free text a `*` is the rest of a word, and stands at its end; quote one that was said';
  if (!quoted && /^(?::|[^\p{L}\p{N}_]+[A-Za-z_]+:)/u.test(value))
    return `a field stands at the beginning of a term, or behind \`-\`, and directly before its colon; there are no brackets; quote what is text`;
  if (!quoted && operators.has(value))
    return `\`${value}\` is no operator: all terms have to hold, values with commas are alternatives, \`-\` rules out; quote it to look for the word`;
  // Nothing that is searched in reads on behind a zero character.
  return { kind: 'text', negated, phrase: phrase.replaceAll('\0', ' '), prefix };
}

/** What other search boxes combine terms by: taken for words, they would find next to nothing. */
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT']);

/** A term on a field, or a sentence that says what is wrong with it. */
function toTerm(field: string, value: string, negated = false, quoted = false): Term | string {
  if (value === '') return `\`${field}\` needs a value`;
  if (isNumberField(field)) {
    const range = readRange(value, field === 'latency' ? latencyPerUnit : 1);
    return range === undefined
      ? `\`${field}\` takes a number of up to 15 digits, \`>n\`, \`>=n\`, \`<n\`, \`<=n\` or \`a..b\``
      : { kind: 'number', field, negated, range };
  }
  const values = quoted ? [value] : value.split(',').filter((each) => each !== '');
  if (values.length === 0) return `\`${field}\` needs a value`;
  if (isNameField(field))
    return quoted || !value.includes('*')
      ? { kind: 'name', field, negated, values }
      : `\`${field}\` is looked up whole, so \`*\` stands for nothing there; quote one that is part of it`;
  if (isReviewField(field) || isWordField(field)) return toWords(field, values, negated, quoted);
  return `\`${field}\` is no field${hintAt(field)}`;
}

function toWords(
  field: WordField | ReviewField,
  values: readonly string[],
  negated: boolean,
  quoted: boolean,
): Term | string {
  const [value = ''] = values;
  const range = quoted || values.length > 1 ? undefined : readComparison(value);
  if (range !== undefined && isWordField(field) && closedFields[field] === undefined)
    return { kind: 'word-range', field, negated, range };
  const literal = quoted && value.includes('*');
  const strange = values.find((each) => !couldStand(field, each, literal));
  if (strange !== undefined)
    return `\`${field}\` is never \`${strange}\`; it is ${describeClosed(field)}`;
  if (!quoted && values.some(looksLikeComparison))
    return `\`${field}\` takes one comparison of numbers by itself: \`>n\`, \`>=n\`, \`<n\`, \`<=n\` or \`a..b\`; quote what is to be a word`;
  return isReviewField(field)
    ? { kind: 'review', field, negated, patterns: values, literal }
    : { kind: 'words', field, negated, patterns: values, literal };
}

/** Fields whose values are known: to find nothing under a mistyped one would look like an answer. */
const closedFields: Readonly<Record<string, readonly string[]>> = {
  type: entryTypes,
  decision: [...actions, 'denied'],
  severity: severities,
  coverage: ['full', 'partial'],
  delivered: ['full', 'partial', 'none', 'unknown'],
  review: ['none', ...reviewStatuses],
};

function hintAt(field: string): string {
  const nearest = findNearest(field, allFields());
  return nearest === undefined
    ? `; there are ${allFields().join(', ')}; text with a colon in it is looked for in quotes`
    : `; did you mean \`${nearest}\`, or text, which is looked for in quotes?`;
}

function couldStand(field: string, value: string, literal: boolean): boolean {
  if (value.includes('*') && !literal) return true;
  if (field === 'status') return /^\d+$/.test(value);
  const known = closedFields[field];
  return known === undefined || known.includes(value.toLowerCase());
}

function describeClosed(field: string): string {
  return field === 'status'
    ? 'a number: `404`, `4*`, or by itself `>=400` or `400..499`'
    : `one of ${(closedFields[field] ?? []).join(', ')}`;
}

export function allFields(): readonly Field[] {
  return [...wordFields, ...numberFields, ...nameFields, ...reviewFields];
}

/** What may stand behind a field, for whoever reads of it. */
export function describeField(field: Field): string {
  if (isNumberField(field))
    return `a number${field === 'latency' ? ' of milliseconds' : ''}, \`>n\`, \`>=n\`, \`<n\`, \`<=n\` or \`a..b\``;
  return isNameField(field)
    ? 'alternatives with commas, each of them whole'
    : 'alternatives with commas, `*` for anything';
}

function isWordField(field: string): field is WordField {
  return wordNames.has(field);
}

function isNumberField(field: string): field is NumberField {
  return numberNames.has(field);
}

function isNameField(field: string): field is NameField {
  return nameNames.has(field);
}

function isReviewField(field: string): field is ReviewField {
  return reviewNames.has(field);
}
