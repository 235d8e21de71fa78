/** OpenAI's speech: `POST /v1/audio/speech`, words in, sound out, which is listed as unjudged. */
import { readObject, type Json } from '../json.ts';
import { type Answered, type Asked, type Dialect, type Target, noFacts } from './dialect.ts';
import { readOpenaiRequest } from './openai-asked.ts';
import { toText } from './inline.ts';
import { openai } from './openai.ts';
import {
  blob,
  either,
  figure,
  figures,
  free,
  label,
  object,
  reference,
  text,
  unmapped,
  variant,
  word,
} from './shape.ts';
import { Sink } from './sink.ts';
import { createEventReader } from './openai-whole-events.ts';

const metadata = text('metadata');

const request = object({
  model: metadata,
  input: text('user'),
  instructions: text('system'),
  voice: either({
    string: metadata,
    object: object({ id: reference('audio', 'a stored voice') }),
  }),
  response_format: label('mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'),
  stream_format: word('sse', 'audio'),
  speed: figure,
});

function readRequest(json: Json | undefined, target: Target): Asked {
  const asked = readOpenaiRequest(json, target, { request, input: 'input' });
  return { ...asked, stream: readObject(json?.value)?.stream_format === 'sse' };
}

/** `application/octet-stream` is what servers say that leave the format to the caller. */
const soundType = /^(?:audio\/[\w.+-]{1,64}|application\/octet-stream)$/;

function readSound(type: string, sound: Buffer): Answered | undefined {
  if (!soundType.test(type)) return undefined;
  const sink = new Sink('answer');
  sink.skip('audio', sound.length, 'a spoken answer');
  // Bytes that read as text are judged as the text that they are, whatever they are said to be.
  const said = toText(sound);
  if (said !== undefined) sink.text('assistant', said, { fixed: true });
  return { parts: sink.parts, unjudged: sink.unjudged, facts: noFacts };
}

const event = variant('type', {
  'speech.audio.delta': { audio: blob('audio', 'assistant', 'a spoken answer') },
  'speech.audio.done': { usage: figures('input_tokens', 'output_tokens', 'total_tokens') },
  error: { error: free('assistant') },
});

const ends = new Set(['speech.audio.done', 'error']);

/** Sound cannot say in words why there is none, so a stream of it ends in an error. */
function writeError(message: string, type: string, code: string): string {
  const error = { message, type, param: null, code };
  return `data: ${JSON.stringify({ type: 'error', error })}\n\n`;
}

const blocked = ['invalid_request_error', 'content_policy_violation'] as const;

export const openaiSpeech: Dialect = {
  name: 'openai-speech',
  family: openai,
  readRequest,
  readAnswer: (json) => {
    const sink = new Sink('answer');
    unmapped(json.value, sink);
    return { parts: sink.parts, unjudged: sink.unjudged, facts: noFacts };
  },
  readBytes: readSound,
  drop: () => [],
  writeRefusal: undefined,
  stream: {
    framing: 'sse',
    createReader: () => createEventReader(event, ends),
    writeRefusal: ({ message }) => writeError(message, ...blocked),
    writeBlockedEnd: ({ message }) => writeError(message, ...blocked),
    writeFailedEnd: (message, code) => writeError(message, 'server_error', code),
  },
};
