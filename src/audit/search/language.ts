/** Reads the search box: `decision:block rule:pii-* -model:gpt-* latency:>500 "free text"`. */
import { actions } from '../../governance/decision.ts';
import { severities } from '../../governance/finding.ts';
import { suggestion } from '../../governance/policy/suggest.ts';
import { entryTypes } from '../line.ts';
import { nameFields, numberFields, reviewFields, reviewStatuses, wordFields } from './fields.ts';
import type { Field, NameField, NumberField, ReviewField, WordField } from './fields.ts';
import type { Range, Term } from './filter.ts';

export type Misread = { readonly at: number; readonly detail: string };
export type Reading = { readonly terms: readonly Term[]; readonly misread?: Misread };

export const queryCharactersMax = 2000;
export const termsMax = 50;

const wordNames: ReadonlySet<string> = new Set(wordFields);
const numberNames: ReadonlySet<string> = new Set(numberFields);
const nameNames: ReadonlySet<string> = new Set(nameFields);
const reviewNames: ReadonlySet<string> = new Set(reviewFields);
const latencyPerUnit = 1000;

/** One piece between spaces: `-field:"a value"`, `word`, `"a phrase"`. A backslash before other characters is itself. */
const piece = /\s*(-?)(?:([A-Za-z_]+):)?(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^\s"]+))(?=\s|$)/y;

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
    const value = quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1');
    const term =
      field === undefined
        ? toText(value, minus === '-', quoted !== undefined)
        : toTerm(field, value, minus === '-', quoted !== undefined);
    if (typeof term === 'string') return { terms, misread: { at, detail: term } };
    terms.push(term);
    if (terms.length > termsMax)
      return { terms, misread: { at, detail: `more than ${termsMax} terms` } };
  }
  return { terms };
}

function toText(value: string, negated: boolean, quoted: boolean): Term | string {
  if (!quoted && /^[A-Za-z_]+:$/.test(value)) return `\`${value.slice(0, -1)}\` needs a value`;
  const prefix = !quoted && value.endsWith('*');
  const phrase = prefix ? value.slice(0, -1) : value;
  if (!/[\p{L}\p{N}]/u.test(phrase)) return 'free text needs a letter or a digit';
  // Nothing that is searched in reads on behind a zero character.
  return { kind: 'text', negated, phrase: phrase.replaceAll('\0', ' '), prefix };
}

/** A term on a field, or a sentence that says what is wrong with it. */
export function toTerm(
  field: string,
  value: string,
  negated = false,
  quoted = false,
): Term | string {
  if (value === '') return `\`${field}\` needs a value`;
  if (isNumberField(field)) {
    const range = readRange(value, field === 'latency' ? latencyPerUnit : 1);
    return range === undefined
      ? `\`${field}\` takes a number, \`>n\`, \`>=n\`, \`<n\`, \`<=n\` or \`a..b\``
      : { kind: 'number', field, negated, range };
  }
  const values = quoted ? [value] : value.split(',').filter((each) => each !== '');
  if (values.length === 0) return `\`${field}\` needs a value`;
  if (isNameField(field)) return { kind: 'name', field, negated, values };
  const strange = values.find((each) => !couldStand(field, each));
  if (strange !== undefined)
    return `\`${field}\` is never \`${strange}\`; it is one of ${(closedFields[field] ?? []).join(', ')}`;
  if (isReviewField(field)) return { kind: 'review', field, negated, patterns: values };
  if (!isWordField(field)) return `\`${field}\` is no field${hintAt(field)}`;
  const range = quoted ? undefined : readComparison(value);
  return range === undefined
    ? { kind: 'words', field, negated, patterns: values }
    : { kind: 'word-range', field, negated, range };
}

/** Fields whose values are known: to find nothing under a mistyped one would look like an answer. */
const closedFields: Readonly<Record<string, readonly string[]>> = {
  type: entryTypes,
  decision: [...actions, 'denied'],
  severity: severities,
  coverage: ['full', 'partial'],
  review: ['none', ...reviewStatuses],
};

function hintAt(field: string): string {
  return suggestion(field, allFields()) || `; there are ${allFields().join(', ')}`;
}

function couldStand(field: string, value: string): boolean {
  const known = closedFields[field];
  return known === undefined || value.includes('*') || known.includes(value.toLowerCase());
}

export function allFields(): readonly Field[] {
  return [...wordFields, ...numberFields, ...nameFields, ...reviewFields];
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

function readRange(value: string, unit: number): Range | undefined {
  if (/^\d+(\.\d+)?$/.test(value)) return { low: inUnits(value, unit), high: inUnits(value, unit) };
  return readComparison(value, unit);
}

/** A product such as 1.001 * 1000 misses by less than anything that is measured here, and would find nothing. */
function inUnits(text: string, unit: number): number {
  return Number((Number(text) * unit).toPrecision(15));
}

/** Undefined as well where nothing could lie between the ends: that would look like an answer. */
function readComparison(value: string, unit = 1): Range | undefined {
  const range = readEnds(value, unit);
  return range === undefined || range.high < range.low ? undefined : range;
}

/** Both ends are included; all numbers here are whole, so an open end is the next one that is. */
function readEnds(value: string, unit: number): Range | undefined {
  const between = /^(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?)$/.exec(value);
  if (between !== null)
    return { low: inUnits(between[1] ?? '', unit), high: inUnits(between[2] ?? '', unit) };
  const [, sign, text] = /^(>=|<=|>|<)(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (sign === undefined) return undefined;
  const limit = inUnits(text ?? '', unit);
  if (sign.startsWith('>'))
    return { low: sign === '>' ? Math.floor(limit) + 1 : limit, high: Infinity };
  return { low: 0, high: sign === '<' ? Math.ceil(limit) - 1 : limit };
}
