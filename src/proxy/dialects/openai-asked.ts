/** What OpenAI's calls without a conversation have in common: one input, some settings, and who asks. */
import { GatewayError } from '../../errors.ts';
import { readObject, type Json } from '../json.ts';
import type { Asked, Target } from './dialect.ts';
import {
  readChoices,
  readModel,
  readStream,
  readTokensMax,
  readWord,
  readBody,
} from './members.ts';
import { declareOnline } from './openai-searches.ts';
import { either, free, label, list, object, text, unmapped, type Shape } from './shape.ts';
import { Sink } from './sink.ts';

type Needs = {
  readonly request: Shape;
  /** The member without which there is nothing to judge. */
  readonly input: string;
  /** What the provider takes where no model is named: the key must allow that one too. */
  readonly defaultModel?: string;
  /** False where nothing is written in tokens: vectors, verdicts. */
  readonly outputs?: false;
};

export function readOpenaiRequest(
  json: Json | undefined,
  target: Target,
  { request, input, defaultModel, outputs }: Needs,
): Asked {
  const body = readBody(json);
  if ((body[input] ?? null) === null)
    throw new GatewayError('invalid_request', `expected \`${input}\``, {
      faults: [{ pointer: `/${input}`, detail: 'expected a value' }],
    });
  const sink = new Sink();
  request(body, sink);
  const named = target.params.model ?? (body.model == null ? defaultModel : undefined);
  const model = readModel(body, named);
  declareOnline(model, sink);
  return {
    model,
    furtherModels: sink.models,
    stream: readStream(body),
    ...(outputs === false
      ? { outputTokensMax: 0 }
      : {
          outputTokensMax: readTokensMax(body.max_tokens),
          choices: readChoices(body.n, body.best_of) * countTexts(body[input]),
        }),
    user: readWord(body.safety_identifier) || readWord(body.user),
    session: '',
    tools: sink.tools,
    references: sink.references,
    history: 1,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}

const metadata = text('metadata');

/** Models to which some servers turn where the first fails: the key must allow them too. */
export const furtherModels: Shape = (value, sink) => {
  sink.models.push(...namesIn(value));
  either({ string: metadata, list: list(either({ string: metadata })) })(value, sink);
};

/** Another model may draw what is asked for. */
export const svgSettings = object({
  model: furtherModels,
  reasoning: object({
    effort: label('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  }),
});

/** Beside the model, what an answer says of it where it repeats what was asked for. */
export const byFurtherModel: Shape = (value, sink) => {
  sink.models.push(...namesIn(readObject(value)?.model));
  free('metadata')(value, sink);
};

/** Each stands by itself, in an object that names it, or under the name of the one that it follows. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  const { model, ...others } = readObject(value) ?? {};
  return model === undefined ? Object.values(others).flatMap(namesIn) : namesIn(model);
}

/** Each text of a list is gone on with apart. */
function countTexts(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? Math.max(1, input.length) : 1;
}

/** Texts, or numbers that stand for pieces of words, which nobody can read without the model's own table. */
export const textOrTokens: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    (typeof value === 'string' ? text('user') : unmapped)(value, sink);
    return;
  }
  const tokens = value.filter((each) => typeof each === 'number');
  if (tokens.length > 0)
    sink.skip('tokens', JSON.stringify(tokens).length, 'a text as numbers of tokens');
  for (let index = 0; index < value.length; index += 1) {
    const each: unknown = value[index];
    if (typeof each === 'number') continue;
    sink.enter(index);
    textOrTokens(each, sink);
    sink.leave();
  }
};
