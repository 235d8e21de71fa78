/** The tutorial's policy does what the tutorial says, step by step. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { main } from '../../../src/cli/main.ts';
import { readText } from '../../support/repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [policy = '', moreTests = '', exemptions = ''] = [
  ...readText('docs/TUTORIAL.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm),
].map(([, block = '']) => block);
const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

async function run(line: string, policies: string) {
  mkdirSync(join(folder, 'config/policies'), { recursive: true });
  writeFileSync(join(folder, 'config/policies/case-numbers.yaml'), policies);
  writeFileSync(join(folder, 'text'), 'about CASE-2026-004711');
  let out = '';
  const status = await main(line.split(' '), {
    out: (text) => (out += text),
    error: () => undefined,
    environment: {},
    cwd: folder,
    terminal: false,
  });
  return { status, out };
}

const check = 'policy test --coverage --mutate';

describe('docs/TUTORIAL.md', () => {
  test('begins with a policy without a warning, laid out already, whose tests miss the exception', async () => {
    expect(await run('policy lint --strict', policy)).toMatchObject({ status: 0 });
    expect(await run('policy fmt --check', policy)).toMatchObject({ status: 0 });
    const { status, out } = await run(check, policy);
    expect(status).toBe(0);
    expect(out).toMatch(/never false: .*: upstream != "ours"/);
  });

  test('goes on with tests that reach everything', async () => {
    const { status, out } = await run(check, policy + indent(moreTests));
    expect(status).toBe(0);
    expect(out).toContain('coverage: 100 % of rules, 100 % of operands');
    expect(out).toContain('mutants: 2 of 2 caught');
  });

  test('explains why the rule does not fire for our own model', async () => {
    const { out } = await run('policy explain text --upstream ours', policy);
    expect(out).toContain(
      'case-number: redact: did not fire, because `upstream != "ours"` is false',
    );
  });

  test('compares with the directory that it copies and the samples that it writes', async () => {
    const text = readText('docs/TUTORIAL.md');
    const [, sample = '', file = ''] = /^echo '(.*)' > (\S+)$/m.exec(text) ?? [];
    const [, line = ''] = /^npx governance (policy diff .*)$/m.exec(text) ?? [];
    expect(line).toContain(`--samples ${file} `);
    writeFileSync(join(folder, file), `${sample}\n`);
    mkdirSync(join(folder, 'next'), { recursive: true });
    const enforced = policy.replace('mode: shadow', 'mode: enforce');
    writeFileSync(join(folder, 'next/case-numbers.yaml'), enforced);
    const { status, out } = await run(line, policy);
    expect(status).toBe(0);
    expect(out).toContain(`e.g. ${file}:1`);
  });

  test('ends with a policy in force and an exemption that loads', async () => {
    const enforced = policy.replace('mode: shadow', 'mode: enforce');
    expect(enforced).not.toBe(policy);
    const last =
      enforced.replace('  patterns:', `${indent(exemptions)}  patterns:`) + indent(moreTests);
    expect(await run('policy lint', last)).toMatchObject({ status: 0 });
    expect((await run('policy explain text', last)).out).toContain('case-number: redact: FIRED');
  });
});
