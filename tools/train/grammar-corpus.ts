/** The texts that the grammars make, as examples; none of them is tested on, since its kin are learned from. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, ownFoldOf, type Targets } from './example.ts';
import { drawTexts, type Grammar, readGrammar, type Rule } from './grammar.ts';
import { createStream } from './random.ts';

const weight = 0.6;

export type GrammarCorpus = {
  readonly examples: readonly Example[];
  /** Orders that are to be hidden in documents. */
  readonly carried: readonly Example[];
};

function targetsOf({ label, kind, family }: Rule): Targets {
  if (label === 'harmful') return { harm: 1 };
  if (label === 'toxic') return { toxic: 1, attack: 0 };
  // What a user may not ask is no order that a document would hold.
  if (label === 'prompt') return { attack: 1 };
  if (label === 'attack')
    return family.startsWith('carried') ? { document: 1 } : { attack: 1, document: 1 };
  // Talk about harm is far from any attack: there it would only outweigh what is near.
  if (label === 'safe') return { harm: 0, toxic: 0 };
  // Long work is far from any harm: there it would only outweigh what is near.
  if (label === 'work') return { attack: 0 };
  // Of deeds in so many words that, as harmless, they would drown out what is hateful about them.
  if (label === 'talk') return { harm: 0 };
  if (label === 'stance') return { attack: 0, harm: 0 };
  return { attack: 0, harm: 0, toxic: 0, ...(kind === 'tool_result' && { document: 0 }) };
}

function subjectOf(rule: Rule, category: string): string | undefined {
  if (rule.label === 'harmful') return `harm/${category === '' ? 'illicit' : category}`;
  if (rule.label === 'toxic') return rule.family === 'hateful' ? 'toxic/hate' : 'toxic/profanity';
  if (!/^(?:attack|prompt)$/.test(rule.label)) return undefined;
  return /^(?:persona|persuasion)/.test(rule.family) ? 'jailbreak' : 'injection';
}

/** Each rule draws by itself: a rule more leaves the texts of all others as they are. */
function toExamples(grammar: Grammar, rule: Rule, seed: number): readonly Example[] {
  const random = createStream(seed, `${rule.family}|${rule.lines[0] ?? ''}`);
  return drawTexts(grammar, rule, random).map(({ text, line, category }) => {
    const subject = subjectOf(rule, category);
    return {
      text,
      targets: targetsOf(rule),
      family: `own-drawn-${rule.family}`,
      lang: '',
      fold: ownFoldOf(line),
      weight,
      derived: true,
      ...(subject !== undefined && { subject }),
    };
  });
}

export function readGrammarCorpus(directory: string, seed: number): GrammarCorpus {
  const paths = readdirSync(directory)
    .filter((name) => /^grammar-.*\.txt$/.test(name))
    .sort()
    .map((name) => join(directory, name));
  const grammar = readGrammar(paths);
  const examples = grammar.rules.flatMap((rule) => toExamples(grammar, rule, seed));
  return { examples, carried: examples.filter(({ family }) => family === 'own-drawn-carried') };
}
