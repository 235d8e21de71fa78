/** A block in mid-stream names the place of what was found, and a place can say the very thing that must not be said. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';

const judge = judgeBy({
  patterns: { codename: { keywords: ['blueheron'] } },
  rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
});

let upstream: Upstream;
let gateway: Mounted;
beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await mountProxy(familiesAt(upstream.url, ['openai', 'anthropic']), { judge });
});
afterAll(async () => {
  expect(gateway.bugs).toEqual([]);
  await gateway.close();
  await upstream.close();
});

async function ask(path: string, asked: object, frames: readonly object[]): Promise<string> {
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const frame of frames)
      response.write(
        `${'type' in frame ? `event: ${String(frame.type)}\n` : ''}data: ${JSON.stringify(frame)}\n\n`,
      );
    response.end(path === '/v1/messages' ? '' : 'data: [DONE]\n\n');
  };
  const messages = [{ role: 'user', content: 'hi' }];
  const body = { model: 'm', stream: true, messages, ...asked };
  return (await call(`${gateway.url}${path}`, { body })).text;
}

const chunk = (delta: object, more: object = {}) => ({
  ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const long = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`name_${at}`, 1]));

const strange: readonly (readonly [string, object])[] = [
  ['at the top of a choice', chunk({}, { blueheron: 1 })],
  ['in a delta', chunk({ blueheron: 'x' })],
  ['within a name', chunk({ my_blueheron_is: 'x' })],
  ['over a value that says it too', chunk({ note: { blueheron: 'blueheron' } })],
  ['among more names than are kept', chunk({ note: { ...long, blueheron: 'blueheron' } })],
];

describe('a block in mid-stream for a member’s name', () => {
  test.each(strange)('does not say it: %s', async (_, frame) => {
    const first = chunk({ content: 'the weather is clear ' });
    const text = await ask('/v1/chat/completions', {}, [first, first, frame]);
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('blueheron');
  });

  test('does not say one that other names stood at the place of before', async () => {
    const frames = [chunk({ note: { first: 1 } }), chunk({ note: { blueheron: 'blueheron' } })];
    const text = await ask('/v1/chat/completions', {}, frames);
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('blueheron');
  });

  test('does not say it in Anthropic’s format', async () => {
    const start = { role: 'assistant', model: 'm', content: [], usage: {} };
    const text = await ask('/v1/messages', { max_tokens: 9 }, [
      { type: 'message_start', message: start },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', blueheron: 'x' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]);
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('blueheron');
  });

  test('still says a place that the format has', async () => {
    const text = await ask('/v1/chat/completions', {}, [chunk({ content: 'say blueheron now ' })]);
    expect(text).toContain('`choices[0].message.content` of the answer');
  });
});
