/** Recorded calls, judged again: all of them where texts are kept, as far as a redacted copy goes, and the rest counted. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { main } from '../../src/cli/main.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import { settled } from '../support/settled.ts';

const word = { patterns: { word: { keywords: ['halcyon'] } } };
const block = { action: 'block', message: 'No.' };
const bundles: Readonly<Record<string, string>> = {
  now: policyOf({ ...word, rules: [{ id: 'word', when: 'hit("word")', action: 'flag' }] }),
  stricter: policyOf({ ...word, rules: [{ id: 'word', when: 'hit("word")', ...block }] }),
  weaker: policyOf({ rules: [{ id: 'long', when: 'tokens > 99999', ...block }] }),
  beside: policyOf({
    patterns: { other: { keywords: ['tell'] } },
    rules: [{ id: 'other', when: 'hit("other")', ...block }],
  }),
  carried: policyOf({
    ...word,
    parts: ['tool_result'],
    rules: [{ id: 'carried', when: 'hit("word")', ...block }],
  }),
  staging: policyOf({
    ...word,
    rules: [{ id: 'staging', when: 'key.env == "staging" && "beta" in key.tags', ...block }],
  }),
  answers: policyOf({ stages: ['response'], rules: [{ id: 'any', when: 'tokens > 0', ...block }] }),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'policy-replay-'));
  for (const [name, text] of Object.entries(bundles)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'policy.yaml'), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const replayed = z.strictObject({
  policy_version: z.string(),
  judged: z.int(),
  judged_redacted_copies: z.int(),
  changes: z.array(z.looseObject({ before: z.string(), after: z.string(), count: z.int() })),
  not_judged: z.record(z.string(), z.int()),
  notes: z.array(z.string()),
});

async function run(...args: readonly string[]) {
  let [out, error] = ['', ''];
  const status = await main(args, {
    out: (text) => (out += text),
    error: (text) => (error += text),
    environment: {},
    cwd: folder,
    terminal: false,
  });
  return { status, out, error };
}

async function replay(data: string, policies: string) {
  const args = ['policy', 'replay', '--policies', policies, '--data', data, '--json'];
  const { status, out, error } = await run(...args);
  expect({ status, error }).toEqual({ status: 0, error: '' });
  expect(out).not.toContain('tell me');
  const told = replayed.parse(JSON.parse(out));
  const changes = told.changes.map(({ before, after, count }) => `${count} ${before} to ${after}`);
  return { ...told, changes };
}

/** Three texts, of which two name the word, and three exchanges, of which one does. */
async function startRecorded(content: string): Promise<RunningGateway> {
  const config = join(folder, `${content}.yaml`);
  await writeFile(config, `audit: { content: ${content} }\n`);
  const gateway = await settled(
    await startGateway({
      environment: { GATEWAY_POLICIES: join(folder, 'now'), GATEWAY_CONFIG: config },
    }),
  );
  const made = await run(
    ...['keys', 'create', '--owner', 'ada', '--team', 'search', '--env', 'staging'],
    ...['--tags', 'beta', '--scopes', 'govern,proxy', '--data', gateway.data, '--json'],
  );
  const { key } = z.looseObject({ key: z.string() }).parse(JSON.parse(made.out));
  const post = async (path: string, body: unknown, by = gateway.key) =>
    expect(await call(`${gateway.url}${path}`, { key: by, body })).toMatchObject({ status: 200 });
  await post('/v1/validate', { prompt: 'tell me nothing' });
  await post('/v1/validate', { prompt: 'tell me of halcyon' });
  await post('/v1/policy/check', { input: 'tell me of halcyon', part: 'tool_result' });
  const ask = (content: string) => ({ model: 'sandbox', messages: [{ role: 'user', content }] });
  await post('/v1/chat/completions', ask('tell me nothing'));
  await post('/v1/chat/completions', { ...ask('tell me nothing'), stream: true }, key);
  await post('/v1/chat/completions', ask('tell me of halcyon'));
  return gateway;
}

describe('where texts are kept in full', () => {
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startRecorded('full');
  });
  afterAll(() => gateway.stop());

  test('all are judged, and under the policies that ruled nothing changes', async () => {
    const told = await replay(gateway.data, 'now');
    expect(told).toMatchObject({
      judged: 9,
      judged_redacted_copies: 0,
      changes: [],
      not_judged: {},
      notes: [],
    });
  });

  test('a policy that is not there is no policy that never fires', async () => {
    const shadow = (policy: string): ReturnType<typeof run> =>
      run('policy', 'shadow', '--data', gateway.data, '--policies', 'now', '--policy', policy);
    expect(await shadow('example')).toMatchObject({ status: 0, error: '' });
    expect(await shadow('exmaple')).toMatchObject({
      status: 1,
      out: '',
      error: expect.stringMatching(/^there is no policy `exmaple`.*; did you mean `example`\?\n$/),
    });
  });

  test('the trail that says all this is sound', async () => {
    const told = await run('audit', 'verify', '--data', gateway.data);
    expect(told).toMatchObject({ status: 0, error: '' });
  });

  test.each([
    ['stricter', ['4 flag to block']],
    ['weaker', ['4 flag to allow']],
    ['answers', ['2 allow to block', '1 flag to block', '3 flag to allow']],
    // As the part of a conversation that the caller said it was.
    ['carried', ['1 flag to block', '3 flag to allow']],
    // By what the key that called says of itself.
    ['staging', ['2 allow to block', '4 flag to allow']],
  ])('%s policies change what they should', async (policies, changes) => {
    const told = await replay(gateway.data, policies);
    expect(told).toMatchObject({ judged: 9, not_judged: {} });
    expect(told.changes).toEqual(changes);
  });
});

describe('where redacted copies are kept', () => {
  const wordCut = 'only a redacted copy was kept, and what it was ruled for is cut out of it';
  let gateway: RunningGateway;
  beforeAll(async () => {
    gateway = await startRecorded('redacted');
  });
  afterAll(() => gateway.stop());

  test('what was cut out cannot be judged again, and is counted', async () => {
    for (const policies of ['now', 'stricter', 'weaker']) {
      const told = await replay(gateway.data, policies);
      expect(told).toMatchObject({ judged: 5, changes: [], not_judged: { [wordCut]: 4 } });
    }
  });

  test('what the copies still show is judged, and it is said that they are copies', async () => {
    const told = await replay(gateway.data, 'beside');
    expect(told).toMatchObject({ judged: 9, judged_redacted_copies: 4 });
    expect(told.changes).toEqual(expect.arrayContaining(['4 flag to block']));
    expect(told.notes.join()).toContain('4 of these were redacted copies');
  });
});

describe('where nothing is kept', () => {
  test('every text is counted with the reason', async () => {
    const gateway = await startRecorded('none');
    const told = await replay(gateway.data, 'now');
    expect(told).toMatchObject({
      judged: 0,
      changes: [],
      not_judged: { 'the text was not kept': 9 },
    });
    await gateway.stop();
  });
});
