/** What Ollama's requests share: their options and pictures, and whether an answer streams. */
import { readStream } from './members.ts';
import {
  blob,
  either,
  figure,
  list,
  measure,
  object,
  schema,
  type Shape,
  text,
  unmapped,
  word,
} from './shape.ts';

const metadata = text('metadata');

export const images = list(blob('image', 'user', 'an image'));

/** Names of numbers and switches. */
export function figuresOf(names: string): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, figure]));
}

/** Names of durations and counts that an answer reports. */
export function measuresOf(names: string): Readonly<Record<string, Shape>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, measure]));
}

export const options = object({
  stop: either({ string: metadata, list: list(metadata) }),
  ...figuresOf(
    'numa num_ctx num_batch num_gpu main_gpu low_vram f16_kv logits_all vocab_only use_mmap ' +
      'use_mlock embedding_only num_thread num_keep seed num_predict top_k top_p min_p tfs_z ' +
      'typical_p repeat_last_n temperature repeat_penalty presence_penalty frequency_penalty ' +
      'mirostat mirostat_tau mirostat_eta penalize_newline truncate',
  ),
});

export const keepAlive: Shape = (value, sink) =>
  (typeof value === 'number' ? figure : metadata)(value, sink);

export const generationMembers: Readonly<Record<string, Shape>> = {
  model: metadata,
  format: either({ string: text('schema'), object: schema('schema') }),
  keep_alive: keepAlive,
  think: either({ string: word('low', 'medium', 'high', 'max') }),
  options,
  ...figuresOf('stream logprobs top_logprobs truncate shift'),
};

/** Numbers that a model's tokenizer would turn into the text of earlier exchanges. */
export const context: Shape = (value, sink) => {
  const isTokens = Array.isArray(value) && value.every((item) => typeof item === 'number');
  if (!isTokens) unmapped(value, sink);
  else if (value.length > 0) sink.skip('tokens', value.length, 'token ids of an exchange');
};

/** Without a word about it, Ollama streams. */
export function readOllamaStream(body: Readonly<Record<string, unknown>>): boolean {
  return readStream({ stream: body.stream ?? true });
}
