/** Answers OpenAI's calls without an answer in words: embeddings, moderations, pictures, speech. */
import {
  countTokens,
  createdAt,
  modelName,
  readRecord,
  startEvents,
  writeEvent,
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

/** A tenth of a second of silence: 8,000 samples of eight bits in each second. */
function writeSilence(): Buffer {
  const samples = Buffer.alloc(800, 0x80);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Silence, whatever it is given to say. */
export const answerSpeech: Handler = async (value, response) => {
  const sound = writeSilence();
  if (readRecord(value).stream_format !== 'sse') {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': sound.length });
    response.end(sound);
    return;
  }
  startEvents(response);
  const audio = sound.toString('base64');
  await writeEvent(response, JSON.stringify({ type: 'speech.audio.delta', audio }));
  await writeEvent(response, JSON.stringify({ type: 'speech.audio.done', usage }));
  response.end();
};
