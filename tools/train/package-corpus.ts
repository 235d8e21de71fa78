/** Code, declarations, manuals and data of the packages that the lockfile pins: what developers send by the thousand, and all of it harmless. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { z } from 'zod';
import { type Example, ownFoldOf } from './example.ts';
import { createStream, type Random } from './random.ts';

type Kind = {
  readonly family: string;
  readonly extensions: ReadonlySet<string>;
  /** Of one package, in one draw: large ones say the same thing all along. */
  readonly filesMax: number;
};

const kinds: readonly Kind[] = [
  {
    family: 'own-package-code',
    extensions: new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']),
    filesMax: 12,
  },
  {
    family: 'own-package-manuals',
    extensions: new Set(['.md', '.mdx', '.markdown', '.txt']),
    filesMax: 4,
  },
  {
    family: 'own-package-code-others',
    extensions: new Set([
      '.c',
      '.cc',
      '.cpp',
      '.h',
      '.hh',
      '.hpp',
      '.py',
      '.gyp',
      '.sh',
      '.ps1',
      '.proto',
      '.go',
      '.rs',
      '.java',
      '.rb',
      '.php',
    ]),
    filesMax: 12,
  },
  {
    family: 'own-package-data',
    extensions: new Set(['.json', '.yml', '.yaml', '.html', '.css', '.flow', '.toml']),
    filesMax: 4,
  },
];

const sliceCharacters = 3_000;
const sliceMin = 200;
/** What is longer was made by a program. */
const fileBytesMax = 1_000_000;
const depthMax = 8;

export const lockfileName = 'package-lock.json';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optional: z.boolean().optional(),
    }),
  ),
});

/** Where packages lie that every machine installs. */
export function listPackages(root: string): readonly string[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(root, lockfileName), 'utf8')));
  return Object.entries(packages)
    .filter(([path, { optional = false }]) => path.startsWith('node_modules/') && !optional)
    .map(([path]) => path)
    .sort();
}

/** In an order that does not depend on the disk; packages inside of a package are listed by themselves. */
function listFiles(directory: string, depth = 0): readonly string[] {
  if (depth > depthMax) return [];
  return readdirSync(directory, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory())
        return entry.name === 'node_modules' ? [] : listFiles(path, depth + 1);
      return entry.isFile() ? [path] : [];
    });
}

/** A stretch that begins with a line. */
function cutSlice(text: string, random: Random): string {
  const latest = Math.max(0, text.length - sliceCharacters);
  const at = Math.floor(random.next() * (latest + 1));
  const from = at === 0 ? 0 : text.indexOf('\n', at) + 1;
  return text.slice(from, from + sliceCharacters).trim();
}

function readPackage(root: string, path: string, seed: number): readonly Example[] {
  const files = listFiles(join(root, path));
  return kinds.flatMap(({ family, extensions, filesMax }) => {
    const random = createStream(seed, `${path} ${family}`);
    const fitting = files.filter(
      (file) => extensions.has(extname(file)) && statSync(file).size <= fileBytesMax,
    );
    const order = Int32Array.from(fitting.keys());
    random.shuffle(order);
    return Array.from(order.subarray(0, filesMax), (index): Example => {
      const text = cutSlice(readFileSync(fitting[index] ?? '', 'utf8'), random);
      const targets = { attack: 0, document: 0, harm: 0, toxic: 0 } as const;
      return { text, targets, family, lang: '', fold: ownFoldOf(path), weight: 1, derived: false };
    }).filter(({ text }) => text.length >= sliceMin);
  });
}

/** Those of one package are held out together. */
export function readPackages(root: string, seed: number): readonly Example[] {
  return listPackages(root).flatMap((path) => readPackage(root, path, seed));
}
