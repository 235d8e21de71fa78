/** Answers Ollama's chat and generate, plain and streamed, embeds texts and tells about itself. */
import type { ServerResponse } from 'node:http';
import {
  countTokens,
  modelName,
  readList,
  readRecord,
  startEvents,
  toPieces,
  writeJson,
  writeText,
  type Handler,
} from './reply.ts';
import { embed, readText, say, type Form, type Said } from './said.ts';

type Line = Readonly<Record<string, unknown>>;

const head: Line = { model: modelName, created_at: '2023-11-14T22:13:20Z' };

export const answerOllamaChat: Handler = async (value, response) => {
  const body = readRecord(value);
  const texts = readList(body.messages).map((turn) => readText(readRecord(turn).content));
  const last = texts.at(-1) ?? '';
  // Ollama has no way to insist on a tool, so the only one that is offered is called when it is named.
  const { name, parameters } = readRecord(readRecord(readList(body.tools)[0]).function);
  const tool = typeof name === 'string' && last.includes(name) ? name : undefined;
  const said = say(last, { tool, tools: [{ name, schema: parameters }], form: readFormat(body) });
  await answer(response, body, texts.join(' '), said, (text) => ({
    message: {
      role: 'assistant',
      content: text,
      ...('tool' in said && text === ''
        ? { tool_calls: [{ function: { name: said.tool, arguments: said.args } }] }
        : {}),
    },
  }));
};

export const answerOllamaGenerate: Handler = async (value, response) => {
  const body = readRecord(value);
  const prompt = readText(body.prompt);
  const said = say(prompt, { form: readFormat(body) });
  await answer(response, body, prompt, said, (text) => ({ response: text }));
};

/** A schema, or the word for any JSON. */
function readFormat({ format }: Line): Form {
  if (format === 'json') return {};
  return typeof format === 'object' && format !== null ? readRecord(format) : undefined;
}

/** Without a word about it, Ollama streams. */
async function answer(
  response: ServerResponse,
  body: Line,
  prompt: string,
  said: Said,
  toLine: (text: string) => Line,
): Promise<void> {
  const text = 'content' in said ? said.content : '';
  const end = {
    done: true,
    done_reason: 'stop',
    total_duration: 1,
    load_duration: 1,
    prompt_eval_count: countTokens(prompt),
    prompt_eval_duration: 1,
    eval_count: countTokens(text),
    eval_duration: 1,
  };
  if (body.stream === false) {
    writeJson(response, 200, { ...head, ...toLine(text), ...end });
    return;
  }
  startEvents(response, 'application/x-ndjson');
  const write = (line: Line): Promise<void> => writeText(response, `${JSON.stringify(line)}\n`);
  const pieces = 'content' in said ? toPieces(text) : [''];
  for (const piece of pieces) await write({ ...head, ...toLine(piece), done: false });
  const last = 'content' in said ? toLine('') : { message: { role: 'assistant', content: '' } };
  await write({ ...head, ...last, ...end });
  response.end();
}

export const answerOllamaEmbed: Handler = (value, response) => {
  const { input } = readRecord(value);
  const texts = (Array.isArray(input) ? input : [input]).map(String);
  writeJson(response, 200, {
    model: modelName,
    embeddings: texts.map(embed),
    total_duration: 1,
    load_duration: 1,
    prompt_eval_count: countTokens(texts.join(' ')),
  });
};

const details = {
  parent_model: '',
  format: '',
  family: modelName,
  families: [modelName],
  parameter_size: '0',
  quantization_level: '',
};

export const answerTags: Handler = (_body, response) => {
  const model = {
    name: modelName,
    model: modelName,
    modified_at: '2023-11-14T22:13:20Z',
    size: 0,
    digest: '',
    details,
  };
  writeJson(response, 200, { models: [model] });
};

export const answerShow: Handler = (_body, response) => {
  writeJson(response, 200, {
    license: '',
    modelfile: '',
    parameters: '',
    template: '',
    details,
    model_info: {},
    capabilities: ['completion', 'tools'],
    modified_at: '2023-11-14T22:13:20Z',
  });
};

export const answerVersion: Handler = (_body, response) => {
  writeJson(response, 200, { version: '0.0.0-sandbox' });
};
