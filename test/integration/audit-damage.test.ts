/** A journal that is damaged under a gateway that serves: whoever reads it over HTTP is told so at each door. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentPath } from '../../src/audit/journal-files.ts';
import { listLogs } from '../../src/audit/worker-logs.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { spoilLine } from '../support/trail-directory.ts';
import { callAnyWorker, type Row } from '../support/workers.ts';

const question = { model: 'sandbox', messages: [{ role: 'user', content: 'hello' }] };

/** Where an entry stands, which has a byte turned over from here on. */
function spoil(
  gateway: RunningGateway,
  id: string,
): { readonly seq: number; readonly line: number } {
  for (const { directory } of listLogs(join(gateway.data, 'audit'))) {
    const path = segmentPath(directory, 1);
    const lines = readFileSync(path, 'latin1').split('\n');
    const index = lines.findIndex((line) => line.includes(`"id":"${id}"`));
    if (index < 0) continue;
    const { seq } = JSON.parse(lines[index] ?? '') as { seq: number };
    spoilLine(directory, index);
    return { seq, line: index + 1 };
  }
  throw new Error(`no log has ${id}`);
}

describe.each(['1', '2'])('with workers: %s', (workers) => {
  let gateway: RunningGateway;
  let rows: readonly Row[];
  beforeAll(async () => {
    const environment = { ...quickPolicy, GATEWAY_RATE_LIMIT: '0', GATEWAY_WORKERS: workers };
    gateway = await startGateway({ environment });
    for (let calls = 0; calls < 12; calls += 1) {
      const answer = await callAnyWorker(gateway, '/v1/chat/completions', { body: question });
      expect(answer.status).toBe(200);
    }
    rows = (await get('/v1/audit/entries?type=answered&limit=200')).json['entries'] as Row[];
    expect(rows.length).toBe(12);
  });
  afterAll(() => gateway.stop());

  const get = (path: string) => callAnyWorker(gateway, path);

  test('an auditor is told of the damage at every door, and where it is', async () => {
    const { id = '', exchange = '', origin = '' } = rows[6] ?? {};
    const { seq, line } = spoil(gateway, id);

    const said = `which is that of entry ${seq} (journal/00000001.jsonl, line ${line})`;
    const doors = ['', '/content', '/review'].map((more) => `/v1/audit/entries/${id}${more}`);
    for (const door of [...doors, `/v1/audit/proof?entry=${id}`]) {
      const { status, json } = await get(door);
      expect([door, status, json['code']]).toEqual([door, 503, 'not_ready']);
      expect(json['detail']).toContain(`a damaged place of the log ${origin}, ${said}`);
    }
    const lacks = `1 entry cannot be read in the log ${origin}, the first of them number ${seq}:`;
    for (const list of ['/v1/audit/entries?limit=200', `/v1/audit/exchanges/${exchange}`]) {
      const { status, json, headers } = await get(list);
      expect(status).toBe(200);
      expect((json['entries'] as Row[]).some((row) => row.id === id)).toBe(false);
      expect(headers.get('x-governance-index-partial')).toContain(lacks);
    }
    for (const format of ['jsonl', 'csv', 'ocsf']) {
      const { status, json } = await get(`/v1/audit/export?format=${format}`);
      expect([format, status, json['detail']]).toEqual([
        format,
        503,
        expect.stringContaining(lacks),
      ]);
    }
  });

  test('the others are read as ever, and what never was is not there', async () => {
    for (const { id } of rows.filter((_, index) => index !== 6))
      expect((await get(`/v1/audit/entries/${id}`)).status).toBe(200);
    const never = '00000000-0000-7000-8000-000000000000';
    for (const door of [never, `${never}/content`, `${never}/review`])
      expect((await get(`/v1/audit/entries/${door}`)).status).toBe(404);
  });
});
