/** Answers OpenAI's completions without a conversation, plain and streamed. */
import {
  countTokens,
  createdAt,
  modelName,
  readRecord,
  startEvents,
  toPieces,
  writeEvent,
  writeJson,
  type Handler,
} from './reply.ts';
import { say } from './said.ts';

export const answerCompletion: Handler = async (value, response) => {
  const body = readRecord(value);
  const prompt = Array.isArray(body.prompt) ? body.prompt.join(' ') : String(body.prompt);
  const said = say(prompt);
  const content = 'content' in said ? said.content : '';
  if (body.stream !== true) {
    const [input, output] = [countTokens(prompt), countTokens(content)];
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
    };
    writeJson(response, 200, { ...toCompletion(content, 'stop'), usage });
    return;
  }
  startEvents(response);
  for (const piece of toPieces(content))
    await writeEvent(response, JSON.stringify(toCompletion(piece, null)));
  await writeEvent(response, JSON.stringify(toCompletion('', 'stop')));
  await writeEvent(response, '[DONE]');
  response.end();
};

function toCompletion(text: string, finish: string | null): Readonly<Record<string, unknown>> {
  return {
    id: 'cmpl-sandbox',
    object: 'text_completion',
    created: createdAt,
    model: modelName,
    choices: [{ index: 0, text, logprobs: null, finish_reason: finish }],
  };
}
