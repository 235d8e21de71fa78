/** What `policy bench` measures on: ordinary and hostile texts, and bundles of a stated size. */
import { compileBundle } from '../governance/policy/bundle.ts';
import { toInteraction } from '../governance/policy/trial.ts';
import { hostileTexts } from '../governance/policy/patterns/hostile.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { Bundle } from '../governance/policy/policy.ts';
import type { PolicySource } from '../governance/policy/source.ts';

export const textCharacters = 4096;

const words =
  `the report on our last quarter shows that most teams finished what they planned and a few asked for
more time because the numbers from the regions came late so please read the summary below and say
which points need work before we send it to the board next week thank you for looking at it`.split(
    /\s+/,
  );

/** Prose without end, the same on every run. */
export function writeOrdinaryText(characters = textCharacters): string {
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; length < characters; index += 1) {
    const word = words[(index * 7 + Math.floor(index / 11)) % words.length] ?? '';
    const piece = index % 13 === 12 ? `${word}. ` : `${word} `;
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('').slice(0, characters);
}

/** Beginnings of what the bundle's own patterns look for, which is what costs most: run together, and in words. */
export function writeHostileTexts(bundle: Bundle): readonly string[] {
  const texts = hostileTexts(bundle.patterns.map(({ compiled }) => compiled));
  return texts.length > 0
    ? texts.map((text) => text.slice(0, textCharacters))
    : [writeOrdinaryText()];
}

export function toCall(text: string): Interaction {
  return toInteraction({ text, model: 'gpt-4o', key: { env: 'prod', team: 'sales' } });
}

/** Rules of which three in ten have a condition on more than the text, and patterns as a company has them. */
export function createReferenceBundle(rules: number, patterns: number): Bundle {
  const compiled = compileBundle(
    { version: `reference-${rules}`, sources: [toSource(toDocument(rules, patterns))] },
    { untested: true },
  );
  if ('bundle' in compiled) return compiled.bundle;
  throw new Error(`the reference policies do not load: ${compiled.faults[0]?.message ?? ''}`);
}

function toDocument(rules: number, patterns: number): unknown {
  const names = Array.from({ length: patterns }, (_, index) => `p${index}`);
  return {
    apiVersion: 'governance/v1',
    kind: 'Policy',
    metadata: {
      id: 'reference',
      title: 'Of a stated size',
      owner: 'bench',
      severity: 'low',
      status: 'test',
    },
    spec: {
      mode: 'enforce',
      onError: 'block',
      patterns: Object.fromEntries(names.map((name, index) => [name, toPattern(index)])),
      rules: Array.from({ length: rules }, (_, index) => ({
        id: `r${index}`,
        when: toCondition(index, patterns),
        action: index % 5 === 0 ? 'block' : 'flag',
      })),
    },
  };
}

function toPattern(index: number): unknown {
  const code = String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26));
  if (index % 4 === 0) return { keywords: [`project ${code}on`, `${code}on-db`], wholeWord: true };
  if (index % 4 === 1) return { regex: `\\b${code.toUpperCase()}K[0-9A-Z]{16}\\b` };
  if (index % 4 === 2) return { regex: `(?i)\\b${code}_?(?:password|token)\\s*[=:]\\s*\\S{8,64}` };
  return { regex: `\\b${code}-\\d{3}-\\d{4}\\b` };
}

function toCondition(index: number, patterns: number): string {
  const name = `p${index % patterns}`;
  const other = `p${(index * 7 + 3) % patterns}`;
  if (index % 10 === 0) return `tokens > ${100_000 + index} && key.env == "prod"`;
  if (index % 10 === 3) return `model.startsWith("m${index}-") && hit("${name}")`;
  if (index % 10 === 6)
    return `parts.exists(part, part.kind == "tool_result" && part.size > ${50_000 + index})`;
  return index % 2 === 0 ? `hit("${name}")` : `hit("${name}") || hit("${other}")`;
}

function toSource(value: unknown): PolicySource {
  const here = { line: 1, column: 1 };
  return { file: 'reference', value, locate: () => here, locateInside: () => here };
}
