/** Trains the classifier: `node tools/train.ts --data DIR [--manuals DIR] [--seed N] [--date YYYY-MM-DD] [--out models] [--folds DIR]`, the same file for the same data and seed. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { headNames } from '../src/governance/detectors/model-weights.ts';
import { readCount, readScriptFlags } from './flags.ts';
import { writeCard } from './train/card.ts';
import { ownTexts, readCorpora, root } from './train/corpus.ts';
import { createEncoder, numberFeatures } from './train/encode.ts';
import { scoreUnseen } from './train/folds.ts';
import type { Learned, Taught } from './train/learned.ts';
import { defaultSettings, learn } from './train/learner.ts';
import { readLexicon } from './train/lexicon.ts';
import { hashManuals, listManuals, manualFamily } from './train/manual-corpus.ts';
import { listPackages, lockfileName } from './train/package-corpus.ts';
import { findOperatingPoint, trialsOf } from './train/operating-points.ts';
import { learnSubjects } from './train/subjects.ts';
import { wordBits, type Written, writeWeights } from './train/weights-file.ts';

const values = readScriptFlags('node tools/train.ts', {
  data: { type: 'string' },
  // A folder of unpacked packages of manuals, see docs/DETECTION.md.
  manuals: { type: 'string' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'models' },
  // Handed in, since a clock would make two runs differ.
  date: { type: 'string', default: 'undated' },
  // The models that scored families they never saw, for `npm run eval -- --folds`.
  folds: { type: 'string' },
});
if (values.data === undefined) {
  process.stderr.write('expected `--data` with the directory of the labelled texts\n');
  process.exit(2);
}
const { data, out, date } = values;
const settings = { ...defaultSettings, seed: readCount('seed', values.seed) };

const tell = (line: string): boolean => process.stderr.write(`${line}\n`);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const lexicon = readLexicon(join(ownTexts, 'concepts.txt'));
const examples = readCorpora(data, ownTexts, settings.seed, settings.runs, values.manuals);
const encode = createEncoder(lexicon);
const texts: readonly Taught[] = examples.map((example) => ({
  ...encode(example.text, example.payload),
  example,
}));
// What stands in manuals alone tells nothing, and would take the slots of what does.
const counted = (text: number): boolean => examples[text]?.family !== manualFamily;
const words = numberFeatures(
  texts.map((text) => text.words),
  { textsMin: 4, bits: wordBits, counted },
);
const concepts = numberFeatures(
  texts.map((text) => text.concepts),
  { textsMin: 2, counted },
);
const sizes = { words: words.hashes.length, concepts: concepts.hashes.length };
tell(
  `${examples.length} examples, ${sizes.words} features of words, ${sizes.concepts} of concepts`,
);

const { scores, folds } = scoreUnseen(texts, sizes, settings, (done, of) =>
  tell(`fold ${done} of ${of}`),
);
const points = headNames.map((name, head) => {
  const trials = trialsOf(texts, scores, settings, head);
  return { ...findOperatingPoint(name, trials), trials };
});

// One draw is enough to tell subjects apart.
const firstDraw = examples.filter(({ draws = 1 }) => (draws & 1) === 1);
const subjects = learnSubjects(firstDraw, lexicon, settings.seed);
const pack = (learned: Learned): Written =>
  writeWeights({
    learned,
    words,
    concepts,
    lexicon,
    subjects,
    scales: settings.scales,
    heads: points.map(({ name, threshold, knots }) => ({ name, threshold, knots })),
  });
const { bytes, kept } = pack(learn(texts, sizes, settings));
if (values.folds !== undefined) {
  const directory = values.folds;
  mkdirSync(directory, { recursive: true });
  const manifest = folds.map(({ learned, families, texts: halves }, index) => {
    const weights = `fold-${index + 1}.bin`;
    writeFileSync(join(directory, weights), pack(learned).bytes);
    const hashes = halves.map((text) => sha256(Buffer.from(text)).slice(0, 16));
    return { weights, families, texts: hashes };
  });
  writeFileSync(join(directory, 'folds.json'), JSON.stringify(manifest, null, 2));
}

const files = [
  ...['attacks', 'benign', 'harm', 'toxic'].map((name) => join(data, `${name}-train.jsonl`)),
  ...readdirSync(ownTexts)
    .sort()
    .map((name) => join(ownTexts, name)),
].map((path) => {
  const content = readFileSync(path);
  const rows = content.toString('utf8').split('\n').filter(Boolean).length;
  return { name: path.split('/').slice(-1).join(''), rows, sha256: sha256(content) };
});
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'classifier.bin'), bytes);
writeFileSync(
  join(out, 'classifier.md'),
  writeCard({
    date,
    settings,
    files,
    packages: {
      count: listPackages(root).length,
      sha256: sha256(readFileSync(join(root, lockfileName))),
    },
    manuals:
      values.manuals === undefined
        ? undefined
        : {
            count: listManuals(values.manuals).length,
            sha256: hashManuals(examples),
          },
    examples: examples.length,
    features: { seen: sizes.words + sizes.concepts, kept: kept[0] + kept[1] },
    weights: { sha256: sha256(bytes), bytes: bytes.length },
    heads: points.map((point, head) => ({
      ...point,
      trials: trialsWithLanguage(head, point.trials),
    })),
  }),
);
tell(`${join(out, 'classifier.bin')}: ${bytes.length} bytes`);

/** Trials stand in the order of the texts that were tested. */
function trialsWithLanguage(
  head: number,
  trials: (typeof points)[number]['trials'],
): readonly ((typeof trials)[number] & { readonly lang: string })[] {
  const name = headNames[head] ?? 'attack';
  const languages = texts.flatMap(({ example }, index) => {
    const score = scores[index]?.[head] ?? NaN;
    return Number.isNaN(score) || example.targets[name] === undefined ? [] : [example.lang];
  });
  return trials.map((trial, index) => ({ ...trial, lang: languages[index] ?? '' }));
}
