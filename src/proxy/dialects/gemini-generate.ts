/** Gemini's answers: `:generateContent`, and `:streamGenerateContent` as events or as one long JSON array. */
import { readObject } from '../json.ts';
import type { Dialect, Notice, StreamFormat } from './dialect.ts';
import { dropTokens, readEnds, readGeminiAnswer } from './gemini-answer.ts';
import { readGenerate } from './gemini-generate-request.ts';
import { createGeminiReader } from './gemini-stream.ts';
import { gemini } from './gemini.ts';

type Chunk = Readonly<Record<string, unknown>>;

const common = {
  family: gemini,
  readAnswer: (json) => readGeminiAnswer(json),
  drop: dropTokens,
} satisfies Partial<Dialect>;

export const geminiGenerate: Dialect = {
  ...common,
  name: 'gemini-generate',
  readRequest: (json, target) => readGenerate(json, target, false),
  writeRefusal: (notice) => JSON.stringify(refusal(notice)),
  stream: undefined,
};

export const geminiStream: Dialect = {
  ...common,
  name: 'gemini-stream',
  readRequest: (json, target) => readGenerate(json, target, true),
  writeRefusal: undefined,
  stream: createFormat('sse', {
    begin: (chunk) => writeEvent(chunk),
    goOn: (chunk) => writeEvent(chunk),
  }),
};

/** Without `alt=sse` the chunks are the elements of an array that is closed at the end. */
export const geminiStreamArray: Dialect = {
  ...geminiStream,
  name: 'gemini-stream-array',
  stream: createFormat('json-array', {
    begin: (chunk) => `[${JSON.stringify(chunk)}\n]`,
    goOn: (chunk) => `,\r\n${JSON.stringify(chunk)}\n]`,
  }),
};

type Writing = {
  readonly begin: (chunk: Chunk) => string;
  readonly goOn: (chunk: Chunk) => string;
};

function createFormat(framing: StreamFormat['framing'], write: Writing): StreamFormat {
  return {
    framing,
    createReader: createGeminiReader,
    writeRefusal: (notice) => write.begin(refusal(notice)),
    writeBlockedEnd: (notice, last, open) => write.goOn(blockedEnd(notice, last, open)),
    writeBlockedError: ({ message }) =>
      write.goOn({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
    writeFailedEnd: (message, code) =>
      write.goOn({ error: { code: 500, message: `${message} (${code})`, status: 'INTERNAL' } }),
  };
}

function writeEvent(chunk: Chunk): string {
  return `data: ${JSON.stringify(chunk)}\r\n\r\n`;
}

const counts = { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 };

function refusal(notice: Notice): Chunk {
  const content = { role: 'model', parts: [{ text: notice.message }] };
  return {
    candidates: [{ content, finishReason: 'SAFETY', index: 0 }],
    usageMetadata: counts,
    modelVersion: notice.model,
    responseId: notice.id,
  };
}

/** Ends every candidate that is open, or stands in the last chunk, and tells in each why. */
function blockedEnd(notice: Notice, last: unknown, open?: readonly number[]): Chunk {
  const body = readObject(last);
  const begun = readEnds(body).filter((end) => end.finish === '');
  const known = open ?? begun.map((end) => end.index);
  const indexes = known.length === 0 ? [0] : known;
  return {
    candidates: indexes.map((index) => ({
      finishReason: 'SAFETY',
      finishMessage: notice.message,
      index,
    })),
    modelVersion: body?.modelVersion ?? notice.model,
    responseId: body?.responseId ?? notice.id,
  };
}
