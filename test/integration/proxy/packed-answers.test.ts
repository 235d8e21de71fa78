/** Answers that an upstream packs, though nobody asked it to: unpacked within bounds, judged as what they say, and never let through as they are. */
import { Buffer } from 'node:buffer';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { chatCompletion } from '../../support/upstream.ts';
import { familiesAt, judgeBy, setStage } from './support.ts';

const stage = setStage((url) => familiesAt(url), {
  judge: judgeBy({
    patterns: { codename: { keywords: ['blue heron'] } },
    rules: [
      { id: 'card', when: 'found("pii/card", 0.7)', action: 'redact' },
      { id: 'codename', when: 'hit("codename")', action: 'block' },
    ],
  }),
});

const sse = 'text/event-stream';
const json = 'application/json';
const chunk = (content: string, finish: string | null = null): string => {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model: 'm', choices })}\n\n`;
};
const forms = {
  [json]: (said: string): string => JSON.stringify(chatCompletion(said)),
  [sse]: (said: string): string => `${chunk(said)}${chunk('', 'stop')}data: [DONE]\n\n`,
};

async function ask(type: string, encoding: string, bytes: Buffer, status = 200) {
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(status, { 'content-type': type, 'content-encoding': encoding }).end(bytes);
  };
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: type === sse };
  return call(`${stage.proxy.url}/v1/chat/completions`, { body });
}

describe.each(Object.entries(forms))('an answer of %s', (type, say) => {
  test.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    [' gzip ', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
    ['', (bytes: Buffer) => bytes],
  ])('packed as `%s` comes as what it says, redacted or not at all', async (encoding, pack) => {
    const fine = await ask(type, encoding, pack(Buffer.from(say('All is well.'))));
    expect([fine.status, fine.text]).toEqual([200, say('All is well.')]);
    expect(fine.headers.get('content-encoding')).toBeNull();
    const cut = await ask(type, encoding, pack(Buffer.from(say('Card 4111 1111 1111 1111.'))));
    expect([cut.status, cut.text.includes('4111')]).toEqual([200, false]);
    const blocked = await ask(type, encoding, pack(Buffer.from(say('the blue heron'))));
    expect(blocked.text).not.toContain('heron');
    expect(blocked.status).toBe(400);
  });

  const packed = gzipSync(say('All is well.'));
  test.each([
    ['two encodings', 'gzip, br', brotliCompressSync(packed)],
    ['the same twice', 'gzip, gzip', gzipSync(packed)],
    ['one that is not known', 'snappy', packed],
    ['one that it has not', 'gzip', Buffer.from(say('All is well.'))],
    ['none, though it has one', 'identity', packed],
    ['one, and is cut', 'gzip', packed.subarray(0, -9)],
    ['another', 'br', packed],
    ['one, and unpacks to too much', 'gzip', gzipSync(say('x'.repeat(2_000_000)))],
  ])('that says %s is withheld', async (_, encoding, bytes) => {
    const { status, text } = await ask(type, encoding, bytes);
    expect(text).not.toContain('All is well.');
    expect(status).toBe(502);
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'failed',
      outcome: { delivered: 'none', endedBy: 'upstream' },
    });
  });

  test.each([
    ['another member', Buffer.concat([packed, gzipSync('the blue heron')])],
    ['other bytes', Buffer.concat([packed, Buffer.from('the blue heron')])],
  ])('packed with %s behind it tells nothing that was not judged', async (_, bytes) => {
    expect((await ask(type, 'gzip', bytes)).text).not.toContain('heron');
  });
});

test.each([400, 500])('an error of status %d that is packed is judged unpacked', async (status) => {
  const say = (text: string): Buffer => gzipSync(JSON.stringify({ error: { message: text } }));
  const fine = await ask(json, 'gzip', say('All is well.'), status);
  expect([fine.status, fine.text]).toEqual([status, '{"error":{"message":"All is well."}}']);
  const blocked = await ask(json, 'gzip', say('the blue heron'), status);
  expect([blocked.status, blocked.text.includes('heron')]).toEqual([status, false]);
});
