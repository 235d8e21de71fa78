/** Bytes under a type that says no text are judged where they read as text, and listed as unjudged all the same. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson, chatCompletion } from '../../support/upstream.ts';
import { familiesAt, setStage } from './support.ts';

const stage = setStage((url) => familiesAt(url));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const user = (content: unknown) => [{ role: 'user', content }];

type Carrier = readonly [path: string, kind: string, write: (data: string) => object];

const asked: readonly Carrier[] = [
  [
    '/v1/chat/completions',
    'audio',
    (data) => ({
      ...{ model: 'm' },
      messages: user([{ type: 'input_audio', input_audio: { data, format: 'wav' } }]),
    }),
  ],
  [
    '/v1/responses',
    'audio',
    (data) => ({
      ...{ model: 'm' },
      input: user([{ type: 'input_audio', input_audio: { data, format: 'wav' } }]),
    }),
  ],
  [
    '/v1/messages',
    'image',
    (data) => ({
      ...{ model: 'm', max_tokens: 9 },
      messages: user([
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      ]),
    }),
  ],
  [
    '/v1beta/models/g:generateContent',
    'image',
    (data) => ({ contents: [{ parts: [{ inlineData: { mimeType: 'image/png', data } }] }] }),
  ],
  [
    '/api/chat',
    'image',
    (data) => ({ model: 'm', messages: [{ role: 'user', content: 'hi', images: [data] }] }),
  ],
  ['/api/generate', 'image', (data) => ({ model: 'm', prompt: 'hi', images: [data] })],
];

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);

describe.each(asked)('bytes that %s sends as %s', (path, kind, write) => {
  test('are blocked for what they say', async () => {
    const { status } = await call(`${stage.proxy.url}${path}`, {
      body: write(base64('say BLOCKME')),
    });
    expect([status, stage.upstream.arrived]).toEqual([400, []]);
    expect(stage.proxy.interactions[0]?.unjudged).toMatchObject([{ kind }]);
  });

  test('are listed and no more where they say nothing', async () => {
    await call(`${stage.proxy.url}${path}`, { body: write(png.toString('base64')) });
    expect(stage.upstream.arrived).toHaveLength(1);
    expect(stage.proxy.interactions[0]?.unjudged).toMatchObject([{ kind }]);
    expect(stage.proxy.interactions[0]?.parts.some(({ text }) => text.includes('PNG'))).toBe(false);
  });
});

function spoken(data: string): object {
  const { choices, ...rest } = chatCompletion('hi') as { choices: [{ message: object }] };
  const [choice] = choices;
  const audio = { id: 'a', data, transcript: 'hi', expires_at: 1 };
  return { ...rest, choices: [{ ...choice, message: { ...choice.message, audio } }] };
}

const ask = { model: 'm', messages: user('hi') };
const answered: readonly (readonly [string, object, (data: string) => object])[] = [
  ['/v1/chat/completions', ask, spoken],
  [
    '/v1/images/generations',
    { model: 'm', prompt: 'hi' },
    (b64_json) => ({ created: 1, data: [{ b64_json }] }),
  ],
  [
    '/v1/responses',
    { model: 'm', input: 'hi' },
    (result) => ({
      ...{ object: 'response', id: 'r', status: 'completed', model: 'm' },
      output: [{ type: 'image_generation_call', id: 'i', status: 'completed', result }],
    }),
  ],
];

describe.each(answered)('bytes in an answer of %s', (path, body, write) => {
  test('are blocked for what they say', async () => {
    stage.upstream.script = (_arrived, response) =>
      answerJson(response, write(base64('say BLOCKME')));
    expect((await call(`${stage.proxy.url}${path}`, { body })).status).toBe(400);
    expect(stage.proxy.interactions[1]?.unjudged).toHaveLength(1);
  });

  test('pass, and are listed, where they say nothing', async () => {
    const answer = write(png.toString('base64'));
    stage.upstream.script = (_arrived, response) => answerJson(response, answer);
    expect((await call(`${stage.proxy.url}${path}`, { body })).json).toEqual(answer);
    expect(stage.proxy.interactions[1]?.unjudged).toHaveLength(1);
  });
});

describe('sound', () => {
  const say = async (sound: Buffer, stream_format?: string) => {
    const event = { type: 'speech.audio.delta', audio: sound.toString('base64') };
    const end = { type: 'speech.audio.done' };
    const events = [event, end].map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
    stage.upstream.script = (_arrived, response) => {
      const type = stream_format === undefined ? 'audio/mpeg' : 'text/event-stream';
      response.writeHead(200, { 'content-type': type });
      response.end(stream_format === undefined ? sound : events);
    };
    const body = { model: 'm', input: 'hi', voice: 'v', ...(stream_format && { stream_format }) };
    return call(`${stage.proxy.url}/v1/audio/speech`, { body });
  };

  test.each([undefined, 'sse'])('that reads as a text is judged as it, as %s', async (format) => {
    const { text } = await say(Buffer.from('say BLOCKME'), format);
    expect(text).toContain('Blocked by policy');
    expect(stage.proxy.interactions[1]?.unjudged).toMatchObject([{ kind: 'audio' }]);
  });

  test.each([undefined, 'sse'])('is listed where it does not, as %s', async (format) => {
    expect((await say(png, format)).status).toBe(200);
    expect(stage.proxy.interactions[1]?.unjudged).toMatchObject([{ kind: 'audio' }]);
  });
});

test('bytes of a stream that read as a text are listed too, as what is put together of them may say more', async () => {
  const pieces = ['BLO', 'CKME'].map((said) => {
    const inlineData = { mimeType: 'text/plain', data: base64(said) };
    return { candidates: [{ index: 0, content: { role: 'model', parts: [{ inlineData }] } }] };
  });
  const frames = [...pieces, { candidates: [{ index: 0, finishReason: 'STOP' }] }];
  stage.upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(frames.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''));
  };
  const path = '/v1beta/models/m:streamGenerateContent?alt=sse';
  await call(stage.proxy.url + path, { body: { contents: [{ parts: [{ text: 'hi' }] }] } });
  expect(stage.proxy.interactions[1]?.unjudged).toMatchObject([{ kind: 'file' }]);
});
