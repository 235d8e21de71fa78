/** Token probabilities of OpenAI's choices go where their choice is redacted: they spell out what was. */
import type { Step } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readCount } from './members.ts';

export function dropTokens(json: unknown, channels: ReadonlySet<number>): Step[][] {
  const choices: unknown = readObject(json)?.choices;
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((each, at) => {
    const choice = readObject(each);
    const index = readCount(choice?.index ?? at);
    const tokens = choice?.logprobs ?? null;
    return channels.has(index) && tokens !== null ? [['choices', at, 'logprobs']] : [];
  });
}
