/** The model card: what the classifier learned from, how well it does on families it did not see, and where it is weak. */
import { type HeadName, headNames } from '../../src/governance/detectors/model-weights.ts';
import {
  areaUnderCurve,
  confidenceAt,
  meanOf,
  rates,
  thresholdFor,
  type Trial,
} from './calibrate.ts';
import type { Settings } from './learner.ts';
import type { OperatingPoint } from './operating-points.ts';

export type CardFacts = {
  readonly date: string;
  readonly settings: Settings;
  readonly files: readonly {
    readonly name: string;
    readonly sha256: string;
    readonly rows: number;
  }[];
  /** Those whose files are learned from as harmless, and the hash of what pins them. */
  readonly packages: { readonly count: number; readonly sha256: string };
  /** Packages of manuals, and the hash of the slices that were taken of them; undefined where there were none. */
  readonly manuals: { readonly count: number; readonly sha256: string } | undefined;
  readonly examples: number;
  readonly features: { readonly seen: number; readonly kept: number };
  readonly weights: { readonly sha256: string; readonly bytes: number };
  readonly heads: readonly (OperatingPoint & {
    readonly trials: readonly (Trial & { readonly lang: string })[];
  })[];
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const byHead = (setting: Readonly<Record<HeadName, number>>): string =>
  headNames.map((name) => `${setting[name]} (${name})`).join(', ');

function headSection(head: CardFacts['heads'][number]): string {
  const { trials, name, knots, threshold, certain } = head;
  const anyOnePercent = thresholdFor(trials, [{ families: /./, share: 0.01 }]);
  const found = rates(trials, 1, certain);
  const told = rates(trials, 1, threshold);
  const alarms = rates(trials, 0, certain);
  const toldAlarms = rates(trials, 0, threshold);
  const at = (score: number): string => confidenceAt(knots, score).toFixed(2);
  return [
    `## ${name}`,
    '',
    `Told from score ${threshold.toFixed(2)} (confidence ${at(threshold)}) on, certain from ${certain.toFixed(2)} (${at(certain)}) on. Area under the ROC curve ${areaUnderCurve(trials).toFixed(3)}; mean recall of families at 1 % false alarms on the mean harmless family ${percent(meanOf(rates(trials, 1, anyOnePercent).values()))}, at "certain" ${percent(meanOf(found.values()))}, told ${percent(meanOf(told.values()))}.`,
    '',
    '| harmful family (unseen) | texts | told | certain |',
    '|---|---:|---:|---:|',
    ...table(found, told, countOf(trials, 1)),
    '',
    '| harmless family (unseen) | texts | told | certain |',
    '|---|---:|---:|---:|',
    ...table(alarms, toldAlarms, countOf(trials, 0)),
    '',
    '| language | harmful texts | certain | harmless texts | certain |',
    '|---|---:|---:|---:|---:|',
    ...languages(trials, certain),
    '',
  ].join('\n');
}

function countOf(trials: readonly Trial[], target: 0 | 1): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const trial of trials) {
    if (trial.target === target) counts.set(trial.family, (counts.get(trial.family) ?? 0) + 1);
  }
  return counts;
}

function table(
  certain: ReadonlyMap<string, number>,
  told: ReadonlyMap<string, number>,
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  return [...certain]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([family, share]) =>
        `| ${family} | ${counts.get(family) ?? 0} | ${percent(told.get(family) ?? 0)} | ${percent(share)} |`,
    );
}

function languages(
  trials: readonly (Trial & { readonly lang: string })[],
  threshold: number,
): readonly string[] {
  const names = [...new Set(trials.map((trial) => trial.lang))].sort();
  const share = (lang: string, target: 0 | 1): readonly [number, string] => {
    const those = trials.filter((trial) => trial.lang === lang && trial.target === target);
    const hits = those.filter((trial) => trial.score >= threshold).length;
    return [those.length, those.length === 0 ? '-' : percent(hits / those.length)];
  };
  return names.map((lang) => {
    const [harmful, found] = share(lang, 1);
    const [harmless, alarms] = share(lang, 0);
    return `| ${lang === '' ? 'not stated' : lang} | ${harmful} | ${found} | ${harmless} | ${alarms} |`;
  });
}

export function writeCard(facts: CardFacts): string {
  const { settings, features, weights } = facts;
  const strict = headNames.filter((name) => settings.familiesMin[name] > 1);
  return [
    '# The classifier',
    '',
    `Trained ${facts.date} by \`tools/train.ts\` with seed ${settings.seed}; the same data and seed make the same file. ${weights.bytes} bytes, SHA-256 \`${weights.sha256}\`.`,
    '',
    'Four linear heads over hashed words, beginnings of words, pairs of them, and concepts: a lexicon of words in some thirty languages that stand for the same thing, with their order and distance. Eight bits a weight. Long texts are judged in overlapping windows. Nothing is downloaded and nothing is learned at run time.',
    '',
    `Learned from ${facts.examples} examples; ${features.seen} features that have a slot of their own, words of four texts and more, ${features.kept} kept. Averaged over ${settings.runs} runs, each of its own draw of the texts; passes ${byHead(settings.passes)}, rate ${byHead(settings.rate)}, pull ${byHead(settings.pull)}, balance ${settings.balance}, weight of harmless texts ${byHead(settings.harmlessWeight)}, of the document head's weights ${settings.share} in the attack head, windows of ${settings.scales.join(' and ')} segments; ${strict.join(' and ')} learn from what stands in two families and more.`,
    '',
    '| file | rows | SHA-256 |',
    '|---|---:|---|',
    ...facts.files.map(
      ({ name, rows, sha256 }) => `| ${name} | ${rows} | \`${sha256.slice(0, 16)}\` |`,
    ),
    '',
    `Beside them stretches of code, manuals and data of the ${facts.packages.count} packages that \`package-lock.json\` (\`${facts.packages.sha256.slice(0, 16)}\`) pins for every machine, as they lie in \`node_modules\`: all of them harmless, in families that begin with \`own-package-\`, and held out package by package.${manualsNote(facts)}`,
    '',
    'Every figure below is of texts whose family and source the scoring model had not seen: the families are dealt to folds, and each fold is scored by a model trained on the others. Families that begin with `own-` were written for this training by one author; they are held out text by text, so their figures are kinder than those of foreign families. Toxic texts come from two sources only, which are held out by halves: tweets by text, statements by what they do; a third source would do worse. What the grammars draw is learned from and never tested. Own texts that share seven words in a row with the other files are left out.',
    '',
    'Confidence comes from isotonic regression on those scores, stretched so that it says the same for every head: from 0.8 on a finding is *certain*, which is where the false alarms on unseen harmless families keep the bars (1.25 % of the mean family of ordinary texts for attacks, 0.19 % for harm, 1 % for toxic text; 0.4 % of stretches of files of packages, in documents 0.5 %, for harm 0.18 %; 10 % of talk about attacks, 5 % of edgy texts and of safe lookalikes, 4.4 % of the templated ones, 19 % of harmless acts that are worded like harmful ones, 0.88 % of documents and 8 % of those that give people orders, 25 % of sentences that differ from hateful ones in a word); from 0.5 on it is *told*, where they keep three times that, for attacks twice and for toxic text 3.3 times. In documents 0.75 is where they raise a quarter more than the bars, for toxic text 1.8 times as much. Policies that act ask for 0.8, in documents for 0.75; from 0.75 on hatred is flagged.',
    '',
    ...facts.heads.map(headSection),
    '## Known weak spots',
    '',
    ...weakSpots(facts),
    '',
  ].join('\n');
}

function manualsNote({ manuals }: CardFacts): string {
  if (manuals === undefined) return '';
  return ` So are stretches of ${manuals.count} packages of manuals in some twenty languages (\`tools/train/manuals.list\`; of the stretches \`${manuals.sha256.slice(0, 16)}\`), those of one manual in all its languages together.`;
}

function weakSpots(facts: CardFacts): readonly string[] {
  const lines = facts.heads.flatMap(({ name, trials, certain }) => {
    const low = [...rates(trials, 1, certain)]
      .filter(([, share]) => share < 0.5)
      .map(([family, share]) => `${family} (${percent(share)})`);
    const high = [...rates(trials, 0, certain)]
      .filter(([, share]) => share > 0.05)
      .map(([family, share]) => `${family} (${percent(share)})`);
    return [
      `- ${name}: finds less than half of ${low.join(', ') || 'no family'}; raises more than 5 % false alarms on ${high.join(', ') || 'no family'}.`,
    ];
  });
  return [
    ...lines,
    '- A request that is harmful only by what both sides already know (a code word, an earlier turn) is out of its reach.',
    '- Requests without any word it knows, above all in languages that are not in the lexicon, pass.',
    '- An order in a document that is harmless as a question ("what is the capital of Peru?") is told from the document only by its manner.',
  ];
}
