/** A filter in the words of the search box, for the trail itself: people as pseudonyms, free text as a keyed digest. */
import { toTimestamp } from '../clock.ts';
import type { StoredEntry } from '../stored-entry.ts';
import { readRow } from './fields.ts';
import type { Filter, Range, Term } from './filter.ts';
import type { ListRequest } from './query.ts';
import type { Page } from './reader.ts';

const latencyPerUnit = 1000;

/** Whether it could be how entries name a person; people's own names may look like that too. */
export function looksLikePseudonym(name: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(name);
}

type List = (request: ListRequest) => Promise<{ readonly answer: Pick<Page, 'entries'> }>;

/** A filter as the trail may keep it, where entries can be asked which names are pseudonyms. */
export async function tellFilter(filter: Filter, hide: Hide, list: List): Promise<string> {
  const carried = new Set<string>();
  for (const name of findUnclear(filter)) {
    const { answer } = await list({ filter: bySubject(name), limit: 1, direction: 'newer' });
    if (answer.entries.some((entry) => isSubject(entry, name))) carried.add(name);
  }
  return writeFilter(filter, hide, carried);
}

/** Subjects that may have been asked for by name or by pseudonym: nothing of the text itself tells. */
export function findUnclear(filter: Filter): readonly string[] {
  return filter.terms.flatMap((term) =>
    term.kind === 'name' && term.field === 'subject' ? term.values.filter(looksLikePseudonym) : [],
  );
}

export function bySubject(name: string): Filter {
  return { terms: [{ kind: 'name', field: 'subject', negated: false, values: [name] }] };
}

function isSubject(entry: StoredEntry, name: string): boolean {
  return readRow(entry, 0).names.subject === name;
}

type Hide = (name: string) => string;

/**
 * What was asked for stays in the trail for good, so nothing stands in it that an erasure would have to reach.
 * `carried` are the subjects that entries name so.
 */
export function writeFilter(
  filter: Filter,
  hide: Hide,
  carried: ReadonlySet<string> = new Set(),
): string {
  const { fromUs, toUs, terms } = filter;
  return [
    ...(fromUs === undefined ? [] : [`from:${toTimestamp(fromUs)}`]),
    ...(toUs === undefined ? [] : [`to:${toTimestamp(toUs)}`]),
    ...terms.map((term) => `${term.negated ? '-' : ''}${writeTerm(term, hide, carried)}`),
  ].join(' ');
}

function writeTerm(term: Term, hide: Hide, carried: ReadonlySet<string>): string {
  switch (term.kind) {
    case 'words':
    case 'review':
      return `${term.field}:${writeValues(term.patterns, term.literal)}`;
    case 'word-range':
      return `${term.field}:${writeRange(term.range, 1)}`;
    case 'number':
      return `${term.field}:${writeRange(term.range, term.field === 'latency' ? latencyPerUnit : 1)}`;
    case 'name': {
      const tell = (name: string): string => (carried.has(name) ? name : hide(name));
      const values = term.field === 'subject' ? term.values.map(tell) : term.values;
      return `${term.field}:${writeValues(
        values,
        values.some((name) => name.includes('*')),
      )}`;
    }
    case 'text':
      return `text:${hide(term.phrase)}${term.prefix ? '*' : ''}`;
  }
}

function writeValues(values: readonly string[], literal: boolean): string {
  const text = values.join(',');
  // As it would have to be written to be read as the one value that it is.
  const alone = values.length === 1 && (literal || /,|^[<>]|\.\./.test(text));
  return alone || /[\s"]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : text;
}

function writeRange({ low, high }: Range, unit: number): string {
  if (high === Number.POSITIVE_INFINITY) return `>=${low / unit}`;
  return low === high ? String(low / unit) : `${low / unit}..${high / unit}`;
}
