import { describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '../support/call.ts';
import { startGateway } from '../support/gateway.ts';
import { createKey } from '../support/keys.ts';
import { answerJson, chatCompletion, startUpstream } from '../support/upstream.ts';

async function readFiles(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { path, bytes: await readFile(path) };
      }),
  );
}

describe('logs, errors and entries', () => {
  test('hold no prompt, no answer, no matched value and no key', async () => {
    const canaries = {
      prompt: 'canary-prompt-violet-harbour',
      answer: 'canary-answer-amber-quarry',
      matched: ['AKIA', 'C4N4RY7Q', '3M5X2K6P'].join(''),
      header: 'canary-header-9931',
      unknownKey: 'canary-unknown-key-00000001',
      path: 'canary-path-segment',
      broken: 'canary-broken-body',
      agent: 'canary-agent/1.0',
    };
    const provider = 'canary-provider-key-5512';
    const data = await mkdtemp(join(tmpdir(), 'governance-secret-'));
    const upstream = await startUpstream((_arrived, response) =>
      answerJson(response, chatCompletion(canaries.answer)),
    );
    const gateway = await startGateway({
      data,
      environment: {
        OPENAI_API_KEY: provider,
        OPENAI_BASE_URL: `${upstream.url}/v1`,
        LOG_LEVEL: 'trace',
      },
    });
    const made = createKey(gateway, ['--owner', 'a', '--scopes', 'govern,proxy']);
    const said: string[] = [];
    const send = async (
      path: string,
      key: string,
      body: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await call(`${gateway.url}${path}`, {
        key,
        body,
        headers: { 'user-agent': canaries.agent, 'x-extra': canaries.header, ...headers },
      });
      if (answer.status !== 200) said.push(answer.text);
      return answer;
    };
    const chat = (content: string) => ({
      model: 'gpt-test',
      messages: [{ role: 'user', content }],
    });
    for (const key of [gateway.key, made.key]) {
      expect((await send('/v1/chat/completions', key, chat(canaries.prompt))).text).toContain(
        canaries.answer,
      );
      await send('/v1/chat/completions', key, chat(`${canaries.prompt} ${canaries.matched}`));
      await send('/v1/validate', key, { prompt: `${canaries.prompt} ${canaries.matched}` });
      await send('/v1/policy/check', key, { input: canaries.prompt, stage: 'response' });
      await send('/v1/validate', key, `{"prompt":"${canaries.broken}`);
      await send('/v1/validate', key, { prompt: 1, note: canaries.broken });
      await send(`/v1/${canaries.path}`, key, {});
      await send(`/x/${canaries.path}`, key, {});
      await send(`/v1/models/${canaries.path}/x`, key, {});
      await send(`/v1/validate?note=${canaries.path}`, key, { prompt: 'x' });
      await send('/v1/chat/completions', key, `{"${canaries.path}":1,"${canaries.path}":2}`);
      await send('/v1/validate', key, { prompt: 'x', [canaries.path]: 1 });
    }
    await send('/v1/validate', canaries.unknownKey, { prompt: canaries.prompt });
    await send(`/v1/validate?key=${canaries.unknownKey}`, made.key, { prompt: canaries.prompt });
    // The journal is read while the gateway runs and again after it stopped, when everything has reached the disk.
    await gateway.stop();
    await upstream.close();

    const secrets = [
      canaries.prompt,
      canaries.answer,
      canaries.matched,
      canaries.header,
      canaries.unknownKey,
      canaries.broken,
      canaries.path,
      provider,
      gateway.key,
      made.key,
    ];
    const files = await readFiles(data);
    expect(files.length).toBeGreaterThan(0);
    for (const secret of secrets) {
      expect(gateway.output()).not.toContain(secret);
      // An error may name to its caller the path, model or member that they sent; nothing else of it.
      const echoed = said.filter((text) => text.includes(secret));
      expect(secret === canaries.path ? [] : echoed).toEqual([]);
      expect(files.filter(({ bytes }) => bytes.includes(secret)).map(({ path }) => path)).toEqual(
        [],
      );
    }
    await rm(data, { recursive: true, force: true });
  });
});
