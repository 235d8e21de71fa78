/** How many tokens a call will use, guessed before it is sent, and used, where the upstream does not say. */
import type { Spent, Used, Want } from '../governance/spending.ts';
import type { Estimates } from './budget.ts';
import { tokensMax } from './sums.ts';

export type Guess = { readonly input: number; readonly output: number };

export function guessTokens(want: Want, estimates: Estimates): Guess {
  const { bytesPerToken, attachmentTokens, outputTokens } = estimates;
  return {
    input: Math.ceil(want.textBytes / bytesPerToken) + want.attachments * attachmentTokens,
    output: Math.min(tokensMax, (want.outputTokensMax ?? outputTokens) * want.choices),
  };
}

/** What was told counts; each figure that was not, or that no model comes to, is guessed, and the guess says that it is one. */
export function settleTokens(
  guess: Guess,
  used: Used,
  estimates: Estimates,
): Omit<Spent, 'cost' | 'currency'> {
  const { cached = 0 } = used.usage;
  const [input, output] = [used.usage.input, used.usage.output].map((told) =>
    Math.min(told, tokensMax),
  ) as [number, number];
  const silent = input === 0 && output === 0;
  const seen = Math.ceil(used.textBytes / estimates.bytesPerToken);
  // Vectors and the like have no tokens, though there is something to be seen of them.
  const untold = output === 0 && guess.output > 0;
  const guessedOutput = silent && seen === 0 && used.whole ? guess.output : seen;
  const least = untold || !used.whole ? guessedOutput : 0;
  const read = input === 0 ? guess.input : input;
  return {
    input: read,
    cached: Math.min(cached, input),
    output: Math.max(output, least),
    estimated: silent || read !== used.usage.input || Math.max(output, least) !== used.usage.output,
  };
}
