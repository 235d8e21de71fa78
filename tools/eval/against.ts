/** What changed since an earlier run: figures that moved, and texts that are ruled otherwise. */
import type { FileFigures, Group, Results } from './results.ts';

const words: Readonly<Record<string, string>> = {
  a: 'allowed',
  f: 'flagged',
  r: 'redacted',
  b: 'blocked',
};
const listedMax = 20;
/** Shares that differ by less are the same figure when printed. */
const noise = 0.0005;

const figures = [
  ['recall', 'recall'],
  ['recallWithFlags', 'recall with flags'],
  ['falsePositives', 'false positives'],
  ['falsePositivesWithFlags', 'false positives with flags'],
  ['recallAtOnePercent', 'recall at 1 % false positives'],
  ['area', 'area under the ROC curve'],
] as const;

export function writeChanges(before: Results, after: Results): string {
  const lines: string[] = [];
  if (before.policyVersion !== after.policyVersion)
    lines.push(`policies: ${before.policyVersion} -> ${after.policyVersion}`);
  if (before.weights !== after.weights)
    lines.push(`weights: ${before.weights} -> ${after.weights}`);
  for (const file of after.files) {
    const old = before.files.find((one) => one.file === file.file);
    lines.push(...(old === undefined ? [`${file.file}: new`] : changesOf(old, file)));
  }
  for (const { file } of before.files) {
    if (!after.files.some((one) => one.file === file)) lines.push(`${file}: gone`);
  }
  return lines.length === 0 ? 'nothing changed\n' : `${lines.join('\n')}\n`;
}

function changesOf(old: FileFigures, file: FileFigures): readonly string[] {
  const lines: string[] = [];
  for (const [key, name] of figures) {
    const change = compare(old[key], file[key]);
    if (change !== undefined) lines.push(`  ${name}: ${change}`);
  }
  for (const family of file.families) {
    const same = (one: Group): boolean => one.name === family.name && one.found === family.found;
    const change = compare(old.families.find(same)?.blocked ?? null, family.blocked);
    if (change !== undefined) lines.push(`  ${family.name}, blocked: ${change}`);
  }
  lines.push(...changedRulings(old, file));
  return lines.length === 0 ? [] : [`${file.file}:`, ...lines];
}

function compare(old: number | null, now: number | null): string | undefined {
  if (old === null || now === null) return old === now ? undefined : `${told(old)} -> ${told(now)}`;
  if (Math.abs(old - now) < noise) return undefined;
  const sign = now > old ? '+' : '';
  return `${told(old)} -> ${told(now)} (${sign}${((now - old) * 100).toFixed(1)})`;
}

const told = (value: number | null): string =>
  value === null ? 'none' : `${(value * 100).toFixed(1)} %`;

/** Texts are known by their place, so only in a file that is the same to the byte. */
function changedRulings(old: FileFigures, file: FileFigures): readonly string[] {
  if (old.sha256 !== file.sha256) return ['  the file itself changed'];
  const changed = Array.from(file.rulings).flatMap((now, at) => {
    const was = old.rulings[at] ?? now;
    return was === now ? [] : [`  text ${at + 1}: ${words[was] ?? was} -> ${words[now] ?? now}`];
  });
  const more = changed.length - listedMax;
  return more > 0 ? [...changed.slice(0, listedMax), `  and ${more} texts more`] : changed;
}
