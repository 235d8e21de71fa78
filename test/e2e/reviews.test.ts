import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { type Postgres, openPostgres } from '../support/postgres.ts';
import { quickPolicy } from '../support/quick-policy.ts';
import { until } from '../support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'governance-reviews-'));
const environment = { ...quickPolicy, GATEWAY_RATE_LIMIT: '0' };
const sharing = join(folder, 'shared.yaml');
let postgres: Postgres;

beforeAll(async () => {
  const found = await openPostgres();
  if ('missing' in found) throw new Error(found.missing);
  postgres = found;
  writeFileSync(sharing, 'audit:\n  index:\n    shared: true\n');
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const inDatabase = (workers: string): Promise<RunningGateway> =>
  startGateway({
    environment: {
      ...environment,
      GATEWAY_CONFIG: sharing,
      GATEWAY_WORKERS: workers,
      GATEWAY_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
      DATABASE_URL: postgres.url,
    },
  });

type State = { readonly tags: readonly string[]; readonly revision: number };
type Act = { readonly detail: { readonly tags: string; readonly revision: number } };

/** On a connection of its own, so that any of the workers may have it. */
function ask(gateway: RunningGateway, path: string, body?: object) {
  const headers = { connection: 'close' };
  return call(gateway.url + path, { key: gateway.key, headers, ...(body && { body }) });
}

/** Reads, adds a tag to what is there, and does so again for as long as somebody else was faster. */
async function addTag(gateway: RunningGateway, id: string, tag: string): Promise<void> {
  const path = `/v1/audit/entries/${id}/review`;
  for (;;) {
    const { tags, revision } = (await ask(gateway, path)).json as State;
    const { status, json } = await ask(gateway, path, { tags: [...tags, tag], revision });
    if (status === 200) return;
    expect([status, json['code']]).toEqual([409, 'conflict']);
    await sleep(Math.random() * 20);
  }
}

describe.each([
  ['one process', () => [startGateway({ environment })]],
  ['two workers', () => [startGateway({ environment: { ...environment, GATEWAY_WORKERS: '2' } })]],
  ['two replicas with one index, one of them of two workers', () => ['2', '1'].map(inDatabase)],
] as const)('reviewers of one entry at once, at %s,', (_, start) => {
  let gateways: readonly RunningGateway[];
  const at = (index: number): RunningGateway => gateways[index % gateways.length] as RunningGateway;
  beforeAll(async () => {
    gateways = await Promise.all(start());
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
  });

  /** An entry that all of them know. */
  async function decide(prompt: string): Promise<string> {
    const { json } = await ask(at(0), '/v1/validate', { prompt });
    const id = String(json['decision_id']);
    for (const gateway of gateways)
      await until(async () => (await ask(gateway, `/v1/audit/entries/${id}`)).status === 200);
    return id;
  }

  const readState = async (index: number, id: string) =>
    (await ask(at(index), `/v1/audit/entries/${id}/review`)).json;

  async function readActs(id: string): Promise<readonly Act[]> {
    const { json } = await ask(at(1), `/v1/audit/entries?limit=100&q=act:review+about:${id}`);
    return json['entries'] as Act[];
  }

  test('of several who know the same, one is heard and the others are told', async () => {
    const id = await decide('who is first?');
    expect(await readState(0, id)).toEqual({ status: 'none', assignee: '', tags: [], revision: 0 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask(at(index), `/v1/audit/entries/${id}/review`, {
          ...{ status: 'confirmed', assignee: `reviewer-${index}`, revision: 0 },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(7).fill(409),
    ]);
    const heard = answers.findIndex(({ status }) => status === 200);
    const state = { status: 'confirmed', assignee: `reviewer-${heard}`, tags: [], revision: 1 };
    expect(answers[heard]?.json).toMatchObject(state);
    for (const index of [0, 1]) expect(await readState(index, id)).toEqual(state);
    const told = answers.find(({ status }) => status === 409);
    expect(told?.json).toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/revision', detail: 'the present one is 1' }],
    });
    expect(await readActs(id)).toHaveLength(1);
  });

  test('none of what they add is lost, and each act is in the trail', async () => {
    const id = await decide('who adds what?');
    const names = Array.from({ length: 9 }, (_, index) => `tag-${index}`);
    await Promise.all(names.map((name, index) => addTag(at(index), id, name)));
    for (const index of [0, 1]) {
      const state = (await readState(index, id)) as State;
      expect([state.tags.toSorted(), state.revision]).toEqual([names, names.length]);
    }
    const acts = (await readActs(id)).toSorted((a, b) => a.detail.revision - b.detail.revision);
    expect(acts.map(({ detail }) => detail.revision)).toEqual(names.map((_, index) => index + 1));
    expect(acts.map(({ detail }) => detail.tags.split(',').length)).toEqual(
      names.map((_, index) => index + 1),
    );
  });

  test('what an act leaves out stays as it is', async () => {
    const id = await decide('who says what?');
    const said = [{ status: 'closed' }, { assignee: 'ada' }, { tags: ['x', 'y'] }, { note: 'so' }];
    const answers = await Promise.all(
      said.map((body, index) => ask(at(index), `/v1/audit/entries/${id}/review`, body)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const state = { status: 'closed', assignee: 'ada', tags: ['x', 'y'], revision: 4 };
    for (const index of [0, 1]) expect(await readState(index, id)).toEqual(state);
    const emptied = await ask(at(1), `/v1/audit/entries/${id}/review`, { assignee: '', tags: [] });
    expect(emptied.json).toMatchObject({ status: 'closed', assignee: '', tags: [], revision: 5 });
    const { json } = await ask(at(0), '/v1/audit/entries?review=closed');
    expect(json['reviews']).toEqual({
      [id]: { status: 'closed', assignee: '', tags: [], revision: 5 },
    });
  });
});
