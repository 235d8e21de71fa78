import { describe, expect, test } from '@jest/globals';
import { writeEntry, writeHead } from '../../../src/audit/export/formats.ts';
import { readStoredEntry } from '../../../src/audit/stored-entry.ts';
import type { StoredEntry } from '../../../src/audit/stored-entry.ts';
import { goldenTrail } from '../../support/audit-vectors.ts';
import { readJournal } from '../../support/trail-directory.ts';

type Members = Readonly<Record<string, unknown>>;

const lines = readJournal(goldenTrail);
const entries = lines.flatMap((line) => readStoredEntry(Buffer.from(line)) ?? []);

function asEvent(entry: StoredEntry): Members {
  return JSON.parse(writeEntry('ocsf', entry)) as Members;
}

const at = (event: Members, name: string): Members => (event[name] ?? {}) as Members;

/** Of OCSF 1.5: objects that have to hold at least one of these, where they are there. */
const atLeastOne = {
  user: ['account', 'name', 'uid'],
  service: ['name', 'uid'],
  src_endpoint: ['ip', 'uid', 'name', 'hostname', 'svc_name', 'instance_uid', 'domain'],
  actor: ['process', 'user', 'invoked_by', 'session', 'app_name', 'app_uid'],
} as const;

describe('writeEntry()', () => {
  test('gives each entry back byte for byte as a canonical line', () => {
    expect(entries.map((entry) => writeEntry('jsonl', entry))).toEqual(
      lines.map((line) => `${line}\n`),
    );
  });

  test('gives OCSF events of the class API Activity, with what that class requires', () => {
    for (const entry of entries) {
      const event = asEvent(entry);
      expect(event).toMatchObject({
        category_uid: 6,
        class_uid: 6003,
        type_uid: 600_399,
        activity_id: 99,
        activity_name: entry.type,
        time: expect.any(Number),
        severity_id: expect.any(Number),
        metadata: { version: '1.5.0', product: { vendor_name: expect.any(String) } },
        api: { operation: expect.stringMatching(/./) },
      });
      const objects = {
        user: at(at(event, 'actor'), 'user'),
        service: at(at(event, 'api'), 'service'),
        src_endpoint: at(event, 'src_endpoint'),
        actor: at(event, 'actor'),
      };
      for (const [name, members] of Object.entries(objects)) {
        const needed: readonly string[] = atLeastOne[name as keyof typeof atLeastOne];
        const held = Object.entries(members).filter(([, value]) => value !== '');
        const optional = name === 'user' || name === 'service';
        const fine =
          (optional && held.length === 0) || held.some(([each]) => needed.includes(each));
        expect([entry.type, name, fine]).toEqual([entry.type, name, true]);
      }
    }
  });

  test.each([
    ['answered', { ruling: { action: 'allow' } }, 1],
    ['request', { ruling: { action: 'block' } }, 2],
    ['denied', {}, 2],
    ['failed', { ruling: { action: 'allow' } }, 2],
    ['aborted', {}, 2],
    ['recovered', {}, 0],
  ])('tells OCSF how a call went: %s', (type, more, status) => {
    const [entry] = entries;
    if (entry === undefined) throw new Error('no entry');
    expect(asEvent({ ...entry, ...more, type })).toMatchObject({ status_id: status });
  });

  test('tells OCSF which act an entry is of, and how many calls it stands for', () => {
    const [entry] = entries;
    if (entry === undefined) throw new Error('no entry');
    const detail = { entry: 'an-entry', status: 'open' };
    const { act: _, cause: __, ...plain } = entry;
    expect(asEvent({ ...plain, type: 'admin', act: 'review', detail })).toMatchObject({
      activity_name: 'admin',
      unmapped: { act: 'review', detail },
    });
    const denied = { ...plain, type: 'denied', cause: 'rate_limited', count: 17 };
    expect(asEvent(denied)).toMatchObject({ status_detail: 'rate_limited', count: 17 });
    expect(asEvent({ ...plain, type: 'gap', count: 5 })).not.toHaveProperty('count');
  });

  test('gives CSV in which no cell is a formula, and quotes what has to be', () => {
    const [entry] = entries;
    if (entry === undefined) throw new Error('no entry');
    const nasty = { ...entry, type: '=cmd|calc', origin: '@a,"b"\n', exchange: '\t+1' };
    const cells = writeEntry('csv', nasty);
    expect(writeEntry('csv', { ...nasty, exchange: '＝SUM(A1)' })).toContain(",'＝SUM(A1),");
    expect(writeEntry('csv', { ...nasty, exchange: '\n=1' })).toContain('"\'\n=1"');
    for (const before of [' ', '\u00a0', '\ufeff', '\u200b', '\0', ' \t'])
      for (const sign of '=+-@')
        expect(writeEntry('csv', { ...nasty, exchange: `${before}${sign}1` })).toContain(
          `,'${before}${sign}1,`,
        );
    expect(writeEntry('csv', { ...nasty, exchange: ' a=1' })).toContain(', a=1,');
    expect(cells).toContain(",'=cmd|calc,");
    expect(cells).toContain('"\'@a,""b""\n"');
    expect(cells).toContain(",'\t+1,");
    expect(writeHead('csv').split(',')).toHaveLength(31);
  });
});
