/** The JSON Schema that editors use is the one that policies are read by. */
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readYaml } from '../../../../src/config/yaml-document.ts';
import { expiryOf, policyJsonSchema } from '../../../../src/governance/policy/schema.ts';
import { listFiles, readText } from '../../../support/repository.ts';
import { policyOf } from '../../../support/policy.ts';

const committed: unknown = JSON.parse(readText('config/policy.schema.json'));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(policyJsonSchema());

describe('config/policy.schema.json', () => {
  test('is what the schema in the code gives', () => {
    expect(committed).toEqual(policyJsonSchema());
  });

  test('accepts every policy that is shipped, and each names it for editors', () => {
    const files = listFiles(/^config\/policies\/.*\.yaml$/);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readText(file);
      const up = '../'.repeat(file.split('/').length - 2);
      expect([file, text.split('\n')[0]]).toEqual([
        file,
        `# yaml-language-server: $schema=${up}policy.schema.json`,
      ]);
      expect([file, validate(readYaml(text).value), validate.errors]).toEqual([file, true, null]);
    }
  });

  test.each([
    ['an unknown key', { onEror: 'block' }],
    ['an unknown mode', { mode: 'on' }],
    ['no rules', { rules: [] }],
  ])('refuses %s', (_, spec) => {
    const rules = [{ id: 'a', when: 'true', action: 'flag' }];
    const sound: unknown = JSON.parse(policyOf({ rules }));
    const faulty: unknown = JSON.parse(policyOf({ rules, ...spec }));
    expect([validate(sound), validate(faulty)]).toEqual([true, false]);
  });
});

test.each([
  ['2027-06-30', '2027-06-30T23:59:59.999Z'],
  ['2027-06-30T12:00:00Z', '2027-06-30T12:00:00.000Z'],
  ['2027-06-30T12:00:00+02:00', '2027-06-30T10:00:00.000Z'],
  ['2027-02-31', undefined],
  ['soon', undefined],
  ['2027-06', undefined],
  ['12', undefined],
])('expiryOf(%s) is %s', (text, expected) => {
  const at = expiryOf(text);
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(expected);
});
