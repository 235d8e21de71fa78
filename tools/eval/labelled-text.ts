/** Reads labelled texts from JSONL files; whatever is wrong with a row is said with its file and line. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { z } from 'zod';
import { type PartKind, partKinds, stages } from '../../src/governance/interaction.ts';
import { knownLabels, type Meaning, meaningOf } from './labels.ts';

const span = z.object({
  type: z.string().min(1),
  start: z.int().min(0),
  end: z.int().min(1),
  value: z.string().optional(),
});

const row = z.looseObject({
  text: z.string().min(1),
  label: z.union([z.string().min(1), z.number(), z.boolean()]),
  family: z.string().optional(),
  source: z.string().optional(),
  lang: z.string().optional(),
  part: z.enum(partKinds).optional(),
  kind: z.string().optional(),
  stage: z.enum(stages).optional(),
  host: z.string().optional(),
  system: z.string().optional(),
  spans: z.array(span).optional(),
});

export type LabelledSpan = Pick<z.infer<typeof span>, 'type' | 'start' | 'end'>;

export type LabelledText = {
  readonly text: string;
  readonly label: string;
  readonly meaning: Meaning;
  readonly family: string;
  readonly lang: string;
  readonly part: PartKind;
  readonly stage: 'request' | 'response';
  readonly system: string | undefined;
  readonly spans: readonly LabelledSpan[] | undefined;
};

export type LabelledFile = {
  readonly name: string;
  readonly sha256: string;
  readonly texts: readonly LabelledText[];
};

/** A fault of what was handed in, put so that a person can mend it. */
export class BadInput extends Error {}

/** All `.jsonl` files of a directory, in the order of their names, or the one file that is named. */
export function readLabelled(
  path: string,
  own: ReadonlyMap<string, string>,
): readonly LabelledFile[] {
  return listFiles(path).map((file) => {
    const content = readFileSync(file);
    const name = file === path ? basename(file) : relative(path, file);
    const lines = content.toString('utf8').split('\n');
    const texts = lines.flatMap((line, index) =>
      line.trim() === '' ? [] : [readRow(line, `${file}:${index + 1}`, own)],
    );
    if (texts.length === 0) throw new BadInput(`${file}: holds no text`);
    return { name, sha256: createHash('sha256').update(content).digest('hex'), texts };
  });
}

function listFiles(path: string): readonly string[] {
  let isFile: boolean;
  try {
    isFile = statSync(path).isFile();
  } catch {
    throw new BadInput(`there is no file or directory \`${path}\``);
  }
  if (isFile) return [path];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.jsonl')).sort();
  if (files.length === 0) throw new BadInput(`\`${path}\` holds no file that ends in .jsonl`);
  return files.map((name) => join(path, name));
}

function readRow(line: string, at: string, own: ReadonlyMap<string, string>): LabelledText {
  const read = row.safeParse(parse(line, at));
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => {
      const field = path.join('.');
      return field === '' ? message : `\`${field}\`: ${message}`;
    });
    throw new BadInput(`${at}: ${faults.join('; ')}`);
  }
  const { text, spans, lang = '', family, source, stage = 'request', system } = read.data;
  const label = String(read.data.label);
  const meaning = meaningOf(label, own);
  if (meaning === undefined) {
    throw new BadInput(
      `${at}: the label \`${label}\` is not known; say what it means with --label ${label}=attack, or use one of ${knownLabels.join(', ')}`,
    );
  }
  for (const one of spans ?? []) {
    const value = text.slice(one.start, one.end);
    if (one.end > text.length || one.end <= one.start || (one.value ?? value) !== value)
      throw new BadInput(`${at}: the span ${one.start}-${one.end} does not hold its value`);
  }
  const part = partOf(read.data);
  const told = { text, label, meaning, family: family ?? source ?? label, lang };
  return { ...told, part, stage, system, spans };
}

function parse(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BadInput(`${at}: is not JSON`);
  }
}

/** What stands in a carrier is what a tool brought in. */
function partOf({ part, kind, host, stage }: z.infer<typeof row>): PartKind {
  const named = part ?? partKinds.find((one) => one === kind);
  if (named !== undefined) return named;
  if (host !== undefined) return 'tool_result';
  return stage === 'response' ? 'assistant' : 'user';
}
