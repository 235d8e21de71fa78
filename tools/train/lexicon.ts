/** The concepts of `training/concepts.txt` as keys of the classifier's table. */
import { readFileSync } from 'node:fs';
import {
  factor,
  hashPair,
  hashWord,
  isWide,
  keys as salts,
} from '../../src/governance/detectors/model-hash.ts';
import { foldText } from '../../src/governance/text/fold.ts';

export type Lexicon = {
  readonly names: readonly string[];
  readonly keys: Int32Array;
  readonly ids: Uint8Array;
  /** The group of each concept, by number; 0 for none. */
  readonly groups: Uint8Array;
};

const line = /^(?<name>[a-z]+)(?: \[(?<group>[a-z]+)\])?: (?<words>.+)$/;

export function readLexicon(path: string): Lexicon {
  const names = [''];
  const groupNames = [''];
  const groups = [0];
  const ids = new Map<number, number>();
  for (const text of readFileSync(path, 'utf8').split('\n')) {
    if (text === '' || text.startsWith('#')) continue;
    const { name, group, words } = line.exec(text)?.groups ?? {};
    if (name === undefined || words === undefined) throw new Error(`not a concept: ${text}`);
    const id = names.push(name) - 1;
    if (group !== undefined && !groupNames.includes(group)) groupNames.push(group);
    groups.push(group === undefined ? 0 : groupNames.indexOf(group));
    for (const word of words.split(' ')) {
      const key = keyOf(word);
      if (key !== undefined && !ids.has(key)) ids.set(key, id);
    }
  }
  const keys = [...ids.keys()].sort((left, right) => left - right);
  return {
    names,
    keys: Int32Array.from(keys),
    ids: Uint8Array.from(keys, (key) => ids.get(key) ?? 0),
    groups: Uint8Array.from(groups),
  };
}

/** Undefined for what the reader cannot see: a single character of a script without spaces. */
function keyOf(word: string): number | undefined {
  const stem = word.endsWith('*');
  const folded = foldText(stem ? word.slice(0, -1) : word).toLowerCase();
  const joined = folded.replaceAll('_', '');
  if (isWide(joined)) return wideKey(joined);
  const [first, second] = folded.split('_');
  if (first === undefined) return undefined;
  if (second !== undefined) return hashPair(hashWord(first), hashWord(second)) ^ salts.pair;
  return stem ? hashWord(first) ^ salts.stem : hashWord(first) ^ salts.word;
}

/** Two characters, or the first three. */
function wideKey(word: string): number | undefined {
  if (word.length < 2) return undefined;
  const two = hashWord(word.slice(0, 2));
  if (word.length === 2) return two;
  return Math.imul(two ^ word.charCodeAt(2), factor) ^ salts.triple;
}
