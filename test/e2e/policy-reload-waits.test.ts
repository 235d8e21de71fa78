/** Policies that take seconds to compile: who calls meanwhile is answered by the old ones, and hardly waits. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { usualPolicyLimits as limits } from '../../src/config/yaml-source.ts';
import { compilePolicies } from '../../src/server/loading/check.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readEntries } from '../support/journal.ts';
import { policyOf } from '../support/policy.ts';

/** A gateway that compiles where it serves keeps callers waiting for all of it; one that does not, for a small part. */
const partMost = 1 / 2;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const wordOf = (index: number): string =>
  [index, Math.floor(index / 26), Math.floor(index / 676)]
    .map((at) => letters.charAt(at % 26))
    .join('');

/** Patterns, words, rules and tests near what is allowed, and `action` for one word in the end. */
function writeLarge(action: string): string {
  const expressions = Array.from({ length: 500 }, (_, index) => ({
    name: `p${index}`,
    regex: `(?i)\\b${wordOf(index)}_?(?:password|token|${wordOf(index)})\\s*[=:]\\s*\\S{8,64}`,
  }));
  const words = Array.from({ length: 1000 }, (_, index) => `${wordOf(index * 7)}x${index} abcdefg`);
  const patterns = {
    ...Object.fromEntries(expressions.map(({ name, regex }) => [name, { regex }])),
    words: { keywords: words, ignoreCase: true, wholeWord: true },
    alpha: { keywords: ['alpha'] },
  };
  const rules = [
    ...expressions.map(({ name }) => ({ id: `r-${name}`, when: `hit("${name}")`, action: 'flag' })),
    { id: 'words', when: 'hit("words")', action: 'flag' },
    { id: 'alpha', when: 'hit("alpha")', action },
  ];
  const tests = Array.from({ length: 20 }, (_, index) => ({
    name: `Test ${index}`,
    given: { text: `now and then ${index} `, repeat: 5_000 },
    expect: { action: 'allow', rules: [] },
  }));
  return policyOf({ patterns, rules }, 'large', { tests });
}

const small = policyOf(
  {
    patterns: { alpha: { keywords: ['alpha'] } },
    rules: [{ id: 'alpha', when: 'hit("alpha")', action: 'block', message: 'No.' }],
  },
  'large',
);

type Asked = { readonly version: string; readonly action: string; readonly waitMs: number };

async function ask(gateway: RunningGateway): Promise<Asked> {
  const begunMs = performance.now();
  const { status, json } = await call(`${gateway.url}/v1/validate`, {
    key: gateway.key,
    body: { prompt: 'alpha' },
  });
  expect(status).toBe(200);
  const waitMs = performance.now() - begunMs;
  return { version: String(json['policy_version']), action: String(json['action']), waitMs };
}

describe.each([1, 2])('with %i process(es) that serve', (workers) => {
  let folder: string;
  let gateway: RunningGateway;
  const put = async (text: string): Promise<void> => {
    const file = join(folder, 'large.yaml');
    await writeFile(`${file}.next`, text);
    await rename(`${file}.next`, file);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'large-'));
    await put(small);
    const environment = { GATEWAY_POLICIES: folder, GATEWAY_RATE_LIMIT: '0' };
    gateway = await startGateway({
      environment: { ...environment, ...(workers > 1 && { GATEWAY_WORKERS: String(workers) }) },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('calls go on under the old policies, and none waits for the new ones', async () => {
    const before = await ask(gateway);
    expect(before.action).toBe('block');
    await put(writeLarge('redact'));
    const asked: Asked[] = [];
    do asked.push(await ask(gateway));
    while (asked.at(-1)?.action === 'block');
    const begunMs = performance.now();
    const { compiled } = await compilePolicies({ directory: folder, limits, outside: [] });
    const wholeMs = performance.now() - begunMs;
    expect('bundle' in compiled && compiled.bundle.version).toBe(asked.at(-1)?.version);
    const old = asked.slice(0, -1);
    expect(new Set(old.map(({ version }) => version))).toEqual(new Set([before.version]));
    expect(old.length).toBeGreaterThan(20);
    expect(Math.max(...old.map(({ waitMs }) => waitMs))).toBeLessThan(wholeMs * partMost);
  });

  test('the trail names the new version before the first call that it rules', async () => {
    const { version } = await ask(gateway);
    const acts = (await readEntries(gateway.data)).filter(({ type }) => type === 'policy');
    expect(acts.map(({ act }) => act)).toEqual(['loaded', 'loaded']);
    expect(acts.at(-1)).toMatchObject({ detail: { policy_version: version } });
  });
});
