/** The figures of one run as tables that a person reads. */
import type { FileFigures, Group, Results } from './results.ts';

const percent = (share: number | null): string =>
  share === null ? '-' : `${(share * 100).toFixed(1)} %`;
const three = (value: number | null): string => (value === null ? '-' : value.toFixed(3));

/** First column to the left, the others to the right. */
export function writeTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function filesTable(files: readonly FileFigures[]): string {
  return writeTable([
    ['file', 'texts', 'recall', '+ flags', 'false pos.', '+ flags', 'recall@1%', 'AUC', 'µs/text'],
    ...files.map((one) => [
      `${one.file}${one.trainedOn ? ' *' : ''}`,
      String(one.texts),
      percent(one.recall),
      percent(one.recallWithFlags),
      percent(one.falsePositives),
      percent(one.falsePositivesWithFlags),
      percent(one.recallAtOnePercent),
      three(one.area),
      String(one.microseconds),
    ]),
  ]);
}

function groupsTable(title: string, groups: readonly Group[]): string {
  return writeTable([
    [title, 'should be', 'texts', 'blocked', 'flagged', 'allowed'],
    ...groups.map(({ name, found, texts, blocked, flagged, allowed }) => [
      `  ${name}`,
      found ? 'found' : 'let through',
      String(texts),
      percent(blocked),
      percent(flagged),
      percent(allowed),
    ]),
  ]);
}

function spansTable({ spans }: FileFigures): readonly string[] {
  if (spans.length === 0) return [];
  const number = (value: string | number | undefined): number => Number(value ?? 0);
  const share = (part: string | number | undefined, whole: string | number | undefined): string =>
    percent(number(whole) === 0 ? null : number(part) / number(whole));
  const table = writeTable([
    ['spans', 'labelled', 'recall', 'exact', 'findings', 'precision'],
    ...spans.map((one) => [
      `  ${one['type'] ?? ''}`,
      String(one['labelled']),
      share(one['covered'], one['labelled']),
      share(one['exact'], one['labelled']),
      String(one['findings']),
      share(one['right'], one['findings']),
    ]),
  ]);
  return ['', table];
}

/** `languages`: also by language. */
export function writeResults(results: Results, languages: boolean, unseen: string): string {
  const lines = [
    `policies ${results.policyVersion}`,
    `weights ${results.weights}`,
    '',
    filesTable(results.files),
  ];
  if (unseen !== '') lines.push('', unseen);
  else if (results.files.some(({ trainedOn }) => trainedOn))
    lines.push(
      '',
      '* The classifier was trained on this file: its figures say how well it remembers.',
    );
  const failed = results.files.reduce((sum, { failures }) => sum + failures, 0);
  if (failed > 0) lines.push('', `${failed} texts were judged with a check that could not run.`);
  for (const file of results.files) {
    lines.push('', groupsTable(file.file, file.families));
    if (languages) lines.push('', groupsTable(`${file.file} by language`, file.languages));
    lines.push(...spansTable(file));
  }
  if (results.topics.length > 0)
    lines.push(
      '',
      writeTable([
        ['topic', 'to be found', 'harmless', 'recall@1%', 'AUC'],
        ...results.topics.map((one) => [
          one.topic,
          String(one.positives),
          String(one.negatives),
          percent(one.recallAtOnePercent),
          three(one.area),
        ]),
      ]),
      '',
      writeTable([
        ['detector alone, from 0.5 on', 'topic', 'recall', 'false pos.'],
        ...results.detectors.map(({ detector, topic, recall, falsePositives }) => [
          detector,
          topic,
          percent(recall),
          percent(falsePositives),
        ]),
      ]),
    );
  return `${lines.join('\n')}\n`;
}
