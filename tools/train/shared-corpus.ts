/** The labelled files of the data directory as examples: which family teaches which head, how loudly, and in which fold. */
import { join } from 'node:path';
import { type Example, ownFoldOf, type Targets } from './example.ts';
import type { Random } from './random.ts';
import { readRows, type Row } from './row.ts';

type Rule = {
  readonly family: RegExp;
  readonly fold: string;
  readonly weight?: number;
  readonly subject?: string;
  /** The document head alone: harmless outside of a document. */
  readonly onlyCarried?: boolean;
  readonly host?: string;
};

/** Rows that are ordinary questions without their system prompt, or harmless alone, teach nothing. */
const untaught =
  /^bipia-payload$|^cse-(?:indirect_reference|different_user|few_shot|many_shot|repeated|overload)/;

const attackRules: readonly Rule[] = [
  { family: /^(?:in-the-wild|self-reminder|dan|autodan)$/, fold: 'personas', subject: 'jailbreak' },
  { family: /^cse-(?:ignore|system|virtual)/, fold: 'techniques-1', subject: 'injection' },
  { family: /^cse-mixed/, fold: 'techniques-1', subject: 'injection', weight: 0.4 },
  { family: /^cse-hypothetical/, fold: 'techniques-2', subject: 'injection' },
  { family: /^cse-/, fold: 'techniques-2', subject: 'injection', weight: 0.4 },
  { family: /^jbb-/, fold: 'techniques-2', subject: 'jailbreak' },
  { family: /^system-prompt/, fold: 'extraction', subject: 'injection' },
  {
    family: /^bipia$/,
    fold: 'carried',
    subject: 'injection',
    onlyCarried: true,
    host: 'documents-1',
  },
  {
    family: /^asb-(?:naive|escape|fake)/,
    fold: 'carried',
    subject: 'injection',
    onlyCarried: true,
    host: 'documents-2',
  },
  { family: /^asb-/, fold: 'carried', subject: 'injection', host: 'documents-2' },
];

const benignFolds: readonly (readonly [family: RegExp, fold: string])[] = [
  [/^book-/, 'books'],
  [/^cse-/, 'code'],
  [/^(?:clinc|banking)/, 'assistants'],
  [/^host/, 'documents-1'],
  [/^asb/, 'documents-2'],
  [/^arena/, 'prompts-1'],
  [/^(?:self-instruct|gsm8k)/, 'prompts-2'],
];

/** An order in a prompt is a prompt; the same order in a document is what the document head looks for. */
const prompts = /^(?:clinc|banking|book-prompt|arena|self-instruct|gsm8k|cse-instruct)/;

const hazards: Readonly<Record<string, string>> = {
  'child-abuse': 'harm/minors',
  'cbrne-weapons': 'harm/weapons',
  hate: 'harm/hate',
  'non-violent-crime': 'harm/illicit',
  'sex-crime': 'harm/sexual',
  'self-harm': 'harm/self_harm',
  'violent-crime': 'harm/violence',
};

/** Of large families of alike sentences a part is enough. */
const shares: readonly (readonly [family: RegExp, share: number])[] = [
  [/^(?:clinc|banking)/, 0.4],
  [/^mlc-/, 0.4],
];

/** Single sentences say little; what people ask of an assistant says most. */
const weights: readonly (readonly [family: RegExp, weight: number])[] = [
  [/^multilingual-hatecheck/, 0.35],
  [/^(?:arena|self-instruct)/, 2],
];

function example(row: Row, targets: Targets, rest: Partial<Example>): Example {
  return {
    text: row.text,
    targets,
    family: row.family,
    lang: row.lang ?? '',
    fold: 'none',
    weight: 1,
    derived: false,
    ...rest,
  };
}

function fromAttack(row: Row): readonly Example[] {
  if (untaught.test(row.family)) return [];
  const rule = attackRules.find((one) => one.family.test(row.family));
  if (rule === undefined) return [];
  const targets: Targets = { document: 1, ...(rule.onlyCarried !== true && { attack: 1 }) };
  return [
    example(row, targets, {
      fold: rule.fold,
      weight: rule.weight ?? 1,
      ...(rule.subject !== undefined && { subject: rule.subject }),
      ...(row.payload !== undefined && { payload: row.payload }),
      ...(rule.host !== undefined && { hosts: [rule.host] }),
    }),
  ];
}

/** Rude or violent without hatred of a group. */
const rudeCategories = /^(?:profanity|target)/;

/** There are two sources of toxic texts, so they are held out by halves: tweets by text, statements by what they do. */
const tweetFold = ({ text }: Row): string =>
  `tweets-${1 + (Number.parseInt(ownFoldOf(text).slice(4), 10) % 2)}`;

/** Both halves hold hateful kinds and harmless ones. */
const statementFold = ({ category = '' }: Row): string =>
  `statements-${1 + (Array.from(category).reduce((sum, one) => sum + one.charCodeAt(0), 0) % 2)}`;

function fromBenign(row: Row): readonly Example[] {
  const fold = benignFolds.find(([family]) => family.test(row.family))?.[1] ?? statementFold(row);
  const rude = rudeCategories.test(row.category ?? '');
  // Its first two lines are an order to the assistant; what follows is code as a tool would return it.
  const text =
    row.family === 'cse-autocomplete' ? row.text.split('\n').slice(2).join('\n').trim() : row.text;
  if (text === '') return [];
  return [
    example(
      { ...row, text },
      {
        attack: 0,
        harm: 0,
        ...(!prompts.test(row.family) && { document: 0 }),
        ...(!rude && { toxic: 0 }),
      },
      { fold, weight: weights.find(([family]) => family.test(row.family))?.[1] ?? 1 },
    ),
  ];
}

function fromHarm(row: Row): readonly Example[] {
  if (row.category === 'copyright') return [];
  const template = row.family.startsWith('mlc-');
  const fold = template ? 'templates' : row.family === 'advbench' ? 'requests-1' : 'requests-2';
  const subject = hazards[row.category ?? ''];
  const rest = { fold, weight: template ? 0.5 : 1, ...(subject !== undefined && { subject }) };
  if (row.label === 'harmful') return [example(row, { harm: 1 }, rest)];
  return [example(row, { attack: 0, harm: 0, toxic: 0 }, { ...rest, subject: '' })];
}

function fromToxic(row: Row): readonly Example[] {
  const toxic = /^(?:hate|offensive|hateful)$/.test(row.label);
  const rude = rudeCategories.test(row.category ?? '');
  const subject = row.label === 'offensive' ? 'toxic/profanity' : 'toxic/hate';
  const targets: Targets = {
    ...(toxic ? { toxic: 1 as const } : !rude && { toxic: 0 as const }),
    ...(row.label === 'neither' && { harm: 0 as const }),
    attack: 0,
  };
  return [
    example(row, targets, {
      family: `${row.family}-${row.label}`,
      origin: row.family,
      fold: row.family === 'davidson' ? tweetFold(row) : statementFold(row),
      weight: row.family === 'davidson' ? 0.45 : 0.7,
      ...(toxic && { subject }),
    }),
  ];
}

export function readSharedCorpus(directory: string, random: Random): readonly Example[] {
  const files = [
    ['attacks-train.jsonl', fromAttack],
    ['benign-train.jsonl', fromBenign],
    ['harm-train.jsonl', fromHarm],
    ['toxic-train.jsonl', fromToxic],
  ] as const;
  return files.flatMap(([name, toExamples]) =>
    readRows(join(directory, name)).flatMap((row) => {
      const share = shares.find(([family]) => family.test(row.family))?.[1] ?? 1;
      return random.next() < share ? toExamples(row) : [];
    }),
  );
}

/** Every text of the data directory, also those that are not learned from. */
export function readGivenTexts(directory: string): readonly string[] {
  return ['attacks', 'benign', 'harm', 'toxic'].flatMap((name) =>
    readRows(join(directory, `${name}-train.jsonl`)).map(({ text }) => text),
  );
}
