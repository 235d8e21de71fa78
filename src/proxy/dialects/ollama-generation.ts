/** Ollama's two ways to ask for text: `POST /api/chat` and `POST /api/generate`. */
import { readWord } from './members.ts';
import { readObject, type Json } from '../json.ts';
import type { Asked, Dialect, Notice } from './dialect.ts';
import {
  createOllamaReader,
  dropOllamaRepeats,
  readOllamaAnswer,
  type OllamaKind,
} from './ollama-answer.ts';
import { readOllamaChat } from './ollama-chat-request.ts';
import { readOllamaGenerate } from './ollama-generate-request.ts';
import { ollama } from './ollama.ts';

type Line = Readonly<Record<string, unknown>>;

/** `say` puts a text where the answer has its own. */
function createDialect(
  kind: OllamaKind,
  readRequest: (json: Json | undefined) => Asked,
  say: (text: string) => Line,
): Dialect {
  const head = (notice: Notice, last: unknown): Line => ({
    model: readWord(readObject(last)?.model) || notice.model,
    created_at: new Date(notice.at).toISOString(),
  });
  const writeEnd = (notice: Notice, text: string, last?: unknown): string =>
    JSON.stringify({ ...head(notice, last), ...say(text), ...refused });
  return {
    name: `ollama-${kind}`,
    family: ollama,
    readRequest: (json) => readRequest(json),
    readAnswer: (json) => readOllamaAnswer(kind, json),
    drop: dropOllamaRepeats,
    writeRefusal: (notice) => writeEnd(notice, notice.message),
    stream: {
      framing: 'ndjson',
      createReader: () => createOllamaReader(kind),
      writeRefusal: (notice) => {
        const line = { ...head(notice, undefined), ...say(notice.message), done: false };
        return `${JSON.stringify(line)}\n${writeEnd(notice, '')}\n`;
      },
      writeBlockedEnd: (notice, last) => `${writeEnd(notice, '', last)}\n`,
      writeBlockedError: ({ message }) => `${JSON.stringify({ error: message })}\n`,
      writeFailedEnd: (message) => `${JSON.stringify({ error: message })}\n`,
    },
  };
}

const refused: Line = {
  done: true,
  done_reason: 'content_filter',
  total_duration: 0,
  load_duration: 0,
  prompt_eval_count: 0,
  prompt_eval_duration: 0,
  eval_count: 0,
  eval_duration: 0,
};

export const ollamaChat = createDialect('chat', readOllamaChat, (content) => ({
  message: { role: 'assistant', content },
}));

export const ollamaGenerate = createDialect('generate', readOllamaGenerate, (response) => ({
  response,
}));
