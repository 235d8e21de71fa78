/** The policy files of a bundle, each with its document, its patterns and its faults. */
import { collectFaults, readDocument, type Faults } from './faults.ts';
import { compilePattern } from './patterns/pattern.ts';
import type { NamedPattern } from './policy.ts';
import type { PolicyDocument } from './schema.ts';
import type { PolicyFault, PolicySource } from './source.ts';

const confidenceOfPattern = 0.9;

export type Entry = {
  readonly source: PolicySource;
  readonly document: PolicyDocument;
  readonly faults: Faults;
  /** Undefined for a pattern that has a fault of its own. */
  readonly patterns: ReadonlyMap<string, NamedPattern | undefined>;
};

/** Files that are no policies are told in `all` and left out. */
export function readEntries(
  sources: readonly PolicySource[],
  all: PolicyFault[],
): readonly Entry[] {
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

function readPatterns(document: PolicyDocument, faults: Faults, from: number): Entry['patterns'] {
  const patterns = new Map<string, NamedPattern | undefined>();
  const { metadata, spec } = document;
  for (const [name, pattern] of Object.entries(spec.patterns ?? {})) {
    const path = ['spec', 'patterns', name];
    const compiled = compilePattern(pattern);
    if (!('message' in compiled)) {
      patterns.set(name, {
        number: from + patterns.size,
        policy: metadata.id,
        name,
        category: pattern.category ?? `pattern/${name.toLowerCase().replaceAll('-', '_')}`,
        severity: pattern.severity ?? metadata.severity,
        confidence: pattern.confidence ?? confidenceOfPattern,
        compiled,
      });
      continue;
    }
    patterns.set(name, undefined);
    if ('regex' in pattern) {
      faults.inside([...path, 'regex'], compiled.offset, compiled.message);
    } else faults.error([...path, 'keywords'], compiled.message);
  }
  return patterns;
}
