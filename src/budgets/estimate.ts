/** How many tokens a call will use, guessed before it is sent, and used, where the upstream does not say. */
import type { Spent, Used, Want } from '../governance/spending.ts';
import type { Estimates } from './budget.ts';

/** More than any model writes, and few enough that sums stay exact. */
const tokensMax = 1_000_000_000;

export type Guess = { readonly input: number; readonly output: number };

export function guessTokens(want: Want, estimates: Estimates): Guess {
  const { bytesPerToken, attachmentTokens, outputTokens } = estimates;
  return {
    input: Math.ceil(want.textBytes / bytesPerToken) + want.attachments * attachmentTokens,
    output: Math.min(tokensMax, (want.outputTokensMax ?? outputTokens) * want.choices),
  };
}

/** What was told counts; what was not is guessed, and the guess says that it is one. */
export function settleTokens(
  guess: Guess,
  used: Used,
  estimates: Estimates,
): Omit<Spent, 'cost' | 'currency'> {
  const { input, output, cached = 0 } = used.usage;
  const silent = input === 0 && output === 0;
  const seen = Math.ceil(used.textBytes / estimates.bytesPerToken);
  const guessedOutput = silent && seen === 0 && used.whole ? guess.output : seen;
  const least = silent || !used.whole ? guessedOutput : 0;
  return {
    input: silent ? guess.input : input,
    cached: Math.min(cached, input),
    output: Math.max(output, least),
    estimated: silent || least > output,
  };
}
