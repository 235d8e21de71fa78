import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { schemaVersion } from '../../../src/audit/index-sqlite.ts';
import { readKeptContent } from '../../../src/audit/content/kept-content.ts';
import { KeptText } from '../../../src/audit/search/kept-text.ts';
import { readStoredEntry } from '../../../src/audit/stored-entry.ts';
import { verdicts } from '../../../src/audit/verify/report.ts';
import { verifyBundle } from '../../../src/audit/verify/bundle-check.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import {
  computeVectors,
  goldenBundle,
  goldenMasterKey,
  goldenTrail,
} from '../../support/audit-vectors.ts';
import { hasPython, python } from '../../support/python.ts';
import { readSection, readTable, readText, root } from '../../support/repository.ts';
import { readEntries, readJournal } from '../../support/trail-directory.ts';

const page = 'docs/AUDIT-FORMAT.md';

/** A cell without the marks of code. */
const bare = (cell = ''): string => cell.replace(/^`|`$/g, '');

describe('docs/AUDIT-FORMAT.md', () => {
  test('shows the vectors that the code computes from the golden trail, all of them', () => {
    const rows = readTable(readSection(page, 'Test vectors'));
    const shown = Object.fromEntries(rows.map(([name = '', value]) => [name, bare(value)]));
    expect(shown).toEqual(computeVectors());
  });

  test('lists the members that entries have, and only those', () => {
    const listed = readTable(readSection(page, 'Members')).map(([name]) => bare(name));
    const written = readText('src/audit/line.ts');
    const members = [...written.matchAll(/member\('(\w+)'|"(\w+)":/g)].map(
      ([, optional, always]) => optional ?? always ?? '',
    );
    expect(listed).toEqual([...new Set(members)].sort());
    const seen = new Set(readEntries(goldenTrail).flatMap(Object.keys));
    expect(listed).toEqual(expect.arrayContaining([...seen]));
  });

  test('says what members of members are called, all that entries have', () => {
    const told = new Map(
      readTable(readSection(page, 'Members')).map(([name, what]) => [bare(name), what]),
    );
    const open = new Set(['content', 'detail']);
    const inner = (value: unknown): readonly string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, each]) =>
            Array.isArray(value) ? inner(each) : [name, ...inner(each)],
          )
        : [];
    const seen = readEntries(goldenTrail).flatMap((entry) =>
      Object.entries(entry)
        .filter(([name]) => !open.has(name))
        .flatMap(([name, value]) => inner(value).map((each) => [name, each] as const)),
    );
    expect(new Set(seen.map(([, each]) => each)).size).toBeGreaterThan(30);
    const missing = seen.filter(
      ([name, each]) => !new RegExp(`\\b${each}\\b`).test(told.get(name) ?? ''),
    );
    expect([...new Set(missing.map((each) => each.join('.')))]).toEqual([]);
    const written = readText('src/audit/ruling-text.ts');
    const rulings = [...written.matchAll(/"(\w+)":/g)].map(([, name = '']) => name);
    const both = `${told.get('ruling') ?? ''} ${told.get('coverage') ?? ''}`;
    expect(rulings.filter((name) => !new RegExp(`\\b${name}\\b`).test(both))).toEqual([]);
  });

  test('names the version of the index that its digests hold for, as the second verifier does', () => {
    const version = schemaVersion.slice(0, schemaVersion.indexOf(':') + 1);
    expect(readSection(page, 'The index')).toContain(`begins with \`${version}\``);
    expect(readText('tools/verifier/index.py')).toContain(`== '${version}'`);
  });

  test('lists the verdicts by their exit status', () => {
    const rows = readTable(readSection(page, 'Verifying'));
    expect(rows.map(([status, verdict]) => [status, bare(verdict)])).toEqual(
      verdicts.map((verdict, status) => [String(status), verdict]),
    );
  });
});

describe('a trail of version 1', () => {
  test('is read and found intact, with the master key and without', () => {
    const report = verifyTrail({ directory: goldenTrail, masterKey: goldenMasterKey });
    expect(report).toMatchObject({ verdict: 'intact', faults: [], entries: 45, blobs: 7, open: 0 });
    expect(report.notes.join('\n')).toMatch(/was erased under entry \d+/);
    expect(verifyTrail({ directory: goldenTrail })).toMatchObject({
      verdict: 'intact',
      faults: [],
    });
  });

  test('gives back what was said', () => {
    const kept = new KeptText(goldenTrail, goldenMasterKey);
    const entry = readStoredEntry(Buffer.from(readJournal(goldenTrail)[2] ?? ''));
    const content = entry && readKeptContent(entry);
    expect(content && kept.read(content)).toBe('What is the tide at noon? — ünïcode');
    kept.close();
  });

  test('can be put into evidence, whose bundle holds', () => {
    const report = verifyBundle(goldenBundle);
    expect(report).toMatchObject({ verdict: 'intact', faults: [], entries: 2, size: 45 });
  });

  test('is found intact by the second verifier too', () => {
    if (!hasPython()) return;
    for (const directory of [goldenTrail, goldenBundle]) {
      const said = execFileSync(python, [join(root, 'tools/verify.py'), directory], {
        encoding: 'utf8',
      });
      expect(said).toMatch(/^intact: /);
    }
  });
});
