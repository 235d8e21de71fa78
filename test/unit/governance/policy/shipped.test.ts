/** The policies that are shipped: without a warning, tested in every rule and operand, and mapped to controls. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../../src/governance/detectors/index.ts';
import { govern } from '../../../../src/governance/govern.ts';
import { measureCoverage } from '../../../../src/governance/policy/coverage.ts';
import type { Bundle } from '../../../../src/governance/policy/policy.ts';
import type { PolicyFault } from '../../../../src/governance/policy/source.ts';
import { callOf } from '../../../support/policy.ts';
import { compileFolder } from '../../../support/shipped-policies.ts';

let bundle: Bundle;
let warnings: readonly PolicyFault[] = [];
beforeAll(async () => {
  ({ bundle, warnings } = await compileFolder());
});

describe('the shipped policies', () => {
  test('compile without a warning', () => {
    expect(warnings.map(({ file, line, message }) => `${file}:${line}: ${message}`)).toEqual([]);
  });

  test('are a baseline in force and packs in shadow', () => {
    const inShadow = bundle.policies.filter((policy) => policy.mode === 'shadow');
    expect(inShadow.map(({ id, file }) => [id, file]).sort()).toEqual(
      [
        ...[
          'agents',
          'eu-ai-act-logging',
          'gdpr',
          'hipaa',
          'owasp-llm-2025',
          'pci-dss',
          'pii-strict',
        ],
      ].map((id) => [id, `config/policies/packs/${id}.yaml`]),
    );
    const inForce = bundle.policies.filter((policy) => policy.mode === 'enforce');
    expect(inForce.length).toBeGreaterThan(5);
    expect(inForce.every(({ id, file }) => file === `config/policies/${id}.yaml`)).toBe(true);
  });

  test('map to controls, and each rule says what to do', () => {
    for (const { id, document } of bundle.policies) {
      expect([id, document.metadata.controls?.length ?? 0]).not.toEqual([id, 0]);
      const silent = document.spec.rules.filter((rule) => rule.message === undefined);
      expect([id, silent.map((rule) => rule.id)]).toEqual([id, []]);
    }
  });

  test('make every rule fire in their tests, and see every operand true and false', () => {
    const unseen = bundle.policies.flatMap((policy) =>
      measureCoverage(policy, bundle.patterns, catalogue).flatMap(({ rule, fired, operands }) => [
        ...(fired ? [] : [`${policy.id}/${rule} never fires`]),
        ...operands
          .filter(({ seenTrue, seenFalse }) => !seenTrue || !seenFalse)
          .map(
            ({ source, seenTrue }) =>
              `${policy.id}/${rule}: ${source} is never ${seenTrue ? 'false' : 'true'}`,
          ),
      ]),
    );
    expect(unseen).toEqual([]);
  });
});

describe('ordinary work passes the shipped policies unchanged', () => {
  test.each([
    'Write a polite reply to a customer who is late with a payment of 1,250.00 euros.',
    'Explain in three sentences how TLS certificates are rotated.',
    "SELECT name, total FROM orders WHERE created_at > now() - interval '30 days' LIMIT 100;",
    'const total = items.reduce((sum, item) => sum + item.price * item.count, 0);',
    'Übersetze bitte: „Der Bericht liegt bis Freitag, den 12. März, auf Ihrem Tisch.“',
    '次の文章を要約してください。会議は来週の月曜日に開かれます。',
    'The order number is 4111-2222-3333-4445 and the tracking id 1Z999AA10123456784.',
    'Ignore the noise in the first column and sum the rest.',
    'From now on, please answer in French and keep it under 100 words.',
    'Version 2.14.3 fails with error 0x80070057 at 12:30:45 on port 8443.',
    'Here is the log: 2026-11-20T10:15:30Z INFO request 7f3b2c1d-9e4a-4f6b-8a2d-1c5e7f9b3d2a took 35 ms',
    'Play the part of a strict teacher and examine me on irregular verbs.',
  ])('%s', (text) => {
    const ruling = govern(bundle, callOf({ text }));
    expect([ruling.action, ruling.fired]).toEqual(['allow', []]);
  });
});
