/** All policy files together, compiled or refused as a whole: never half of them. */
import { catalogue as shippedDetectors } from '../detectors/index.ts';
import type { Detector } from '../detectors/detector.ts';
import { assembleBundle } from './assemble.ts';
import { checkSelector, compilePolicy, type Known } from './compile.ts';
import { collectFaults, readDocument, type Faults } from './faults.ts';
import { lintBundle, lintPolicy } from './lint.ts';
import { compilePattern } from './patterns/pattern.ts';
import type { Bundle, NamedPattern, Policy } from './policy.ts';
import type { PolicyDocument } from './schema.ts';
import type { BundleSource, PolicyFault, PolicySource } from './source.ts';
import { isolate, runTrials } from './trial.ts';

export type Compiled =
  | { readonly bundle: Bundle; readonly warnings: readonly PolicyFault[] }
  | { readonly faults: readonly PolicyFault[] };

export type CompileOptions = {
  /** The detectors there are; by default those that are shipped. */
  readonly catalogue?: readonly Detector[];
  /** Milliseconds since the epoch, for warnings about exemptions that have expired. */
  readonly now?: number;
};

type Entry = {
  readonly source: PolicySource;
  readonly document: PolicyDocument;
  readonly faults: Faults;
  readonly patterns: ReadonlyMap<string, NamedPattern>;
};

export function compileBundle(source: BundleSource, options: CompileOptions = {}): Compiled {
  const catalogue = options.catalogue ?? shippedDetectors;
  const [first] = source.sources;
  if (first === undefined) return { faults: [emptyBundle] };
  const all: PolicyFault[] = [];
  const entries = readEntries(source.sources, all);
  const patterns = entries.flatMap((entry) => [...entry.patterns.values()]);
  const categories = [
    ...catalogue.flatMap((detector) => detector.categories),
    ...patterns.map((pattern) => pattern.category),
  ];
  const policies: Policy[] = [];
  for (const entry of entries) {
    const known: Known = { patterns: entry.patterns, categories };
    const policy = compilePolicy(entry.document, entry.source.file, known, entry.faults);
    checkDetect(entry, categories);
    lintPolicy(policy, entry.patterns, entry.faults, options.now);
    policies.push(policy);
  }
  lintBundle(
    policies,
    patterns,
    entries.map((entry) => entry.faults),
  );
  if (!entries.some((entry) => entry.faults.list.some((one) => one.level === 'error'))) {
    runTests(policies, entries, patterns, catalogue);
  }
  for (const entry of entries) all.push(...entry.faults.list);
  const sorted = all.sort(inFile);
  if (sorted.some((one) => one.level === 'error')) return { faults: sorted };
  const bundle = assembleBundle(source.version, policies, patterns, catalogue);
  return { bundle, warnings: sorted };
}

const emptyBundle: PolicyFault = {
  file: 'policies',
  line: 1,
  column: 1,
  message: 'there is no policy file; a gateway without policies would let everything pass',
  level: 'error',
};

function readEntries(sources: readonly PolicySource[], all: PolicyFault[]): readonly Entry[] {
  const entries: Entry[] = [];
  const byId = new Map<string, string>();
  let count = 0;
  for (const source of sources) {
    const faults = collectFaults(source);
    const document = readDocument(source, faults);
    if (document === undefined) {
      all.push(...faults.list);
      continue;
    }
    const { id } = document.metadata;
    const other = byId.get(id);
    if (other !== undefined) {
      faults.error(['metadata', 'id'], `the policy \`${id}\` also stands in \`${other}\``);
    }
    byId.set(id, source.file);
    const patterns = readPatterns(document, faults, count);
    count += patterns.size;
    entries.push({ source, document, faults, patterns });
  }
  return entries;
}

function readPatterns(
  document: PolicyDocument,
  faults: Faults,
  from: number,
): ReadonlyMap<string, NamedPattern> {
  const patterns = new Map<string, NamedPattern>();
  const { metadata, spec } = document;
  for (const [name, pattern] of Object.entries(spec.patterns ?? {})) {
    const path = ['spec', 'patterns', name];
    const compiled = compilePattern(pattern);
    if ('message' in compiled) {
      if ('regex' in pattern) {
        faults.inside([...path, 'regex'], compiled.offset, compiled.message);
      } else faults.error([...path, 'keywords'], compiled.message);
      continue;
    }
    patterns.set(name, {
      number: from + patterns.size,
      policy: metadata.id,
      name,
      category: pattern.category ?? `pattern/${name.toLowerCase().replaceAll('-', '_')}`,
      severity: pattern.severity ?? metadata.severity,
      confidence: pattern.confidence ?? 0.9,
      compiled,
    });
  }
  return patterns;
}

function checkDetect(entry: Entry, categories: readonly string[]): void {
  for (const selector of Object.keys(entry.document.spec.detect ?? {})) {
    const problem = checkSelector(selector, categories);
    if (problem !== undefined) entry.faults.error(['spec', 'detect', selector], problem, 'key');
  }
}

function runTests(
  policies: readonly Policy[],
  entries: readonly Entry[],
  patterns: readonly NamedPattern[],
  catalogue: readonly Detector[],
): void {
  policies.forEach((policy, position) => {
    const faults = entries[position]?.faults;
    const tests = policy.document.tests ?? [];
    if (faults === undefined || tests.length === 0) return;
    for (const trial of runTrials(isolate(policy, patterns, catalogue), tests)) {
      const path = ['tests', trial.index];
      if (trial.todo !== undefined) {
        if (trial.passed)
          faults.warning(
            [...path, 'todo'],
            `\`${trial.name}\` passes now; remove its \`todo\``,
            'key',
          );
      } else if (!trial.passed) {
        faults.error(
          [...path, 'expect'],
          `the test \`${trial.name}\` fails: ${trial.differences.join('; ')}`,
          'key',
        );
      }
    }
  });
}

function inFile(left: PolicyFault, right: PolicyFault): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1;
  return left.line - right.line || left.column - right.column;
}
