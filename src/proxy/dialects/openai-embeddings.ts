/** OpenAI's embeddings: `POST /v1/embeddings`, texts in, vectors out. */
import { isUtf8 } from 'node:buffer';
import { readObject } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { readWord } from './members.ts';
import { readUsage } from './openai-chat-answer.ts';
import { furtherModels, readOpenaiRequest, textOrTokens } from './openai-asked.ts';
import { openai } from './openai.ts';
import { either, figure, figures, list, measure, object, text, word, type Shape } from './shape.ts';
import { readWith } from './silent.ts';

const metadata = text('metadata');

const request = object({
  model: metadata,
  models: furtherModels,
  fallbacks: furtherModels,
  input: textOrTokens,
  encoding_format: word('float', 'base64'),
  dimensions: figure,
  user: metadata,
});

/** The numbers of a vector, four bytes each: read as the list of numbers that they are, unless they could be text. */
const packed: Shape = (value, sink) => {
  const numbers = readPacked(value);
  (numbers === undefined ? metadata : list(figure))(numbers ?? value, sink);
};

function readPacked(value: unknown): readonly number[] | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined;
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length % 4 !== 0 || isUtf8(bytes) || bytes.toString('base64') !== value)
    return undefined;
  const numbers = Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  return numbers.every(Number.isFinite) ? numbers : undefined;
}

const answer = object({
  object: word('list'),
  data: list(
    object({
      object: word('embedding'),
      index: figure,
      embedding: either({ string: packed, list: list(figure) }),
    }),
  ),
  model: metadata,
  id: metadata,
  created: measure,
  usage: figures('prompt_tokens', 'total_tokens'),
});

export const openaiEmbeddings: Dialect = {
  name: 'openai-embeddings',
  family: openai,
  readRequest: (json, target) =>
    readOpenaiRequest(json, target, { request, input: 'input', outputs: false }),
  readAnswer: (json) => {
    const read = readWith(answer, json.value);
    const body = readObject(json.value);
    const told = { model: readWord(body?.model), usage: readUsage(body?.usage) };
    return { ...read, facts: { ...read.facts, ...told } };
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
};
