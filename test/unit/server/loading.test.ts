/** Policies that are compiled aside come to what compiling them in one go comes to, sound or not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { usualPolicyLimits as limits } from '../../../src/config/yaml-source.ts';
import { govern } from '../../../src/governance/govern.ts';
import { holdOf } from '../../../src/governance/policy/hold.ts';
import type { Bundle, Policy, Watch } from '../../../src/governance/policy/policy.ts';
import { toInteraction, toOptions } from '../../../src/governance/policy/trial.ts';
import { compilePolicies } from '../../../src/server/loading/check.ts';
import { type PolicySet, compileSet } from '../../../src/server/loading/policy-set.ts';
import { CheckingThread } from '../../../src/server/loading/thread.ts';
import { takeInTurns } from '../../../src/server/loading/turns.ts';
import { draws } from '../../support/draws.ts';
import { policyOf } from '../../support/policy.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

const thread = new CheckingThread();
const folder = mkdtempSync(join(tmpdir(), 'loading-'));
afterAll(() => {
  thread.close();
  rmSync(folder, { recursive: true });
});

const tone = { name: 'tone', categories: ['tone/rude'] };
const outside = [tone];

/** All of a bundle that is data; what runs in it is shown by the rulings. */
function show(bundle: Bundle): unknown {
  const showWatch = ({ policies, always, byPattern, bySelector, byField, ...rest }: Watch) => {
    const ids = (rules: Watch['always']) => rules.map(({ policy, rule }) => [policy.id, rule.id]);
    const index = (map: ReadonlyMap<string | number, Watch['always']>) =>
      [...map].map(([key, rules]) => [key, ids(rules)]);
    const asked = (kinds: Watch['asked']) =>
      Object.entries(kinds).map(([kind, { detectors, patterns }]) => {
        return [kind, detectors.map(({ name }) => name), [...patterns]];
      });
    return {
      ...{ policies: policies.map(({ id }) => id), always: ids(always) },
      ...{ byPattern: index(byPattern), bySelector: index(bySelector), byField: index(byField) },
      ...{ asked: asked(rest.asked), askedOfCopy: asked(rest.askedOfCopy) },
      findingsMax: rest.findingsMax,
    };
  };
  return {
    ...{ version: bundle.version, contextVersion: bundle.contextVersion },
    policies: JSON.parse(JSON.stringify(bundle.policies, showValue)) as unknown,
    patterns: JSON.parse(JSON.stringify(bundle.patterns, showValue)) as unknown,
    watch: [showWatch(bundle.watch.request), showWatch(bundle.watch.response)],
    inside: bundle.inside === undefined ? undefined : show(bundle.inside),
  };
}

function showValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Set) return [...(value as Set<unknown>)];
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof RE2JS) return value.pattern();
  return value;
}

function rulingsOn(bundle: Bundle, policies: readonly Policy[]): unknown {
  return policies.flatMap(({ document }) =>
    (document.tests ?? []).map(({ given }) => [
      govern(bundle, toInteraction(given), toOptions(given)),
      holdOf(bundle, toInteraction(given)),
    ]),
  );
}

/** As a gateway that runs does it. */
async function loadAside(directory: string) {
  const checked = await thread.check({ directory, limits, outside });
  if ('faults' in checked) return checked;
  const compiled = await takeInTurns(compileSet(checked.set, outside));
  return 'bundle' in compiled ? { ...compiled, warnings: checked.warnings } : compiled;
}

async function expectTheSame(directory: string): Promise<'sound' | 'faulty'> {
  const { compiled: whole } = await compilePolicies({ directory, limits, outside });
  const aside = await loadAside(directory);
  if ('faults' in whole || 'faults' in aside) {
    // What stands in files that could be read is wrong with them, and with nothing else.
    expect(aside).toEqual({ ...whole, unread: false });
    return 'faulty';
  }
  expect(aside.warnings).toEqual(whole.warnings);
  expect(show(aside.bundle)).toEqual(show(whole.bundle));
  const { policies } = whole.bundle;
  expect(rulingsOn(aside.bundle, policies)).toEqual(rulingsOn(whole.bundle, policies));
  return 'sound';
}

const shipped = listFiles(/^config\/policies\/.*\.yaml$/).map((path) => readText(path));

describe('policies that change while calls are served', () => {
  test('come to the same bundle and the same rulings as in one go, as they are shipped', async () => {
    expect(await expectTheSame(join(root, 'config/policies'))).toBe('sound');
  });

  test('come to the same with rules that need a model from outside', async () => {
    const rules = [
      { id: 'rude', when: 'found("tone/rude")', action: 'block' },
      { id: 'word', when: 'hit("word")', action: 'redact' },
    ];
    const tests = [
      { name: 'a word', given: { text: 'alpha' }, expect: { action: 'redact' } },
      {
        name: 'rude',
        given: { text: 'you', outside: { tone: [{ category: 'tone/rude' }] } },
        expect: { action: 'block' },
      },
    ];
    const spec = { patterns: { word: { keywords: ['alpha', 'café'], ignoreCase: true } }, rules };
    const file = join(folder, 'outside.yaml');
    writeFileSync(file, policyOf(spec, 'outside', { tests }));
    expect(await expectTheSame(folder)).toBe('sound');
    rmSync(file);
  });

  test('have the same faults in the same order, whatever is wrong with them', async () => {
    const drawn = fc.record({
      file: fc.nat({ max: shipped.length - 1 }),
      line: fc.nat(),
      change: fc.constantFrom('drop', 'twice', 'indent', 'word', 'regex', 'expect'),
    });
    const file = join(folder, 'edited.yaml');
    const other = join(folder, 'other.yaml');
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 3 }), async (edits) => {
        const [first] = edits;
        let text = shipped[first?.file ?? 0] ?? '';
        for (const { line, change } of edits) text = edit(text, line, change);
        writeFileSync(file, text);
        writeFileSync(other, shipped[((first?.file ?? 0) + 1) % shipped.length] ?? '');
        met.add(await expectTheSame(folder));
      }),
      draws(40),
    );
    expect(met).toContain('faulty');
  });
});

function edit(text: string, number: number, change: string): string {
  const lines = text.split('\n');
  const at = number % lines.length;
  const line = lines[at] ?? '';
  const made: Readonly<Record<string, readonly string[]>> = {
    drop: [],
    twice: [line, line],
    indent: [`  ${line}`],
    word: [line.replace(/\w+(?=\W*$)/, 'wrong')],
    regex: [line.replace(/regex: '/, "regex: '(?<=a)")],
    expect: [line.replace(/action: \w+/, 'action: allow')],
  };
  lines.splice(at, 1, ...(made[change] ?? []));
  return lines.join('\n');
}

describe('a set of policies', () => {
  test('takes many steps, each of a few patterns or rules, so that the thread can be given to others', async () => {
    const checked = await thread.check({
      directory: join(root, 'config/policies'),
      limits,
      outside: [],
    });
    if ('faults' in checked) throw new Error('the shipped policies have faults');
    const { set }: { readonly set: PolicySet } = checked;
    const steps = compileSet(set, []);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    const rules = shipped.join('\n').match(/^ {4}- id:/gm)?.length ?? 0;
    expect(count).toBeGreaterThan(rules + 3 * set.files.length);
  });
});
