/** What the README tells a newcomer to paste does what it says, command by command and program by program. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readText, root } from '../support/repository.ts';
import { type Upstream, answerJson, startUpstream } from '../support/upstream.ts';

const run = promisify(execFile);

const said = 'Hello to you too.';

/** What the providers' own routes answer; the sandbox speaks for the rest. */
const answers: Readonly<Record<string, unknown>> = {
  '/v1/messages': {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: said }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 3, output_tokens: 5 },
  },
  '/v1beta/models/gemini-2.5-flash:generateContent': {
    candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 },
  },
  '/api/chat': {
    model: 'qwen3:0.6b',
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: said },
    done: true,
    done_reason: 'stop',
    prompt_eval_count: 3,
    eval_count: 5,
  },
};

let gateway: RunningGateway;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    answerJson(response, answers[url.split('?', 1)[0] ?? ''] ?? {});
  });
  gateway = await startGateway({
    environment: {
      ANTHROPIC_API_KEY: 'provider-key',
      ANTHROPIC_BASE_URL: upstream.url,
      GEMINI_API_KEY: 'provider-key',
      GOOGLE_GEMINI_BASE_URL: upstream.url,
      OLLAMA_HOST: upstream.url,
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await upstream.close();
});

function listBlocks(language: string): readonly string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...readText('README.md').matchAll(fence)].map(([, code = '']) => code);
}

/** As written, but for the address. */
async function paste(file: string, flags: readonly string[], code: string): Promise<string> {
  const { stdout } = await run(
    file,
    [...flags, code.replaceAll('http://127.0.0.1:8080', gateway.url)],
    { cwd: root, env: { PATH: process.env['PATH'] ?? '', GATEWAY_KEY: gateway.key } },
  );
  return stdout;
}

describe('the README’s commands', () => {
  const [exported = '', ...commands] = listBlocks('sh');

  test('begin with the key and are three', () => {
    expect(exported).toMatch(/^export GATEWAY_KEY=/);
    expect(commands).toHaveLength(3);
  });

  test('show a blocked prompt, a completion, and both in the trail', async () => {
    const printed: string[] = [];
    for (const command of commands) printed.push(await paste('bash', ['-c'], command));
    const [verdict, completion, trail] = printed.map((text) => JSON.parse(text) as unknown);
    expect(verdict).toMatchObject({ status: 'blocked', redacted_prompt: expect.any(String) });
    expect(completion).toMatchObject({ object: 'chat.completion', model: 'sandbox' });
    const types = JSON.stringify(trail).match(/"type":"\w+"/g);
    expect(types).toEqual(expect.arrayContaining(['"type":"decision"', '"type":"answered"']));
  });
});

describe('the README’s programs', () => {
  test.each(listBlocks('js').map((code) => [/from '([^']+)'/.exec(code)?.[1] ?? '', code]))(
    '%s prints an answer',
    async (_, code) => {
      const printed = await paste(process.execPath, ['--input-type=module', '-e'], code);
      expect(printed.trim().length).toBeGreaterThan(0);
      if (!code.includes("'sandbox'")) expect(printed.trim()).toBe(said);
    },
  );

  test('reach a provider without the gateway’s key', () => {
    expect(upstream.arrived).toHaveLength(Object.keys(answers).length);
    for (const { headers } of upstream.arrived)
      expect(JSON.stringify(headers)).not.toContain(gateway.key);
  });

  test('are six', () => {
    expect(listBlocks('js')).toHaveLength(6);
  });
});
