/** Models from outside in a running gateway: every way in gives the same ruling, and one that fails is a failure on record. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { main } from '../../src/cli/main.ts';
import { type Answered, call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { policyOf } from '../support/policy.ts';
import {
  answerJson,
  answerStream,
  chatCompletion,
  startUpstream,
  type Script,
  type Upstream,
} from '../support/upstream.ts';

const detectorKey = 'canary-key-of-the-detector';
const tone = policyOf(
  {
    rules: [{ id: 'rude', when: 'found("tone/rude", 0.7)', action: 'block', message: 'Be kind.' }],
  },
  'tone',
  {
    tests: [
      {
        name: 'what the model calls rude is blocked',
        given: { text: 'x', outside: { tone: [{ category: 'tone/rude', confidence: 0.9 }] } },
        expect: { action: 'block', rules: ['rude'] },
      },
    ],
  },
);
const odd = policyOf(
  {
    onError: 'flag',
    match: { model: { startsWith: 'odd' } },
    rules: [{ id: 'odd', when: 'found("odd/*")', action: 'block', message: 'Be usual.' }],
  },
  'odd',
);
const words = policyOf(
  {
    patterns: { name: { keywords: ['halcyon'] } },
    rules: [{ id: 'name', when: 'hit("name")', action: 'block', message: 'Do not name it.' }],
  },
  'words',
);

let folder: string;
let gateway: RunningGateway;
let detector: Upstream;
let provider: Upstream;

/** Calls a text rude that says so. */
const judgeTone: Script = ({ body }, response) => {
  const { text } = z.object({ text: z.string() }).parse(JSON.parse(String(body)));
  const at = text.indexOf('jerk');
  const findings = at < 0 ? [] : [{ label: 'rude', score: 0.95, start: at, end: at + 4 }];
  answerJson(response, { findings });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-outside-'));
  [detector, provider] = [await startUpstream(judgeTone), await startUpstream()];
  const common = { kind: 'http', timeoutMs: 8000, cacheEntriesMax: 0, failuresMax: 1000 };
  const detectors = {
    tone: {
      ...{ ...common, url: `${detector.url}/tone`, credential: '${TONE_KEY}' },
      labels: { rude: { category: 'tone/rude' } },
    },
    odd: {
      ...{ ...common, url: 'http://127.0.0.1:1/odd' },
      labels: { odd: { category: 'odd/odd' } },
    },
  };
  const policies = join(folder, 'policies');
  await mkdir(policies);
  for (const [name, text] of Object.entries({ tone, odd, words }))
    await writeFile(join(policies, `${name}.yaml`), text);
  await writeFile(join(folder, 'gateway.yaml'), JSON.stringify({ detectors, policies }));
  gateway = await startGateway({
    environment: {
      GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
      TONE_KEY: detectorKey,
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: `${provider.url}/v1`,
      GATEWAY_RATE_LIMIT: '0',
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([detector.close(), provider.close()]);
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  detector.script = judgeTone;
  detector.clear();
});

const post = (path: string, body: unknown): Promise<Answered> =>
  call(`${gateway.url}${path}`, { key: gateway.key, body });
const chat = (content: string, rest: object = {}): Promise<Answered> =>
  post('/v1/chat/completions', {
    model: 'gpt-test',
    messages: [{ role: 'user', content }],
    ...rest,
  });
const answers = (text: string): void => {
  provider.script = ({ body }, response) => {
    if (String(body).includes('"stream":true'))
      answerStream(response, text.match(/.{1,3}/gs) ?? []);
    else answerJson(response, chatCompletion(text));
  };
};

const entrySchema = z.looseObject({
  type: z.string(),
  ruling: z.looseObject({
    action: z.string(),
    failures: z.array(z.looseObject({ check: z.string(), reason: z.string() })),
  }),
});
async function newestRuling(): Promise<z.output<typeof entrySchema>['ruling']> {
  const { json } = await call(`${gateway.url}/v1/audit/entries?limit=1`, { key: gateway.key });
  const entries = z.object({ entries: z.array(entrySchema) }).parse(json).entries;
  if (entries[0] === undefined) throw new Error('the trail is empty');
  return entries[0].ruling;
}

/** Every way in which a text is judged, of the caller or of the model: its status, and whether it went through. */
async function judgeByEveryWay(text: string): Promise<Readonly<Record<string, boolean>>> {
  answers('All is well.');
  const validated = await post('/v1/validate', { prompt: text });
  const checked = await post('/v1/policy/check', { input: text, stage: 'response' });
  const [plain, streamed] = [await chat(text), await chat(text, { stream: true })];
  answers(text);
  const answer = await chat('hello');
  const stream = await chat('hello', { stream: true });
  return {
    validated: validated.json['status'] === 'approved',
    checked: checked.json['status'] === 'approved',
    plain: plain.text.includes('All is well.'),
    streamed: streamed.status === 200,
    answer: answer.text.includes(text),
    stream: stream.text.includes('[DONE]'),
  };
}
const all = (passes: boolean): Readonly<Record<string, boolean>> => ({
  ...{ validated: passes, checked: passes, plain: passes },
  ...{ streamed: passes, answer: passes, stream: passes },
});

describe('a detector that answers', () => {
  test('rules alike by every way in', async () => {
    expect(await judgeByEveryWay('you are kind')).toEqual(all(true));
    expect(await judgeByEveryWay('you jerk')).toEqual(all(false));
    expect(detector.arrived.every(({ url }) => url === '/tone')).toBe(true);
    expect(detector.arrived[0]?.headers.authorization).toBe(`Bearer ${detectorKey}`);
  });

  test('has its findings told with their place, and the rule that acted on them', async () => {
    const { json } = await post('/v1/validate', { prompt: 'you jerk' });
    expect(json).toMatchObject({
      ...{ status: 'blocked', policy_triggered: 'tone', rule_triggered: 'rude' },
      findings: [{ category: 'tone/rude', confidence: 0.95, start: 4, end: 8, rule: 'tone/rude' }],
    });
  });

  test('judges texts that are judged in a thread of their own', async () => {
    const long = 'you are kind. '.repeat(3000);
    detector.script = (_arrived, response) => answerJson(response, { findings: [] });
    const short = await post('/v1/validate', { prompt: long.slice(0, 19_000) });
    expect(short.json['status']).toBe('approved');
    const { json } = await post('/v1/validate', { prompt: long });
    expect(json['status']).toBe('blocked');
    expect((await newestRuling()).failures).toEqual([
      { check: 'tone', reason: 'the detector `tone` is shown at most 20000 characters of a text' },
    ]);
    const many = Array.from({ length: 4 }, () => ({
      role: 'user',
      content: long.slice(0, 15_000),
    }));
    answers('All is well.');
    expect((await chat('', { messages: many })).status).toBe(200);
    detector.script = judgeTone;
    const rude = [...many, { role: 'user', content: 'you jerk' }];
    expect((await chat('', { messages: rude })).text).toContain('tone');
  });

  test('is not asked about what another rule blocks, nor by policies that are about other calls', async () => {
    const { json } = await post('/v1/validate', { prompt: 'halcyon, you jerk' });
    expect(json['policy_triggered']).toBe('words');
    expect((await newestRuling()).failures).toEqual([]);
    expect(detector.arrived).toEqual([]);
  });

  test('is explained with what it saw', async () => {
    const { json } = await post('/v1/policies/explain', { text: 'you jerk' });
    expect(JSON.stringify(json['policies'])).toContain('"category":"tone/rude","confidence":0.95');
  });
});

describe('a detector that fails', () => {
  const faults: readonly (readonly [string, Script, string])[] = [
    [
      'with a status',
      (_arrived, response) => answerJson(response, {}, 500),
      'answered with the status 500',
    ],
    ['in silence', () => undefined, 'did not answer within 8000 ms'],
    [
      'with rubbish',
      (_arrived, response) => answerJson(response, { findings: 'none' }),
      'answered something else than its contract says',
    ],
  ];

  test.each(faults)(
    '%s is a failure on record, and blocks where `onError` says so',
    async (_name, script, reason) => {
      detector.script = script;
      const { json } = await post('/v1/validate', { prompt: 'you are kind' });
      expect(json).toMatchObject({ status: 'blocked', action: 'block', policy_triggered: 'tone' });
      expect(await newestRuling()).toMatchObject({
        action: 'block',
        failures: [{ check: 'tone', reason: `the detector \`tone\` ${reason}` }],
      });
    },
  );

  test('lets nothing through by any way in', async () => {
    detector.script = (_arrived, response) => answerJson(response, {}, 503);
    expect(await judgeByEveryWay('you are kind')).toEqual(all(false));
  });

  test('after the request was judged keeps the answer, plain and streamed', async () => {
    for (const stream of [false, true]) {
      detector.script = judgeTone;
      provider.script = (_arrived, response) => {
        detector.script = (_asked, refused) => answerJson(refused, {}, 503);
        if (stream) answerStream(response, ['you are ', 'kind']);
        else answerJson(response, chatCompletion('you are kind'));
      };
      const { text } = await chat('hello', { stream });
      expect(text).not.toContain('kind');
      expect((await newestRuling()).failures[0]).toMatchObject({ check: 'tone' });
    }
  });

  test('is flagged where `onError` says so, and the call goes on', async () => {
    const { json } = await post('/v1/validate', { prompt: 'you are kind', model: 'odd-1' });
    expect(json).toMatchObject({ status: 'approved', action: 'flag', flags: [{ policy: 'odd' }] });
    expect((await newestRuling()).failures).toMatchObject([
      { check: 'odd', reason: expect.stringMatching(/^the detector `odd` could not be reached/) },
    ]);
  });

  test('is explained as what is missing', async () => {
    detector.script = (_arrived, response) => answerJson(response, {}, 500);
    const { json } = await post('/v1/policies/explain', { text: 'you jerk' });
    const told = JSON.stringify(json['policies']);
    expect(told).toContain(
      '"outcome":"failed","reason":"the detector `tone` answered with the status 500"',
    );
  });
});

describe('the commands on policies', () => {
  const run = async (...args: readonly string[]) => {
    let out = '';
    const write = (text: string): void => void (out += text);
    const io = {
      out: write,
      error: write,
      environment: { TONE_KEY: 'k' },
      cwd: folder,
      terminal: false,
    };
    const status = await main([...args, '--config', join(folder, 'gateway.yaml')], io);
    return { status, out };
  };

  test('know the detectors of the configuration', async () => {
    expect((await run('policy', 'lint')).out).not.toContain('nothing detects');
    expect((await run('policy', 'test')).status).toBe(0);
    expect((await run('check-config')).status).toBe(0);
  });

  test('explain what cannot be known without asking', async () => {
    await writeFile(join(folder, 'text.txt'), 'you jerk');
    const { out } = await run('policy', 'explain', join(folder, 'text.txt'));
    expect(out).toContain(
      'rude: block: FAILED, because the detector `tone` is a model from outside',
    );
  });
});

test('no key of a detector and no text that it was shown is in log or output', () => {
  expect(gateway.output()).not.toContain(detectorKey);
  expect(gateway.output()).not.toContain('you jerk');
});
