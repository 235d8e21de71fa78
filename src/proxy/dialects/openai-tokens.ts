/** Tokens of OpenAI's choices, with their probabilities or as numbers, go where their choice is redacted: they spell out what was. */
import type { Step } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readCount } from './members.ts';

export function dropTokens(json: unknown, channels: ReadonlySet<number>): Step[][] {
  const choices: unknown = readObject(json)?.choices;
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((each, at) => {
    const choice = readObject(each);
    const index = readCount(choice?.index ?? at);
    if (!channels.has(index)) return [];
    return spelling
      .filter((name) => (choice?.[name] ?? null) !== null)
      .map((name) => ['choices', at, name]);
  });
}

const spelling = ['logprobs', 'token_ids'];
