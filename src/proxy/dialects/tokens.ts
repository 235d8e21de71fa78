/** Lists of tokens with their probabilities, which say the answer again, and beside it what might have been said. */
import { readObject } from '../json.ts';
import { readWord } from './members.ts';
import { object, text, unmapped, type Shape } from './shape.ts';
import type { Sink } from './sink.ts';

/** What a token has beside its text; numbers and bytes go when the token goes. */
const besides = new Set(['token', 'logprob', 'bytes', 'logProbability', 'tokenId', 'top_logprobs']);

/** Tokens of one rank are joined to one text, so that no value hides in the seams. */
export function readRank(tokens: readonly unknown[], rank: number, sink: Sink): void {
  const records = tokens.map((token) => readObject(token) ?? { strange: token });
  sink.enter(rank);
  text('assistant')(records.map((record) => readWord(record.token)).join(''), sink);
  for (const record of records) readStrange(record, sink);
  sink.leave();
}

function readStrange(record: Readonly<Record<string, unknown>>, sink: Sink): void {
  const strange = Object.entries(record).filter(([name]) => !besides.has(name));
  if (strange.length > 0) object({})(Object.fromEntries(strange), sink);
}

/** Each token holds the others that stood in its place. */
export const rankedTokens: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  const ranks: unknown[][] = [];
  for (const token of value) {
    const others: unknown = readObject(token)?.top_logprobs ?? [];
    if (!Array.isArray(others)) unmapped(others, sink);
    else others.forEach((other, rank) => (ranks[rank] ??= []).push(other));
  }
  [value, ...ranks].forEach((tokens, rank) => {
    readRank(tokens as readonly unknown[], rank, sink);
  });
};
