/** Policies for tests: written as data or as YAML text, compiled through the same door as files. */
import { handInShippedWeights } from '../../src/config/weights.ts';
import { readYaml } from '../../src/config/yaml-document.ts';
import type { Ruling } from '../../src/governance/decision.ts';
import type { Detector } from '../../src/governance/detectors/detector.ts';
import { govern, type GovernOptions } from '../../src/governance/govern.ts';
import type { Interaction, Part } from '../../src/governance/interaction.ts';
import {
  type CompileOptions,
  compileBundle,
  type Compiled,
} from '../../src/governance/policy/bundle.ts';
import type { Bundle } from '../../src/governance/policy/policy.ts';
import type { PolicySource } from '../../src/governance/policy/source.ts';
import { toInteraction } from '../../src/governance/policy/trial.ts';

handInShippedWeights();

export type Spec = Readonly<Record<string, unknown>>;

/** A whole policy around what a test is about. */
export function policyOf(spec: Spec, id = 'example', rest: Spec = {}): string {
  return JSON.stringify({
    apiVersion: 'governance/v1',
    kind: 'Policy',
    metadata: {
      id,
      title: 'An example',
      owner: 'tests',
      severity: 'high',
      status: 'test',
    },
    spec: { mode: 'enforce', onError: 'block', ...spec },
    ...rest,
  });
}

export function compileTexts(texts: readonly string[], options: CompileOptions = {}): Compiled {
  const sources = texts.map((text, index) => toSource(`policy-${index + 1}.yaml`, text));
  return compileBundle({ version: 'sha256:test', sources }, options);
}

function toSource(file: string, text: string): PolicySource {
  const { value, locate, locateInside } = readYaml(text);
  return { file, value, locate, locateInside };
}

export function bundleOf(texts: readonly string[], catalogue?: readonly Detector[]): Bundle {
  const compiled = compileTexts(texts, catalogue && { catalogue });
  if ('faults' in compiled) throw new Error(wordFaults(compiled).join('\n'));
  return compiled.bundle;
}

/** `file:line:column: level: message`, as a person reads them. */
export function wordFaults(compiled: Compiled): readonly string[] {
  const faults = 'faults' in compiled ? compiled.faults : compiled.warnings;
  return faults.map(
    ({ file, line, column, level, message }) => `${file}:${line}:${column}: ${level}: ${message}`,
  );
}

export type Given = Parameters<typeof toInteraction>[0];

export function callOf(given: Given, change: Partial<Interaction> = {}): Interaction {
  return { ...toInteraction(given), ...change };
}

export function partOf(text: string, change: Partial<Part> = {}): Part {
  const usual = { kind: 'user', role: 'user', mapped: true, past: false, fixed: false } as const;
  return { ...usual, at: ['prompt'], text, channel: 0, ...change };
}

/** The ruling of one policy on one call. */
export function ruleOn(
  spec: Spec,
  call: Interaction,
  options: GovernOptions = {},
  catalogue?: readonly Detector[],
): Ruling {
  return govern(bundleOf([policyOf(spec)], catalogue), call, options);
}
