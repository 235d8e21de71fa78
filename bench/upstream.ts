/** A tiny model provider: reads the request and gives the same 1 KB completion every time, or a stream. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { urlOf, writeReady } from './ready.ts';
import { answerStream, streamModels } from './streams.ts';
import { answerText } from './texts.ts';

const models = Object.values(streamModels);

const answer = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'gpt-4o-mini',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answerText, refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 420, completion_tokens: 180, total_tokens: 600 },
  }),
);

/** Its name may say more, up to the quotation mark. */
function findModel(head: string, name: string): string | undefined {
  const at = head.indexOf(name);
  return at === -1 ? undefined : head.slice(at, head.indexOf('"', at));
}

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  let head = '';
  request.once('data', (bytes: Buffer) => (head = bytes.toString('latin1', 0, 60)));
  request.once('end', () => {
    const streamed = models
      .map((model) => findModel(head, model))
      .find((model) => model !== undefined);
    if (streamed !== undefined) {
      void answerStream(streamed, response);
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': answer.length,
    });
    response.end(answer);
  });
});
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
writeReady(urlOf(server));
