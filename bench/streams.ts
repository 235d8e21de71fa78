/** The streams that the bench's provider answers with, by the model that is asked for. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeProse } from './texts.ts';

/** 100 chunks with a pause before each; one that says a little and then nothing more; one as long as its name asks for. */
export const streamModels = {
  chunks: 'bench-stream-chunks',
  idle: 'bench-stream-idle',
  large: 'bench-stream-large',
} as const;

export const chunkCount = 100;
const pauseMs = 2;

const head = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
  system_fingerprint: 'fp_bench',
};

function writeChunk(delta: Readonly<Record<string, string>>, finish: string | null = null): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
  return `data: ${JSON.stringify({ ...head, choices })}\n\n`;
}

const first = writeChunk({ role: 'assistant', content: '' });
const last = `${writeChunk({}, 'stop')}data: [DONE]\n\n`;
const chunksMax = 300;
const chunks = (writeProse(chunksMax * 20, 5).match(/.{1,20}/gs) ?? []).map((content) =>
  writeChunk({ content }),
);

export async function answerStream(model: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(first);
  if (model === streamModels.idle) {
    response.write(chunks[0]);
    return;
  }
  if (model.startsWith(streamModels.large)) await writeLarge(model, response);
  else
    for (const chunk of chunks.slice(0, countOf(model))) {
      await sleep(pauseMs);
      response.write(chunk);
    }
  response.end(last);
}

/** How many chunks a model's name asks for. */
function countOf(model: string): number {
  const asked = model.slice(streamModels.chunks.length + 1);
  return asked === '' ? chunkCount : Number(asked);
}

async function writeLarge(model: string, response: ServerResponse): Promise<void> {
  const largeBytes = Number(model.slice(streamModels.large.length + 1));
  const part = writeChunk({ content: writeProse(2_000, 7) });
  for (let sent = 0; sent < largeBytes && !response.destroyed; sent += part.length)
    if (!response.write(part)) await new Promise((resolve) => response.once('drain', resolve));
}

export function writeStreamRequest(model: string): Buffer {
  const messages = [{ role: 'user', content: writeProse(1_700, 11) }];
  return Buffer.from(JSON.stringify({ model, stream: true, messages }));
}
