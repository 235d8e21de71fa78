/** OpenAI Responses: `POST /v1/responses`. */
import type { Dialect } from './dialect.ts';
import { dropRepeats, readResponse } from './openai-responses-answer.ts';
import { readResponsesRequest } from './openai-responses-request.ts';
import { createResponseReader } from './openai-responses-stream.ts';
import {
  readId,
  writeBlockedEnd,
  writeBlockedError,
  writeFailedEnd,
  writeRefusedResponse,
  writeRefusedStream,
} from './openai-responses-written.ts';
import { openai } from './openai.ts';

export const openaiResponses: Dialect = {
  name: 'openai-responses',
  family: openai,
  readRequest: readResponsesRequest,
  readAnswer: readResponse,
  drop: dropRepeats,
  writeRefusal: writeRefusedResponse,
  stream: {
    framing: 'sse',
    createReader: createResponseReader,
    readId,
    writeRefusal: writeRefusedStream,
    writeBlockedEnd,
    writeBlockedError,
    writeFailedEnd,
  },
};
