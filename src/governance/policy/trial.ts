/** Runs the tests that stand in a policy file, each on that policy alone and through the same door as every call. */
import { findLastAnswer } from '../answered.ts';
import type { Ruling } from '../decision.ts';
import type { Detector } from '../detectors/detector.ts';
import type { Evidence } from '../evidence.ts';
import { govern, type GovernOptions } from '../govern.ts';
import type { Interaction, Part, PartKind } from '../interaction.ts';
import { applyEdits } from '../redact.ts';
import { finishSteps, type Steps } from '../steps.ts';
import { assembleInSteps } from './assemble.ts';
import type { Bundle, NamedPattern, Policy } from './policy.ts';
import type { TestDocument } from './schema.ts';

export type Trial = {
  readonly name: string;
  readonly index: number;
  /** Why the test is not held to its expectation yet. */
  readonly todo: string | undefined;
  readonly passed: boolean;
  /** What was expected and what came, where they differ. */
  readonly differences: readonly string[];
  readonly interaction: Interaction;
  readonly ruling: Ruling;
};

/** A policy by itself, enforced whatever its mode, so that it can be tested before it is switched on. */
export function isolate(
  policy: Policy,
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Bundle {
  return finishSteps(isolateInSteps(policy, patterns, catalogue));
}

export function isolateInSteps(
  policy: Policy,
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): Steps<Bundle> {
  return assembleInSteps('test', [{ ...policy, mode: 'enforce' }], patterns, catalogue);
}

export function runTrials(bundle: Bundle, tests: readonly TestDocument[]): readonly Trial[] {
  return tests.map((test, index) => runTrial(bundle, test, index));
}

export function runTrial(bundle: Bundle, test: TestDocument, index: number): Trial {
  const interaction = toInteraction(test.given);
  const ruling = govern(bundle, interaction, toOptions(test.given));
  const differences: string[] = [];
  const { expect } = test;
  if (ruling.action !== expect.action) {
    differences.push(
      `expected \`${expect.action}\`, and it was \`${ruling.action}\`${firedOf(ruling)}`,
    );
  }
  if (expect.rules !== undefined) {
    const fired = [...new Set(ruling.fired.map((one) => one.rule))].sort();
    const expected = [...new Set(expect.rules)].sort();
    if (fired.join() !== expected.join()) {
      differences.push(
        `expected the rules [${expected.join(', ')}], and these fired: [${fired.join(', ')}]`,
      );
    }
  }
  if (expect.redacted !== undefined) {
    const text = redactedOf(interaction, ruling);
    if (text !== expect.redacted)
      differences.push(`expected \`${expect.redacted}\`, and it became \`${text}\``);
  }
  const passed = differences.length === 0;
  return { name: test.name, index, todo: test.todo, passed, differences, interaction, ruling };
}

function firedOf(ruling: Ruling): string {
  const failed = ruling.failures.map((one) => one.reason);
  const rules = ruling.fired.map((one) => one.rule);
  if (failed.length > 0) return ` (${failed.join('; ')})`;
  return rules.length === 0 ? '' : ` (fired: ${rules.join(', ')})`;
}

function redactedOf(interaction: Interaction, ruling: Ruling): string {
  return interaction.parts
    .map((part, index) =>
      applyEdits(
        part.text,
        ruling.edits.filter((edit) => edit.part === index),
      ),
    )
    .join('\n');
}

/** A test's hash is the word itself, so that it can be written down. */
export function toOptions(given: TestDocument['given']): GovernOptions {
  const { system } = given;
  return {
    hash: () => 'hash',
    system: system === undefined ? [] : [system],
    evidence: toEvidence(given),
  };
}

/** A test asks nobody: what models from outside say of its call stands in it, and by default that is nothing. */
function toEvidence(given: TestDocument['given']): Evidence {
  const said = Object.entries(given.outside ?? {});
  if (said.length === 0) return { findings: [], failures: [], heard: 'all' };
  const parts = partsOf(given);
  const findings = said.flatMap(([, one]) =>
    one === 'failed'
      ? []
      : one.map(({ category, confidence = 1, part = 0, start = 0, end }) => ({
          ...{ category, severity: 'high' as const, confidence },
          spans: [{ part, start, end: end ?? parts[part]?.text.length ?? 0 }],
        })),
  );
  const failures = said.flatMap(([check, one]) =>
    one === 'failed' ? [{ check, reason: `the detector \`${check}\` fails in this test` }] : [],
  );
  return { findings, failures, heard: 'all' };
}

/** The call that a test describes; what it does not say is empty. */
export function toInteraction(given: TestDocument['given']): Interaction {
  const parts = partsOf(given);
  const lastAnswer = findLastAnswer(
    parts.map(({ role }) => role),
    'assistant',
  );
  const stage = given.stage ?? 'request';
  const spoken = parts.map((part, index) => ({
    ...part,
    past: stage === 'request' && index < lastAnswer,
  }));
  return {
    stage,
    dialect: given.dialect ?? 'test',
    route: given.route ?? '/v1/validate',
    upstream: given.upstream ?? '',
    model: given.model ?? '',
    stream: given.stream ?? false,
    key: {
      id: given.key?.id ?? '',
      owner: given.key?.owner ?? '',
      team: given.key?.team ?? '',
      env: given.key?.env ?? '',
      tags: given.key?.tags ?? [],
    },
    user: given.user ?? '',
    session: given.session ?? '',
    tags: given.tags ?? [],
    at: given.at === undefined ? 0 : Date.parse(given.at),
    tools: given.tools ?? [],
    references: given.references ?? [],
    history: given.history ?? parts.filter((part) => part.kind === 'user').length,
    parts: spoken,
    unjudged: (given.unjudged ?? []).map((kind) => ({ kind, at: [], bytes: 0, why: 'given' })),
  };
}

function partsOf(given: TestDocument['given']): readonly Part[] {
  const parts: Part[] = [];
  const repeat = given.repeat ?? 1;
  const add = (kind: PartKind, text: string, tool?: Part['tool']): void => {
    const at = ['messages', parts.length, 'content'];
    const own = { kind, role: roleOf(kind), at, text, mapped: true, past: false, fixed: false };
    parts.push({ ...own, channel: 0, ...(tool && { tool }) });
  };
  if (given.text !== undefined) add(given.part ?? 'user', given.text.repeat(repeat));
  for (const message of given.messages ?? []) {
    for (const [kind, text] of Object.entries(message)) {
      const known = partKind(kind);
      if (known !== undefined) add(known, text);
    }
  }
  if (given.tool !== undefined) {
    const args = given.tool.args ?? {};
    add('tool_call', JSON.stringify(args), { name: given.tool.name, args });
  }
  return parts;
}

const roles: Readonly<Record<PartKind, string>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  reasoning: 'assistant',
  tool_definition: '',
  tool_call: 'assistant',
  tool_result: 'tool',
  schema: '',
  metadata: '',
};

/** The role of a text that is known by its kind alone. */
export function roleOf(kind: PartKind): string {
  return roles[kind];
}

function partKind(name: string): PartKind | undefined {
  return Object.hasOwn(roles, name) ? (name as PartKind) : undefined;
}
