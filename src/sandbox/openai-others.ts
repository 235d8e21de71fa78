/** Answers OpenAI's calls without an answer in words: embeddings, moderations, pictures. */
import {
  countTokens,
  createdAt,
  modelName,
  readRecord,
  startEvents,
  writeJson,
  writeText,
  type Handler,
} from './reply.ts';
import { embed, readText } from './said.ts';

function readTexts(input: unknown): readonly string[] {
  if (!Array.isArray(input)) return [String(input)];
  return input.map((each: unknown) => (typeof each === 'string' ? each : readText([each])));
}

export const answerEmbeddings: Handler = (value, response) => {
  const body = readRecord(value);
  const texts = readTexts(body.input);
  const tokens = countTokens(texts.join(' '));
  const packed = body.encoding_format === 'base64';
  writeJson(response, 200, {
    object: 'list',
    data: texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: packed ? pack(embed(text)) : embed(text),
    })),
    model: modelName,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
};

function pack(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

const categories = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
];

/** The sandbox has no opinion: nothing is ever flagged. */
export const answerModerations: Handler = (value, response) => {
  const each = <Value>(of: Value): Record<string, Value> =>
    Object.fromEntries(categories.map((name) => [name, of]));
  writeJson(response, 200, {
    id: 'modr-sandbox',
    model: modelName,
    results: readTexts(readRecord(value).input).map(() => ({
      flagged: false,
      categories: each(false),
      category_scores: each(0),
      category_applied_input_types: each(['text']),
    })),
  });
};

/** One grey pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

export const answerImages: Handler = async (value, response) => {
  if (readRecord(value).stream !== true) {
    writeJson(response, 200, { created: createdAt, data: [{ b64_json: pixel }], usage });
    return;
  }
  startEvents(response);
  const type = 'image_generation.completed';
  const event = { type, b64_json: pixel, created_at: createdAt, usage };
  await writeText(response, `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
};
