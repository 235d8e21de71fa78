/** A filter in the words of the search box, for the trail itself: people as pseudonyms, free text as a keyed digest. */
import { toTimestamp } from '../clock.ts';
import type { Filter, Range, Term } from './filter.ts';

const latencyPerUnit = 1000;

/** Whether a person is named as entries name them. */
export function isPseudonym(name: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(name);
}

/** What was asked for stays in the trail for good, so nothing stands in it that an erasure would have to reach. */
export function writeFilter(filter: Filter, toPseudonym: (name: string) => string): string {
  const { fromUs, toUs, terms } = filter;
  return [
    ...(fromUs === undefined ? [] : [`from:${toTimestamp(fromUs)}`]),
    ...(toUs === undefined ? [] : [`to:${toTimestamp(toUs)}`]),
    ...terms.map((term) => `${term.negated ? '-' : ''}${writeTerm(term, toPseudonym)}`),
  ].join(' ');
}

function writeTerm(term: Term, toPseudonym: (name: string) => string): string {
  switch (term.kind) {
    case 'words':
    case 'review':
      return `${term.field}:${writeValues(term.patterns)}`;
    case 'word-range':
      return `${term.field}:${writeRange(term.range, 1)}`;
    case 'number':
      return `${term.field}:${writeRange(term.range, term.field === 'latency' ? latencyPerUnit : 1)}`;
    case 'name': {
      const hide = (name: string): string => (isPseudonym(name) ? name : toPseudonym(name));
      const values = term.field === 'subject' ? term.values.map(hide) : term.values;
      return `${term.field}:${writeValues(values)}`;
    }
    case 'text':
      return `text:${toPseudonym(term.phrase)}${term.prefix ? '*' : ''}`;
  }
}

function writeValues(values: readonly string[]): string {
  const text = values.join(',');
  return /[\s"]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}

function writeRange({ low, high }: Range, unit: number): string {
  if (high === Number.POSITIVE_INFINITY) return `>=${low / unit}`;
  return low === high ? String(low / unit) : `${low / unit}..${high / unit}`;
}
