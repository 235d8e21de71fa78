/** Lists of tokens with their probabilities, which say the answer again, and beside it what might have been said. */
import { readObject } from '../json.ts';
import { figure, object, text, unmapped, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

const figures = new Set(['logprob', 'logProbability', 'tokenId']);
/** Signed or not. */
const isByte = (value: number): boolean => Number.isInteger(value) && value >= -128 && value < 256;
const said = text('assistant');
const stranger = object({});

/** The numbers of tokens, which whoever has the model's table reads as the text that they stand for. */
export const tokenIds: Shape = (value, sink) => {
  if (!areNumbers(value)) unmapped(value, sink);
  else if (value.length > 0) sink.skip('tokens', value.length, 'a text as numbers of tokens');
};

/** Tokens of one rank are joined to one text, so that no value hides in the seams. */
export function readRank(
  tokens: readonly unknown[],
  rank: number,
  sink: Sink,
  ranked = false,
): void {
  sink.enter(rank);
  sayTokens(tokens, sink, ranked);
  sink.leave();
}

/** `ranked`: each of these tokens may hold others that stood in its place, which `readRanks` reads. */
export function sayTokens(tokens: readonly unknown[], sink: Sink, ranked = false): void {
  let joined = '';
  const bytes: number[] = [];
  const strange: unknown[] = [];
  for (const token of tokens) {
    const record = readObject(token);
    if (record === undefined) strange.push({ strange: token });
    else
      for (const [name, value] of Object.entries(record)) {
        const said = name === 'token' ? saidOf(value) : undefined;
        if (said !== undefined) joined += said;
        else if (name === 'bytes' && areNumbers(value)) {
          // A list of bytes keeps of each number what a byte has room for; the number itself is still there to read.
          for (const byte of value) bytes.push(byte & 0xff);
          if (!value.every(isByte)) strange.push({ bytes: value });
        } else if (figures.has(name) && typeof value === 'number') figure(value, sink);
        else if (!ranked || name !== 'top_logprobs') strange.push({ [name]: value });
      }
  }
  said(joined, sink);
  readSpelled(bytes, joined, sink);
  for (const each of strange) stranger(each, sink);
}

/** A token as whoever puts tokens together has it; undefined where it is none. */
export function saidOf(token: unknown): string | undefined {
  if (typeof token === 'string' || typeof token === 'number') return String(token);
  if (!Array.isArray(token)) return undefined;
  const said = token.map(saidOf);
  return said.includes(undefined) ? undefined : said.join('');
}

/** The bytes of tokens spell the same text; where they spell another one, that is judged as well. */
function readSpelled(bytes: readonly number[], joined: string, sink: Sink): void {
  if (bytes.length === 0) return;
  const spelled = Buffer.from(bytes).toString('utf8');
  if (spelled === joined) return;
  sink.enter('bytes');
  said(spelled, sink);
  sink.leave();
}

function areNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

/** What stood in the place of each token, one list for each rank below the chosen ones. */
export function readRanks(tokens: readonly unknown[], sink: Sink): readonly (readonly unknown[])[] {
  const ranks: unknown[][] = [];
  for (const token of tokens) {
    const others: unknown = readObject(token)?.top_logprobs ?? [];
    if (!Array.isArray(others)) unmapped(others, sink);
    else others.forEach((other, rank) => (ranks[rank] ??= []).push(other));
  }
  return ranks;
}

/** Each token holds the others that stood in its place. */
export const rankedTokens: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  const ranks = readRanks(value, sink);
  [value, ...ranks].forEach((tokens, rank) => {
    readRank(tokens as readonly unknown[], rank, sink, rank === 0);
  });
};
