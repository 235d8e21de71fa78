/** Calls of features that providers add to their formats, as these are on the wire: the policies that are shipped let them through as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { govern } from '../../../src/governance/govern.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { plain } from '../../support/answers.ts';
import { call } from '../../support/call.ts';
import { compileFolder } from '../../support/shipped-policies.ts';
import { familiesAt, setStage } from './support.ts';

type Form = {
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
};

const file = join(import.meta.dirname, 'true-forms.json');
const forms = JSON.parse(readFileSync(file, 'utf8')) as readonly Form[];

let bundle: Bundle;
beforeAll(async () => {
  ({ bundle } = await compileFolder());
});

const stage = setStage((url) => familiesAt(url), {
  judge: () => (interaction) => govern(bundle, interaction, { hash: (value) => value }),
});

describe('the shipped policies let through as it is', () => {
  test.each(forms.map((form) => [form.name, form] as const))(
    '%s',
    async (_, { path, body, answer }) => {
      stage.upstream.script = plain(answer);
      const told = await call(`${stage.proxy.url}${path}`, { body });
      expect([told.status, told.text]).toEqual([200, JSON.stringify(answer)]);
      const [arrived] = stage.upstream.arrived;
      expect(arrived?.body.toString()).toBe(JSON.stringify(body));
    },
  );
});
