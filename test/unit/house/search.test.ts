/** docs/SEARCH.md tells of the query language what the gateway reads, field by field and refusal by refusal. */
import { describe, expect, test } from '@jest/globals';
import {
  nameFields,
  numberFields,
  reviewFields,
  wordFields,
} from '../../../src/audit/search/fields.ts';
import {
  allFields,
  queryCharactersMax,
  readSearch,
  termsMax,
  toFieldTerm,
} from '../../../src/audit/search/language.ts';
import { readMoment } from '../../../src/audit/search/moment.ts';
import { readSection, readTable, readText } from '../../support/repository.ts';

const page = 'docs/SEARCH.md';
const now = Date.parse('2026-02-01T00:00:00Z');

function plain(cell = ''): string {
  return cell.replaceAll('\\|', '|').replace(/^`|`$/g, '');
}

/** What a field of words says of a value that it never has. */
function tellClosed(name: string): string {
  const field = allFields().find((each) => each === name);
  const read = field === undefined ? '' : toFieldTerm(field, 'nothing-of-the-kind');
  return typeof read === 'string' ? read : '';
}

function kindOf(field: string): string {
  if (numberFields.some((one) => one === field)) return 'number';
  if (nameFields.some((one) => one === field)) return 'name';
  if (field === 'status') return 'status';
  return tellClosed(field) === '' ? 'words' : 'closed';
}

describe(page, () => {
  const fields = readTable(readSection(page, 'Fields'));

  test('lists every field, and of which kind it is', () => {
    expect(allFields()).toHaveLength(
      wordFields.length + numberFields.length + nameFields.length + reviewFields.length,
    );
    expect(fields.map(([name, kind]) => [plain(name), kind]).sort()).toEqual(
      allFields()
        .map((field) => [field, kindOf(field)])
        .sort(),
    );
  });

  test('names the values of fields that have no others', () => {
    for (const [name = '', kind, about = ''] of fields) {
      if (kind !== 'closed' || plain(name) === 'type') continue;
      const [, known = ''] = / one of (.*)$/.exec(tellClosed(plain(name))) ?? [];
      const named = [...about.matchAll(/`([a-z_]+)`/g)].map(([, value]) => value);
      expect([name, named.sort()]).toEqual([name, known.split(', ').sort()]);
    }
  });

  test('shows queries that are read', () => {
    const [, examples = ''] = /```text\n([\s\S]*?)```/.exec(readText(page)) ?? [];
    const queries = examples.trim().split('\n');
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries)
      expect([query, readSearch(query).misread]).toEqual([query, undefined]);
  });

  test('shows queries that are refused, and says why as the gateway does', () => {
    const refused = readTable(readSection(page, 'What is refused'));
    expect(refused.length).toBeGreaterThan(10);
    for (const [query, why = ''] of refused)
      expect([query, readSearch(plain(query)).misread?.detail]).toEqual([
        query,
        expect.stringContaining(why),
      ]);
  });

  test('shows moments that are read, and none that is not', () => {
    const written = readTable(readSection(page, 'Moments')).flatMap(([cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, moment = '']) => moment),
    );
    expect(written.length).toBeGreaterThan(6);
    for (const moment of written)
      expect([moment, typeof readMoment(moment, 'from', now)]).toEqual([moment, 'number']);
    for (const moment of ['now', '2026-01-31T12:00'])
      expect(typeof readMoment(moment, 'from', now)).toBe('string');
  });

  test('is what the help of the console shows some of', () => {
    const [, shown = ''] =
      /const queries[^=]*= \[([\s\S]*?)\n\];/.exec(
        readText('console/src/shell/shortcut-help.tsx'),
      ) ?? [];
    const queries = [...shown.matchAll(/\['(.*?)',/g)].map(([, query = '']) => query);
    expect(queries.length).toBeGreaterThan(4);
    for (const query of queries)
      expect([query, readSearch(query).misread]).toEqual([query, undefined]);
  });

  test('tells how long a query may be', () => {
    expect(readSection(page, 'Terms').replaceAll('\n', ' ')).toContain(
      `at most ${queryCharactersMax} characters and ${termsMax} terms`,
    );
  });
});
