/** Where a request is at fault is told in one way in all formats: as the place of a blocked part is, and in words too. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { familiesAt, mountProxy, type Mounted } from './support.ts';

let proxy: Mounted;
beforeAll(async () => {
  proxy = await mountProxy(familiesAt('http://127.0.0.1:9'));
});
afterAll(() => proxy.close());

const odd = [{ role: 'user', content: 'a', Content: 'b' }];
test.each([
  ['/v1/chat/completions', { model: 'm', messages: 7 }, 'messages', ['error', 'param']],
  [
    '/v1/chat/completions',
    { model: 'm', messages: odd },
    'messages[0].Content',
    ['error', 'param'],
  ],
  [
    '/v1/messages',
    { model: 'm', messages: odd },
    'messages[0].Content',
    ['error', 'details', 'param'],
  ],
  [
    '/v1beta/models/m:generateContent',
    { contents: [{ role: 'user', Parts: [] }] },
    'contents[0].Parts',
    ['error', 'details', 0, 'metadata', 'param'],
  ],
  ['/api/chat', { model: 'm', messages: odd }, 'messages[0].Content', []],
  ['/api/chat', { model: 7, messages: [] }, 'model', []],
])('%s %j', async (path, body, place, param) => {
  const { status, json, text } = await call(proxy.url + path, { body });
  expect(status).toBe(400);
  expect(text).toContain(`\`${place}\``);
  if (param.length > 0) expect(json).toHaveProperty(param.map(String), place);
});

test('a place that the message names already is not named twice', async () => {
  const body = '{"model":"m","messages":[{"role":"user","content":"a","content":"b"}]}';
  const { json } = await call(`${proxy.url}/api/chat`, { body });
  expect(json).toEqual({ error: 'the request body has a member twice at `messages[0].content`' });
});
