/** What one run found out, as data: by file, family, topic, detector and span. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { areaUnder, recallAt, type Scored, shareOf } from './figures.ts';
import { type Judged, toldConfidence } from './judged.ts';
import { categoriesOf, type Topic, topics } from './labels.ts';
import { BadInput, type LabelledFile } from './labelled-text.ts';
import { measureSpans } from './spans.ts';

const figure = z.number().nullable();

const group = z.object({
  name: z.string(),
  found: z.boolean(),
  texts: z.number(),
  blocked: figure,
  flagged: figure,
  allowed: figure,
});

const fileFigures = z.object({
  file: z.string(),
  sha256: z.string(),
  trainedOn: z.boolean(),
  texts: z.number(),
  recall: figure,
  recallWithFlags: figure,
  falsePositives: figure,
  falsePositivesWithFlags: figure,
  recallAtOnePercent: figure,
  area: figure,
  microseconds: z.number(),
  failures: z.number(),
  families: z.array(group),
  languages: z.array(group),
  spans: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  /** One letter a text, in the order of the file. */
  rulings: z.string(),
});

const results = z.object({
  policyVersion: z.string(),
  weights: z.string(),
  files: z.array(fileFigures),
  topics: z.array(
    z.object({
      topic: z.string(),
      positives: z.number(),
      negatives: z.number(),
      area: figure,
      recallAtOnePercent: figure,
    }),
  ),
  detectors: z.array(
    z.object({
      detector: z.string(),
      topic: z.string(),
      recall: figure,
      falsePositives: figure,
    }),
  ),
});

export type Group = z.infer<typeof group>;
export type FileFigures = z.infer<typeof fileFigures>;
export type Results = z.infer<typeof results>;

export type JudgedFile = { readonly file: LabelledFile; readonly judged: readonly Judged[] };

/** JSON has no NaN: a figure that cannot be told is null. */
const told = (value: number): number | null => (Number.isNaN(value) ? null : value);

const letters = { allow: 'a', flag: 'f', redact: 'r', block: 'b' } as const;

const isStopped = ({ action }: Judged): boolean => action === 'block' || action === 'redact';
const isMarked = (one: Judged): boolean => isStopped(one) || one.action === 'flag';

function toGroups(judged: readonly Judged[], nameOf: (one: Judged) => string): Group[] {
  const groups = Map.groupBy(judged, (one) => `${nameOf(one)}|${String(one.given.meaning.found)}`);
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const stopped = members.filter(isStopped).length;
      const marked = members.filter(isMarked).length;
      const texts = members.length;
      return {
        name: nameOf(first),
        found: first.given.meaning.found,
        texts,
        blocked: told(shareOf(stopped, texts)),
        flagged: told(shareOf(marked - stopped, texts)),
        allowed: told(shareOf(texts - marked, texts)),
      };
    });
}

const scoreFor = ({ scores }: Judged, topic: Topic | 'unsafe'): number =>
  topic === 'unsafe' ? Math.max(scores.attack, scores.harm, scores.toxic) : scores[topic];

const topicOf = ({ given }: Judged): Topic | 'unsafe' | undefined =>
  given.meaning.found ? given.meaning.topic : undefined;

/** Harmless texts are scored by what the harmful ones beside them are looked for. */
function toScored(found: readonly Judged[], harmless: readonly Judged[]): readonly Scored[] {
  const asked = new Set(found.flatMap((one) => topicOf(one) ?? []));
  return [
    ...found.map((one) => ({ score: scoreFor(one, topicOf(one) ?? 'unsafe'), found: true })),
    ...harmless.map((one) => ({
      score: Math.max(0, ...[...asked].map((topic) => scoreFor(one, topic))),
      found: false,
    })),
  ];
}

/** A file without harmless texts is held against those of the files that hold nothing else. */
function toFileFigures(
  { file, judged }: JudgedFile,
  harmlessElsewhere: readonly Judged[],
  trained: (sha256: string) => boolean,
): FileFigures {
  const found = judged.filter(({ given }) => given.meaning.found);
  const own = judged.filter(({ given }) => !given.meaning.found);
  const scored = toScored(found, own.length > 0 ? own : harmlessElsewhere);
  const times = judged.map(({ microseconds }) => microseconds).sort((a, b) => a - b);
  return {
    file: file.name,
    sha256: file.sha256,
    trainedOn: trained(file.sha256),
    texts: judged.length,
    recall: told(shareOf(found.filter(isStopped).length, found.length)),
    recallWithFlags: told(shareOf(found.filter(isMarked).length, found.length)),
    falsePositives: told(shareOf(own.filter(isStopped).length, own.length)),
    falsePositivesWithFlags: told(shareOf(own.filter(isMarked).length, own.length)),
    recallAtOnePercent: told(recallAt(scored, 0.01)),
    area: told(areaUnder(scored)),
    microseconds: times[Math.floor(times.length / 2)] ?? 0,
    failures: judged.filter(({ failures }) => failures.length > 0).length,
    families: toGroups(judged, ({ given }) => given.family),
    languages: toGroups(judged, ({ given }) => given.lang || 'not stated'),
    spans: measureSpans(judged).map((one) => ({ ...one })),
    rulings: judged.map(({ action }) => letters[action]).join(''),
  };
}

/** For the curves: every text that is to be found under a topic, and the harmless ones it is told from. */
export function scoredByTopic(files: readonly JudgedFile[]): ReadonlyMap<Topic, readonly Scored[]> {
  const harmlessOnly = files.filter(({ judged }) => !judged.some((one) => topicOf(one)));
  return new Map(
    topics.flatMap((topic): [Topic, readonly Scored[]][] => {
      const mixed = files.filter(({ judged }) => judged.some((one) => topicOf(one) === topic));
      if (mixed.length === 0) return [];
      const found = mixed.flatMap(({ judged }) => judged.filter((one) => topicOf(one) === topic));
      const beside = mixed.flatMap(({ judged }) => judged.filter((one) => !topicOf(one)));
      const others = harmlessOnly.flatMap(({ judged }) => judged);
      const scored = [
        ...found.map((one) => ({ score: one.scores[topic], found: true })),
        ...[...beside, ...others].map((one) => ({ score: one.scores[topic], found: false })),
      ];
      return [[topic, scored]];
    }),
  );
}

function toDetectors(files: readonly JudgedFile[]): Results['detectors'] {
  const all = files.flatMap(({ judged }) => judged);
  return topics.flatMap((topic) => {
    const found = all.filter((one) => topicOf(one) === topic);
    const harmless = all.filter((one) => !topicOf(one));
    const tells = (one: Judged, detector: string): boolean =>
      one.sights.some(
        (sight) =>
          sight.detector === detector &&
          sight.confidence >= toldConfidence &&
          categoriesOf[topic].test(sight.category),
      );
    const names = found.length === 0 ? [] : namesOf(all, topic);
    return names.map((detector) => ({
      detector,
      topic,
      recall: told(shareOf(found.filter((one) => tells(one, detector)).length, found.length)),
      falsePositives: told(
        shareOf(harmless.filter((one) => tells(one, detector)).length, harmless.length),
      ),
    }));
  });
}

function namesOf(judged: readonly Judged[], topic: Topic): readonly string[] {
  const sights = judged.flatMap((one) => one.sights);
  const names = sights.filter(({ category }) => categoriesOf[topic].test(category));
  return [...new Set(names.map(({ detector }) => detector))].sort();
}

export function toResults(
  files: readonly JudgedFile[],
  policyVersion: string,
  weights: string,
  trained: (sha256: string) => boolean,
): Results {
  const harmless = files
    .filter(({ judged }) => !judged.some((one) => topicOf(one)))
    .flatMap(({ judged }) => judged);
  return {
    policyVersion,
    weights,
    files: files.map((one) => toFileFigures(one, harmless, trained)),
    topics: [...scoredByTopic(files)].map(([topic, scored]) => ({
      topic,
      positives: scored.filter(({ found }) => found).length,
      negatives: scored.filter(({ found }) => !found).length,
      area: told(areaUnder(scored)),
      recallAtOnePercent: told(recallAt(scored, 0.01)),
    })),
    detectors: toDetectors(files),
  };
}

/** Results of an earlier run, as `--json` printed them. */
export function readResults(path: string): Results {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new BadInput(`\`${path}\` holds no results; make them with --json`);
  }
  const read = results.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new BadInput(
    `${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not the results of an evaluation'}`,
  );
}
