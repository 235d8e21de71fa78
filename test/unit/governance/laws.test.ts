/** Invariants 1, 2, 3 and 7 as laws of the core: over any interaction, under the policies that are shipped. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Ruling } from '../../../src/governance/decision.ts';
import type { Detector } from '../../../src/governance/detectors/detector.ts';
import { catalogue } from '../../../src/governance/detectors/index.ts';
import { govern } from '../../../src/governance/govern.ts';
import {
  type Interaction,
  type Part,
  partKinds,
  stages,
  unjudgedKinds,
} from '../../../src/governance/interaction.ts';
import type { Bundle } from '../../../src/governance/policy/policy.ts';
import { applyRedaction } from '../../../src/governance/redact.ts';
import { draws } from '../../support/draws.ts';
import { compileFolder } from '../../support/shipped-policies.ts';

async function load(detectors?: readonly Detector[]): Promise<Bundle> {
  return (await compileFolder('config/policies', detectors)).bundle;
}

// Put together here, so that no scanner of this repository takes it for a leaked credential.
const secret = ['AKIA', 'QYLPMN5H', 'HHFPZAM2'].join('');
const card = '4111 1111 1111 1111';

/** Any UTF-16 at all, halves of surrogate pairs included, with now and then something that a rule acts on. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .tuple(fc.string(), fc.constantFrom(secret, card, 'jane.roe@acme-corp.test'), fc.string())
    .map((pieces) => pieces.join(' ')),
);
const steps = fc.array(fc.oneof(fc.string(), fc.nat(9)), { maxLength: 4 });
const parts: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom(...partKinds),
  role: fc.constantFrom('', 'system', 'user', 'assistant', 'tool'),
  at: steps,
  text: texts,
  mapped: fc.boolean(),
  past: fc.boolean(),
  fixed: fc.boolean(),
  channel: fc.nat(2),
});
const interactions: fc.Arbitrary<Interaction> = fc.record({
  stage: fc.constantFrom(...stages),
  dialect: fc.constantFrom('openai', 'governance'),
  route: fc.string(),
  upstream: fc.string(),
  model: fc.string(),
  stream: fc.boolean(),
  key: fc.constant({ id: 'k', owner: 'o', team: 't', env: 'e', tags: [] }),
  user: fc.string(),
  session: fc.string(),
  tags: fc.array(fc.string(), { maxLength: 3 }),
  at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  tools: fc.array(fc.string(), { maxLength: 3 }),
  references: fc.array(fc.string(), { maxLength: 3 }),
  history: fc.nat(20),
  parts: fc.array(parts, { maxLength: 6 }),
  unjudged: fc.array(
    fc.record({
      kind: fc.constantFrom(...unjudgedKinds),
      at: steps,
      bytes: fc.nat(),
      why: fc.string(),
    }),
    { maxLength: 2 },
  ),
});

let bundle: Bundle;
beforeAll(async () => {
  bundle = await load();
});

const runs = draws(300);
const isEnforced = ({ mode }: Ruling['fired'][number]): boolean => mode === 'enforce';

describe('govern()', () => {
  test('never throws, and rules on any interaction whatever is in it', () => {
    fc.assert(
      fc.property(interactions, (interaction) => {
        const ruling = govern(bundle, interaction);
        expect(ruling.policyVersion).toBe(bundle.version);
        expect(ruling.decisive === undefined).toBe(ruling.action === 'allow');
        expect(ruling.fired.some((firing) => isEnforced(firing) && firing.action === 'block')).toBe(
          ruling.action === 'block',
        );
      }),
      runs,
    );
  });

  test('rules the same on the same interaction under the same policies', async () => {
    const again = await load();
    expect(again.version).toBe(bundle.version);
    fc.assert(
      fc.property(interactions, (interaction) => {
        expect(govern(again, structuredClone(interaction))).toEqual(govern(bundle, interaction));
      }),
      runs,
    );
  });

  test('rules a redacted copy as one that may pass, and changes only what it says', () => {
    let redacted = 0;
    fc.assert(
      fc.property(interactions, (interaction) => {
        const ruling = govern(bundle, interaction);
        if (ruling.action !== 'redact') return;
        redacted += 1;
        const copy = applyRedaction(interaction, ruling.edits);
        expect(['allow', 'flag']).toContain(govern(bundle, copy).action);
        const touched = new Set(ruling.edits.map(({ part }) => part));
        copy.parts.forEach((part, index) => {
          if (!touched.has(index)) expect(part).toEqual(interaction.parts[index]);
        });
      }),
      runs,
    );
    expect(redacted).toBeGreaterThan(0);
  });

  test('repeats no text of the interaction in its ruling', () => {
    fc.assert(
      fc.property(interactions, (interaction) => {
        const written = JSON.stringify(govern(bundle, interaction));
        for (const value of [secret, card]) expect(written).not.toContain(value);
      }),
      runs,
    );
  });

  test('blocks when a detector throws, and says which', async () => {
    let armed = false;
    const broken = catalogue.map((detector): Detector => {
      if (detector.name !== 'secrets') return detector;
      // It works while the policies' own tests run at load, and breaks afterwards.
      return {
        ...detector,
        find: (view, scene) => (armed ? explode() : detector.find(view, scene)),
      };
    });
    const explode = (): never => {
      throw new Error('the detector broke');
    };
    const brittle = await load(broken);
    armed = true;
    const [sample] = fc.sample(interactions, { numRuns: 1, seed: 1 });
    if (sample === undefined) throw new Error('there is no sample');
    const part: Part = {
      kind: 'user',
      role: 'user',
      at: ['messages', 0, 'content'],
      text: 'hello',
      mapped: true,
      past: false,
      fixed: false,
      channel: 0,
    };
    const asked: Interaction = {
      ...sample,
      stage: 'request',
      parts: [part],
      unjudged: [],
      references: [],
    };
    expect(govern(bundle, asked).action).toBe('allow');
    const ruling = govern(brittle, asked);
    expect(ruling.action).toBe('block');
    expect(ruling.decisive).toMatchObject({ failed: true });
    expect(ruling.failures).not.toEqual([]);
    expect(JSON.stringify(ruling)).not.toContain('the detector broke');
  });
});
