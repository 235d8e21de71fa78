/** The checkout as the house tests see it: its files and their text. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

// Not asked from git: an unpacked archive of the project has to pass its tests as well.
const outside = new Set(['node_modules', '.git', 'dist', 'data', 'coverage']);

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return outside.has(entry.name) ? [] : walk(path);
  });
}

let listed: readonly string[] | undefined;

/** Every file of the project by its path from the root; what is built, installed or kept at run time is not. */
export function listFiles(pattern = /(?:)/): readonly string[] {
  listed ??= walk('').sort();
  return listed.filter((path) => pattern.test(path));
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function exists(path: string): boolean {
  return existsSync(join(root, path));
}

/** The lines of a Markdown section, from its heading to the next one of the same or a higher level. */
export function readSection(path: string, heading: string): string {
  const lines = readText(path).split('\n');
  const start = lines.findIndex((line) => new RegExp(`^#+ ${heading}$`).test(line));
  if (start === -1) throw new Error(`${path} has no section \`${heading}\``);
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 1;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => (/^#+(?= )/.exec(line)?.[0].length ?? 9) <= level);
  return rest.slice(0, end === -1 ? rest.length : end).join('\n');
}

/** The cells of every table row in a piece of Markdown, without headings and rules, code marks kept. */
export function readTable(markdown: string): readonly (readonly string[])[] {
  const rows = markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
  return rows.filter((row, index) => {
    const isRule = (cells: readonly string[] = []): boolean =>
      cells.length > 0 && cells.every((cell) => /^:?-{2,}:?$/.test(cell));
    return !isRule(row) && !isRule(rows[index + 1]);
  });
}
