/** What the README tells a newcomer to paste does what it says, command by command and program by program. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { readText, root } from '../support/repository.ts';

const run = promisify(execFile);

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

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
    const answers: string[] = [];
    for (const command of commands) answers.push(await paste('bash', ['-c'], command));
    const [verdict, completion, trail] = answers.map((text) => JSON.parse(text) as unknown);
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
    },
  );

  test('are three', () => {
    expect(listBlocks('js')).toHaveLength(3);
  });
});
