/** A tiny model provider: reads the request and gives the same 1 KB completion every time. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { urlOf, writeReady } from './ready.ts';
import { answerText } from './texts.ts';

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

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  request.resume().once('end', () => {
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
