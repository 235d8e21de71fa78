/** Reads a table of cases: `+ category | text with «what is found»` and `- text` that passes; `@tool_result` and `@response` set the scene. */
import { readFileSync } from 'node:fs';
import type { Detector, Scene, Sighting } from '../../../../src/governance/detectors/detector.ts';
import { type PartKind, partKinds } from '../../../../src/governance/interaction.ts';
import { viewsOf } from '../../../../src/governance/text/views.ts';

export type Case = {
  readonly line: number;
  /** Empty for a text in which nothing at all may be found. */
  readonly category: string;
  readonly text: string;
  /** What stands between the marks; empty where only the category is told. */
  readonly spans: readonly string[];
  readonly scene: Scene;
};

/** What a policy would hear of. */
const confidenceMin = 0.4;

/** `~~` is left out, so that no scanner of repositories takes an invented credential for a leaked one. */
const seam = /~~/g;

/** `ab{3}` is `ababab`. */
const repeated = /^(.*)\{(\d+)\}$/;

export function readTable(path: string): {
  readonly found: readonly Case[];
  readonly passed: readonly Case[];
} {
  const found: Case[] = [];
  const passed: Case[] = [];
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (line === '' || line.startsWith('#')) return;
      const [head, rest] = split(line.slice(2));
      const one = toCase(head, rest, index + 1);
      if (line.startsWith('+ ') && one.category !== '') found.push(one);
      else if (line.startsWith('- ')) passed.push(one);
      else throw new Error(`${path}:${index + 1}: expected \`+ category | text\` or \`- text\``);
    });
  return { found, passed };
}

/** Head and text of a line; a line without a head is all text. */
function split(line: string): readonly [string, string] {
  const match = /^((?:[a-z_/0-9]*)(?: ?@[a-z_]+)*(?: ?system="[^"]*")?) \| (.*)$/.exec(line);
  return match === null ? ['', line] : [match[1] ?? '', match[2] ?? ''];
}

function toCase(head: string, written: string, line: number): Case {
  const marked = written
    .replaceAll(seam, '')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replace(repeated, (_all, text: string, times: string) => text.repeat(Number(times)));
  const kind = partKinds.find((one) => head.includes(`@${one}`));
  const stage = head.includes('@response') ? 'response' : 'request';
  const system = /system="([^"]*)"/.exec(head)?.[1];
  const usual: PartKind = stage === 'response' ? 'assistant' : 'user';
  return {
    line,
    category: /^[a-z_/0-9]*/.exec(head)?.[0] ?? '',
    text: marked.replaceAll(/[«»]/g, ''),
    spans: [...marked.matchAll(/«([^»]*)»/g)].map((match) => match[1] ?? ''),
    scene: { stage, kind: kind ?? usual, system: system === undefined ? [] : [system] },
  };
}

/** In every reading of the text, where it stands in the text; the same place is told once. */
export function findAll(detector: Detector, { text, scene }: Case): readonly Sighting[] {
  const all = new Map<string, Sighting>();
  for (const view of viewsOf(text)) {
    for (const sighting of detector.find(view, scene)) {
      if (sighting.confidence < confidenceMin) continue;
      const { start, end } = view.origin(sighting.start, sighting.end);
      all.set(`${sighting.category} ${start} ${end}`, { ...sighting, start, end });
    }
  }
  const told = [...all.values()].sort(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  return told.filter((one, at) => !told.slice(0, at).some((wider) => isInside(one, wider)));
}

function isInside(one: Sighting, wider: Sighting): boolean {
  return one.category === wider.category && one.start >= wider.start && one.end <= wider.end;
}
