/** The policy files of a bundle, each with its document, its patterns and its faults. */
import { collectFaults, readDocument, type Faults } from './faults.ts';
import { compilePatternInSteps, formsOf } from './patterns/pattern.ts';
import type { NamedPattern } from './policy.ts';
import { checkMatchFields } from './reach.ts';
import type { Steps } from '../steps.ts';
import type { PolicyDocument } from './schema.ts';
import type { PolicyFault, PolicySource } from './source.ts';

const confidenceOfPattern = 0.9;

/** Steps that all patterns of a bundle may unroll to together: with many more, no automaton can be made of them at all. */
const patternStepsMaxDefault = 500_000;

export type Entry = {
  readonly source: PolicySource;
  readonly document: PolicyDocument;
  readonly faults: Faults;
  /** Undefined for a pattern that has a fault of its own. */
  readonly patterns: ReadonlyMap<string, NamedPattern | undefined>;
};

export type ReadOptions = {
  /** True: each source's value is a policy document as it was read before. */
  readonly checked?: boolean;
  /** Steps that all patterns together may unroll to. */
  readonly patternStepsMax?: number;
};

/** Files that are no policies are told in `all` and left out. */
export function* readEntries(
  sources: readonly PolicySource[],
  all: PolicyFault[],
  { checked = false, patternStepsMax: stepsMax = patternStepsMaxDefault }: ReadOptions,
): Steps<readonly Entry[]> {
  const entries: Entry[] = [];
  const byId = new Map<string, string>();
  const room = { patterns: 0, stepsLeft: stepsMax };
  for (const source of sources) {
    const faults = collectFaults(source);
    // What it is was made certain of when it was read.
    const document = checked ? (source.value as PolicyDocument) : readDocument(source, faults);
    yield;
    if (document === undefined) {
      checkMatchFields(source.value, faults);
      all.push(...faults.list);
      continue;
    }
    const { id } = document.metadata;
    const other = byId.get(id);
    if (other !== undefined) {
      faults.error(['metadata', 'id'], `the policy \`${id}\` also stands in \`${other}\``);
    }
    byId.set(id, source.file);
    const patterns = yield* readPatterns(document, faults, room);
    entries.push({ source, document, faults, patterns });
  }
  return entries;
}

/** `room`: how many patterns the files before this one hold and what they leave; this one takes its part. */
function* readPatterns(
  document: PolicyDocument,
  faults: Faults,
  room: { patterns: number; stepsLeft: number },
): Steps<Entry['patterns']> {
  const patterns = new Map<string, NamedPattern | undefined>();
  const { metadata, spec } = document;
  for (const [name, pattern] of Object.entries(spec.patterns ?? {})) {
    const path = ['spec', 'patterns', name];
    const number = room.patterns++;
    patterns.set(name, undefined);
    // It is told once where that was; what comes after it would only take longer.
    if (room.stepsLeft < 0) continue;
    const compiled = yield* compilePatternInSteps(pattern);
    if (!('message' in compiled)) {
      room.stepsLeft -= formsOf(compiled).reduce((sum, { steps }) => sum + steps, 0);
      if (room.stepsLeft < 0) faults.error(path, tooMany, 'key');
      patterns.set(name, {
        number,
        policy: metadata.id,
        name,
        category: pattern.category ?? `pattern/${name.toLowerCase().replaceAll('-', '_')}`,
        severity: pattern.severity ?? metadata.severity,
        confidence: pattern.confidence ?? confidenceOfPattern,
        compiled,
      });
    } else if ('regex' in pattern) {
      faults.inside([...path, 'regex'], compiled.offset, compiled.message);
    } else faults.error([...path, 'keywords'], compiled.message);
  }
  return patterns;
}

const tooMany =
  'with this pattern all patterns of the bundle unroll to more steps than one automaton takes: name fewer words, or shorten repeats';
