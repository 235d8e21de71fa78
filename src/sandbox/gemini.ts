/** Answers Gemini's calls, plain and in both forms of stream, counts and embeds, and lists itself. */
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
import { embed, readText, say, wordsOf, type Said } from './said.ts';

type Body = Readonly<Record<string, unknown>>;

export const answerGenerate: Handler = (value, response) => {
  const { said, prompt } = read(readRecord(value));
  const whole = toParts(said, 'content' in said ? said.content : '');
  writeJson(response, 200, toChunk(whole, 'STOP', toUsage(prompt, said)));
};

/** Events with `alt=sse`, else the elements of one array. */
export const answerStream: Handler = async (value, response, { query }) => {
  const { said, prompt } = read(readRecord(value));
  const events = (query.get('alt') ?? query.get('$alt')) === 'sse';
  startEvents(response, events ? undefined : 'application/json');
  const pieces = 'content' in said ? toPieces(said.content) : [''];
  for (const [at, piece] of pieces.entries()) {
    const isLast = at === pieces.length - 1;
    const usage = isLast ? toUsage(prompt, said) : undefined;
    const chunk = JSON.stringify(toChunk(toParts(said, piece), isLast ? 'STOP' : undefined, usage));
    const before = at === 0 ? '[' : ',\r\n';
    await writeText(response, events ? `data: ${chunk}\r\n\r\n` : `${before}${chunk}\n`);
  }
  response.end(events ? '' : ']');
};

export const answerGeminiCount: Handler = (value, response) => {
  const body = readRecord(value);
  const asked = body.generateContentRequest ?? body;
  writeJson(response, 200, { totalTokens: countTokens(read(readRecord(asked)).prompt) });
};

export const answerEmbed: Handler = (value, response) => {
  writeJson(response, 200, { embedding: toEmbedding(value) });
};

export const answerBatchEmbed: Handler = (value, response) => {
  const { requests } = readRecord(value);
  writeJson(response, 200, { embeddings: readList(requests).map(toEmbedding) });
};

const model = {
  name: `models/${modelName}`,
  version: '1',
  displayName: modelName,
  supportedGenerationMethods: ['generateContent', 'countTokens', 'embedContent'],
};

export const answerGeminiModels: Handler = (_body, response, { path }) => {
  writeJson(response, 200, path.endsWith(`/${modelName}`) ? model : { models: [model] });
};

function read(body: Body): { readonly said: Said; readonly prompt: string } {
  const turns = readList(body.contents).map((turn) => readText(readRecord(turn).parts));
  const config = readRecord(readRecord(body.toolConfig).functionCallingConfig);
  const tools = readList(readRecord(readList(body.tools)[0]).functionDeclarations).map((tool) => {
    const { name, parameters, parametersJsonSchema } = readRecord(tool);
    return { name, schema: parametersJsonSchema ?? parameters };
  });
  const { responseMimeType, responseSchema, responseJsonSchema } = readRecord(
    body.generationConfig,
  );
  const form =
    responseMimeType === 'application/json'
      ? readRecord(responseJsonSchema ?? responseSchema)
      : undefined;
  const system = readText(readRecord(body.systemInstruction).parts);
  return {
    said: say(turns.at(-1) ?? '', {
      tool: config.mode === 'ANY' ? tools[0]?.name : undefined,
      tools,
      form,
    }),
    prompt: [system, ...turns].join(' '),
  };
}

function toParts(said: Said, text: string): unknown[] {
  if ('content' in said) return [{ text }];
  return [{ functionCall: { id: 'call_sandbox', name: said.tool, args: said.args } }];
}

function toUsage(prompt: string, said: Said): Body {
  const promptTokenCount = countTokens(prompt);
  const candidatesTokenCount = countTokens(wordsOf(said));
  const totalTokenCount = promptTokenCount + candidatesTokenCount;
  return { promptTokenCount, candidatesTokenCount, totalTokenCount };
}

function toChunk(parts: unknown[], finishReason?: string, usageMetadata?: Body): Body {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason, index: 0 }],
    usageMetadata,
    modelVersion: modelName,
    responseId: 'sandbox',
  };
}

function toEmbedding(value: unknown): Body {
  return { values: embed(readText(readRecord(readRecord(value).content).parts)) };
}
