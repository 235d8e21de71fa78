/** Why a rule fires or not, told of a request to every route, by the command and by the running gateway alike. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { main } from '../../src/cli/main.ts';
import { listSpecimenRoutes } from '../../src/proxy/specimen.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import { settled } from '../support/settled.ts';
import { specimens } from '../support/specimens.ts';

const when = 'hit("name") && (count("name") > 1 || upstream == "far") && tokens > 0';
const stars = policyOf(
  {
    patterns: { name: { keywords: ['orion'] } },
    rules: [
      { id: 'named', when: 'hit("name")', action: 'flag', message: 'A star is named.' },
      { id: 'often', when, action: 'block', message: 'It is named twice.' },
    ],
  },
  'stars',
);
const text = 'tell me of orion, please';

let folder: string;
let gateway: RunningGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-explain-'));
  await writeFile(join(folder, 'stars.yaml'), stars);
  gateway = await settled(await startGateway({ environment: { GATEWAY_POLICIES: folder } }));
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const traceSchema = z.looseObject({ source: z.string(), value: z.string() });
const spanSchema = z.looseObject({ start: z.int(), end: z.int() });
const toldSchema = z.looseObject({
  action: z.string(),
  dialect: z.string(),
  parts: z.array(z.looseObject({ pointer: z.string() })).optional(),
  policies: z.tuple([
    z.looseObject({
      rules: z.tuple([
        z.looseObject({
          outcome: z.literal('fired'),
          trace: traceSchema.extend({
            found: z.tuple([z.looseObject({ spans: z.tuple([spanSchema]) })]),
          }),
        }),
        z.looseObject({ outcome: z.literal('silent'), because: traceSchema }),
      ]),
    }),
  ]),
});

/** What both ways to ask have to agree on. */
function summarise(json: unknown) {
  const { action, dialect, parts, policies } = toldSchema.parse(json);
  const [named, often] = policies[0].rules;
  const { start, end, part, path } = named.trace.found[0].spans[0];
  const { source, value } = often.because;
  const pointer = typeof part === 'number' ? parts?.[part]?.pointer : undefined;
  return { action, dialect, start, end, pointer, path, because: `${source} is ${value}` };
}

async function explainByCommand(body: string, ...args: readonly string[]) {
  await writeFile(join(folder, 'request.json'), body);
  let [out, error] = ['', ''];
  const operands = ['policy', 'explain', 'request.json', '--policies', folder];
  const status = await main([...operands, ...args], {
    out: (written) => (out += written),
    error: (written) => (error += written),
    environment: {},
    cwd: folder,
    terminal: false,
  });
  return { status, out, error };
}

/** `/messages/0/content` as an entry and the command write it: `messages[0].content`. */
function toPath(pointer: string): string {
  return pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

describe('explaining a request', () => {
  test('is tested of every route that is governed', () => {
    expect(specimens.map(({ route }) => route).sort()).toEqual([...listSpecimenRoutes()].sort());
  });

  test.each(specimens)('to $route', async ({ route, dialect, pointer, body }) => {
    const request = body(text);
    const expected = { action: 'flag', dialect, start: 11, end: 16 };
    const because = 'count("name") > 1 is false';

    const answered = await call(`${gateway.url}/v1/policies/explain`, {
      key: gateway.key,
      body: { request, route },
    });
    expect(answered.status).toBe(200);
    expect(summarise(answered.json)).toMatchObject({ ...expected, because, pointer });
    expect(answered.text).not.toContain('tell me');

    const told = await explainByCommand(JSON.stringify(request), '--route', route, '--json');
    expect(told).toMatchObject({ status: 0, error: '' });
    expect(summarise(JSON.parse(told.out))).toMatchObject({
      ...expected,
      because,
      path: toPath(pointer),
    });
    expect(told.out).not.toContain('tell me');
  });

  test.each(specimens)('finds out the format of one to $route', async ({ pointer, body }) => {
    const told = await explainByCommand(JSON.stringify(body(text)), '--json');
    expect(summarise(JSON.parse(told.out))).toMatchObject({
      action: 'flag',
      path: toPath(pointer),
    });
  });

  test('says in words what it took the request for', async () => {
    const { out } = await explainByCommand(JSON.stringify(specimens[0]?.body(text)));
    expect(out).toContain('read as openai-chat');
  });
});
