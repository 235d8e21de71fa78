/** What a stream of events says beside its data reaches the client with it, so it is judged, held or live. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { judgeBy, mountProxy, openaiAt, type Mounted } from './support.ts';

const judge = judgeBy({
  patterns: { codename: { keywords: ['BLOCKME'] } },
  rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
});

let upstream: Upstream;
let held: Mounted;
let live: Mounted;
beforeAll(async () => {
  upstream = await startUpstream();
  held = await mountProxy([openaiAt(upstream.url)]);
  live = await mountProxy([openaiAt(upstream.url)], { judge });
});
afterAll(async () => {
  expect([...held.bugs, ...live.bugs]).toEqual([]);
  await held.close();
  await live.close();
  await upstream.close();
});

const chunk = (delta: object, finish: string | null = null): string => {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return JSON.stringify({ object: 'chat.completion.chunk', model: 'm', choices });
};
const said = `data: ${chunk({ content: 'the weather is clear ' })}\n\n`;
const end = `data: ${chunk({}, 'stop')}\n\n`;
const done = 'data: [DONE]\n\n';

async function ask(url: string, stream: string | Buffer): Promise<string> {
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
  };
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] };
  return (await call(`${url}/v1/chat/completions`, { body })).text;
}

const asides: readonly (readonly [string, string])[] = [
  ['an event without data', `${said}event: BLOCKME\n\n${end}${done}`],
  ['an event with empty data', `${said}event: BLOCKME\ndata:\n\n${end}${done}`],
  [
    'an event before another of the same frame',
    `event: BLOCKME\nevent: message\n${said}${end}${done}`,
  ],
  ['an event of the end', `${said}${end}event: BLOCKME\n${done}`],
  ['an event of a frame', `event: BLOCKME\n${said}${end}${done}`],
  ['an event and a comment', `${said}event: x\n: BLOCKME\n\n${end}${done}`],
  ['comments in a row', `${said}: BLO\n: CKME\n\n${end}${done}`],
  ['comments without a space', `${said}:BLOCK\n:ME\n\n${end}${done}`],
  ['comments of several frames', `: BL\n\n${said}: OCK\n\n: ME\n\n${end}${done}`],
  [
    'comments letter by letter',
    `${Array.from('BLOCKME', (one) => `: ${one}\n${said}`).join('')}${end}${done}`,
  ],
  ['comments beside data', `: BLOC\n${said}id: 1\n: KME\n${said}${end}${done}`],
  ['an id', `${said}id: BLOCKME\n\n${end}${done}`],
  ['a frame that never ends', `${said}${end}${done}event: BLOCKME`],
];

describe.each(['held', 'live'] as const)('in a stream that is %s', (way) => {
  const url = (): string => (way === 'held' ? held : live).url;

  test.each(asides)('is judged: %s', async (_, stream) => {
    const text = await ask(url(), stream);
    expect(text).toContain('Blocked by policy');
    expect(text).not.toContain('BLOCKME');
  });

  test('and in another charset is refused', async () => {
    const stream = `data: ${chunk({ content: 'BLOCKME' })}\n\n${end}${done}`;
    const text = await ask(url(), Buffer.from(stream, 'utf16le'));
    expect(text).toContain('holds what is no text');
    expect(text.replaceAll('\0', '')).not.toContain('BLOCKME');
  });

  const otherEnds = [0x0b, 0x0c, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029];

  test.each(
    otherEnds.flatMap((code) =>
      ['event: x', ': x', 'id: 1'].map((field) => [code.toString(16), field] as const),
    ),
  )('and would be two lines to some clients is refused: U+%s in `%s`', async (code, field) => {
    const cut = String.fromCharCode(Number.parseInt(code, 16));
    const hidden = ['BLO', 'CKME'].map((content) => {
      const lines = `${cut}${cut}data: ${chunk({ content })}${cut}${cut}`;
      return `${field}${lines}\n${said}`;
    });
    const text = await ask(url(), `${said}${hidden.join('')}${end}${done}`);
    expect(text).toContain('beside its data what some readers take for');
    expect(text).not.toContain('CKME');
  });

  test('goes on as it came where only its data holds what some clients end lines with', async () => {
    const odd = `data: ${chunk({ content: 'one\u2028two\u2029three\u0085four ' })}\n\n`;
    const stream = `${said}${odd}${end}${done}`;
    expect(await ask(url(), stream)).toBe(stream);
  });

  test.each([
    ['a line that says no `data:`', ''],
    ['a line that begins with a space', ' data: '],
    ['a line in capitals', 'DATA:'],
  ])('and would be data to some clients is refused: %s', async (_, before) => {
    const lines = ['BLO', 'CKME'].map((content) => `${before}${chunk({ content })}\n\n`);
    const text = await ask(url(), `${said}${lines.join('')}${end}${done}`);
    expect(text).toContain('says beside its data what some readers take for data');
    expect(text).not.toContain('CKME');
  });

  test('goes on as it is where nothing is found', async () => {
    const stream = `event: ping\n\nevent: a\nevent: message\n${said}${end}event: done\n${done}`;
    expect(await ask(url(), stream)).toBe(stream);
  });
});
