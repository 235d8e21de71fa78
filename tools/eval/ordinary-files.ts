/** Files as they lie in a folder, each a harmless text, once as the words of a user and once as what a tool read: what a policy stops of them, it stops of everyday work. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { PartKind } from '../../src/governance/interaction.ts';
import { BadInput, type LabelledFile } from './labelled-text.ts';

/** As much as stands in a longer one. */
const charactersMax = 6_000;
const charactersMin = 200;
const fileBytesMax = 1_000_000;
/** Spread evenly over all files of the folder. */
const filesMax = 2_000;
const parts: readonly PartKind[] = ['user', 'tool_result'];

export function readOrdinary(directory: string): readonly LabelledFile[] {
  const texts = pickPaths(directory).flatMap((path) => {
    const text = readText(join(directory, path));
    return text === undefined ? [] : [{ text, family: extname(path) || 'none' }];
  });
  if (texts.length === 0) throw new BadInput(`\`${directory}\` holds no file with text in it`);
  const hash = createHash('sha256');
  for (const { text } of texts) hash.update(text);
  const sha256 = hash.digest('hex');
  return parts.map((part) => ({
    name: `files as ${part}`,
    sha256,
    texts: texts.map(({ text, family }) => ({
      ...{ text, family, part, label: 'ordinary', meaning: { found: false } as const, lang: '' },
      ...{ stage: 'request' as const, system: undefined, spans: undefined },
    })),
  }));
}

function pickPaths(directory: string): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  } catch {
    throw new BadInput(`there is no directory \`${directory}\``);
  }
  const files = names
    .filter((name) => !name.split('/').some((part) => part === '.git' || part === '__pycache__'))
    .sort();
  const step = Math.max(1, files.length / filesMax);
  return Array.from(
    { length: Math.min(files.length, filesMax) },
    (_, at) => files[Math.floor(at * step)] ?? '',
  );
}

/** The middle of it; nothing of what is no text. */
function readText(path: string): string | undefined {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about?.isFile() !== true || about.size > fileBytesMax) return undefined;
  const whole = readFileSync(path, 'utf8');
  if (whole.includes('\uFFFD') || whole.includes('\0')) return undefined;
  const from = Math.max(0, Math.floor((whole.length - charactersMax) / 2));
  const text = whole.slice(from, from + charactersMax);
  return text.length < charactersMin ? undefined : text;
}
