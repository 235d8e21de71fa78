/** One policy that looks at no text, for tests that are about something else: a gateway starts and judges in half the time. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyOf } from './policy.ts';

/** A model of such a name is blocked, and the upstream must never hear of it. */
export const blockedModel = 'forbidden';

/** Answers what a gateway is started with so that it has this policy and no other. */
export async function writeQuickPolicy(
  folder: string,
): Promise<{ readonly GATEWAY_POLICIES: string }> {
  const directory = join(folder, 'policies');
  await mkdir(directory);
  const rule = {
    stages: ['request'],
    rules: [
      {
        id: 'model',
        when: `model.startsWith("${blockedModel}")`,
        action: 'block',
        message: 'No.',
      },
    ],
  };
  const policy = policyOf(rule, 'models', {
    tests: [
      {
        name: 'one that is blocked',
        given: { text: 'x', model: blockedModel },
        expect: { action: 'block', rules: ['model'] },
      },
      {
        name: 'one that is not',
        given: { text: 'x', model: 'other' },
        expect: { action: 'allow', rules: [] },
      },
    ],
  });
  await writeFile(join(directory, 'models.yaml'), policy);
  return { GATEWAY_POLICIES: directory };
}
