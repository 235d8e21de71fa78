/** Searches every byte of every file below a directory, free pages and write-ahead logs included. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The forms in which a text may lie in a file: as it is or folded, in three encodings. */
function formsOf(text: string): Buffer[] {
  const cases = [...new Set([text, text.toLowerCase()])];
  return cases.flatMap((each) => [
    Buffer.from(each),
    Buffer.from(each, 'utf16le'),
    Buffer.from(Buffer.from(each).toString('hex')),
    // Whole groups of three bytes from each of the three places where a group may begin.
    ...[0, 1, 2].map((from) => {
      const rest = Buffer.from(each.slice(from));
      return Buffer.from(rest.subarray(0, rest.length - (rest.length % 3)).toString('base64'));
    }),
  ]);
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** `word in file`, for each word and each file that it stands in. */
export function findRaw(directory: string, words: readonly string[]): string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = files.map((path) => [path, readIfThere(path)] as const);
  // What was renamed meanwhile stands under another name now.
  if (contents.some(([, bytes]) => bytes === undefined)) return findRaw(directory, words);
  return contents.flatMap(([path, bytes]) => {
    return words
      .filter((word) => formsOf(word).some((form) => bytes?.includes(form)))
      .map((word) => `${word} in ${relative(directory, path)}`);
  });
}

/** The words that stand in a text in one of the same forms. */
export function findIn(text: string, words: readonly string[]): string[] {
  const bytes = Buffer.from(text);
  return words.filter((word) => formsOf(word).some((form) => bytes.includes(form)));
}
