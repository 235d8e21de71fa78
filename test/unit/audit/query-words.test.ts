/** What was asked for, as the trail keeps it: true to the question, and without a name of anybody. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { main } from '../../../src/cli/main.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { readSearch } from '../../../src/audit/search/language.ts';
import { writeFilter } from '../../../src/audit/search/query-words.ts';
import { systemActor } from '../../../src/audit/system-actor.ts';
import { decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { cleanTrails, openNew, readEntries } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = Buffer.alloc(32, 7);
/** A name of 22 such characters could be a pseudonym. */
const name = 'vytxeTZskVKR7C7WgdSP3d';

async function openWithEntry() {
  const { directory, trail } = await openNew({ masterKey });
  await trail.record(decisionEvent({ actor: { ...sampleActor, subject: name } }));
  const { actor } = readEntries(directory).at(-1) as { actor: { subject: string } };
  return { directory, trail, pseudonym: actor.subject };
}

function queryOf(entries: readonly Record<string, unknown>[]): unknown {
  const begun = entries.find(({ type, act }) => type === 'export' && act === 'begun');
  return (begun?.['detail'] as { query: string }).query;
}

describe('an export of a person whose name looks like a pseudonym', () => {
  test('is told by the pseudonym, whichever of the two was asked for', async () => {
    for (const asked of ['name', 'pseudonym'] as const) {
      const { directory, trail, pseudonym } = await openWithEntry();
      const subject = asked === 'name' ? name : pseudonym;
      const { filter } = readListQuery(new URLSearchParams({ subject }), Date.now());
      let lines = '';
      for await (const piece of trail.exportEntries({ filter, format: 'jsonl' }, systemActor))
        lines += piece;
      expect(lines.split('\n')).toHaveLength(2);
      expect(queryOf(readEntries(directory))).toBe(`subject:${pseudonym}`);
    }
  });

  test('finds them on the command line, and is told there as well', async () => {
    for (const asked of ['name', 'pseudonym'] as const) {
      const { directory, trail, pseudonym } = await openWithEntry();
      await trail.close();
      let out = '';
      let told = '';
      const query = `subject:${asked === 'name' ? name : pseudonym}`;
      const status = await main(['audit', 'export', '--dir', directory, '--query', query], {
        out: (text) => (out += text),
        error: (text) => (told += text),
        environment: { GATEWAY_MASTER_KEY: masterKey.toString('base64') },
        cwd: directory,
        terminal: false,
      });
      expect([status, out.split('\n').length, told]).toEqual([0, 2, '1 entry written\n']);
      expect(queryOf(readEntries(directory))).toBe(`subject:${pseudonym}`);
    }
  });
});

test.each([
  'tag:"a,b"',
  'tag:a,b -tag:"x y"',
  'model:"1..2" owner:"say \\"no\\""',
  'tag:">5" status:>=400 latency:0.5..20',
  '-session:s1,s2 assignee:Ada',
  'model:"gpt*" -session:"s*" tag:a*',
])('%s is kept as it was meant', (query) => {
  const { terms } = readSearch(query);
  expect(readSearch(writeFilter({ terms }, (text) => text)).terms).toEqual(terms);
});

describe('a filter that nothing could pass', () => {
  const read = (query: string) => readListQuery(new URLSearchParams(query), Date.now()).filter;

  test.each([
    'q=latency:5..1',
    'q=latency:<0',
    'from=2026-01-02&to=2026-01-01T10:00:00Z',
    'from=1h&to=2h',
  ])('is refused: %s', (query) => {
    expect(() => read(query)).toThrow('not valid');
  });

  test('is not one of a single day: its last moment is in it', () => {
    const day = read('from=2026-01-31&to=2026-01-31');
    expect((day.toUs ?? 0) - (day.fromUs ?? 0)).toBe(86_400_000_000 - 1);
    const moment = read('from=2026-01-31T00:00:00Z&to=2026-01-31T00:00:00Z');
    expect(moment.toUs).toBe(moment.fromUs);
  });
});
