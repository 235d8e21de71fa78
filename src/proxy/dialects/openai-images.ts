/** OpenAI's pictures from words: `POST /v1/images/generations`; the pictures themselves are listed as unjudged. */
import type { Dialect, Notice } from './dialect.ts';
import { readOpenaiRequest, svgSettings } from './openai-asked.ts';
import { openai } from './openai.ts';
import {
  blob,
  figure,
  figures,
  free,
  label,
  list,
  measure,
  object,
  source,
  text,
  variant,
  word,
} from './shape.ts';
import { readWith } from './silent.ts';
import { createEventReader } from './openai-whole-events.ts';

const metadata = text('metadata');

const looks = {
  background: label('transparent', 'opaque', 'auto'),
  output_format: label('png', 'jpeg', 'webp', 'gif', 'svg'),
  quality: label('low', 'medium', 'high', 'xhigh', 'max', 'auto', 'standard', 'hd'),
  size: label(
    ...'auto 1024x1024 1536x1024 1024x1536 256x256 512x512 1792x1024 1024x1792'.split(' '),
  ),
};

const request = object({
  ...looks,
  model: metadata,
  prompt: text('user'),
  complexity: label('low', 'medium', 'high'),
  moderation: label('low', 'auto'),
  response_format: word('url', 'b64_json'),
  style: label('vivid', 'natural'),
  svg: svgSettings,
  user: metadata,
  safety_identifier: metadata,
  frame_count: figure,
  frame_duration_ms: figure,
  n: figure,
  output_compression: figure,
  partial_images: figure,
  stream: figure,
});

const picture = blob('image', 'assistant', 'a picture');

const usage = figures(
  'input_tokens',
  'input_tokens_details',
  'output_tokens',
  'output_tokens_details',
  'total_tokens',
  'image_tokens',
  'text_tokens',
  'cached_tokens',
);

const around = {
  ...looks,
  safety_identifier: metadata,
  svg_usage: free('metadata'),
  usage,
};

const answer = object({
  ...around,
  created: measure,
  data: list(
    object({ b64_json: picture, url: source('image'), revised_prompt: text('assistant') }),
  ),
});

const pictured = { ...around, b64_json: picture, created_at: measure };

const event = variant('type', {
  'image_generation.partial_image': { ...pictured, partial_image_index: figure },
  'image_generation.completed': pictured,
  error: { error: free('assistant'), message: text('assistant'), code: metadata, param: metadata },
});

const ends = new Set(['image_generation.completed', 'error']);

/** A picture cannot say why it was not made, so a stream of pictures ends in an error. */
function writeError(message: string, type: string, code: string): string {
  const error = { message, type, param: null, code };
  return `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
}

const writeBlocked = ({ message }: Notice): string =>
  writeError(message, 'invalid_request_error', 'content_policy_violation');

export const openaiImages: Dialect = {
  name: 'openai-images',
  family: openai,
  readRequest: (json, target) =>
    readOpenaiRequest(json, target, { request, input: 'prompt', defaultModel: 'dall-e-2' }),
  readAnswer: (json) => readWith(answer, json.value),
  drop: () => [],
  writeRefusal: undefined,
  stream: {
    framing: 'sse',
    createReader: () => createEventReader(event, ends),
    writeRefusal: writeBlocked,
    writeBlockedEnd: writeBlocked,
    writeFailedEnd: (message, code) => writeError(message, 'server_error', code),
  },
};
