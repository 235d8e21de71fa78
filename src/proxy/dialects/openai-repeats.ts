/** What says again what a choice of OpenAI's formats said, and goes where that is redacted: tokens, sound, a message beside a delta. */
import type { Step } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readCount } from './members.ts';

type Choice = { readonly choice: Readonly<Record<string, unknown>>; readonly at: number };

function choicesOf(json: unknown, channels: ReadonlySet<number>): readonly Choice[] {
  const choices: unknown = readObject(json)?.choices;
  if (!Array.isArray(choices)) return [];
  return choices
    .map((each, at) => ({ choice: readObject(each) ?? {}, at }))
    .filter(({ choice, at }) => channels.has(readCount(choice.index ?? at)));
}

const spelling = ['logprobs', 'token_ids'];

/** With their probabilities or as numbers, they spell it. */
export function dropTokens(json: unknown, channels: ReadonlySet<number>): Step[][] {
  return choicesOf(json, channels).flatMap(({ choice, at }) =>
    spelling.filter((name) => (choice[name] ?? null) !== null).map((name) => ['choices', at, name]),
  );
}

/** A spoken answer says aloud what its transcript says. */
export function dropSound(json: unknown, channels: ReadonlySet<number>): Step[][] {
  return choicesOf(json, channels).flatMap(({ choice, at }) =>
    ['message', 'delta']
      .filter((name) => typeof readObject(readObject(choice[name])?.audio)?.data === 'string')
      .map((name) => ['choices', at, name, 'audio', 'data']),
  );
}

/** What a message beside a delta says again, in pieces of a value too. */
export function dropMessages(chunk: unknown, channels: ReadonlySet<number>): Step[][] {
  return choicesOf(chunk, channels).flatMap(({ choice, at }) =>
    readObject(choice.delta) === undefined
      ? []
      : Object.entries(readObject(choice.message) ?? {})
          .filter(([name, said]) => name !== 'role' && said !== null)
          .map(([name]) => ['choices', at, 'message', name]),
  );
}
