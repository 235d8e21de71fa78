/** Clients that print a stream as it comes, and those that read its members in any case, read what was judged or nothing. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { dialectCalls } from '../../support/dialect-answers.ts';
import { judgeBy } from './support.ts';
import { setWays, ways } from './ways.ts';

const stage = setWays(
  judgeBy({
    patterns: { codename: { keywords: ['BLOCKME'] } },
    rules: [{ id: 'codename', when: 'hit("codename")', action: 'block' }],
  }),
);

type Way = (typeof ways)[number];

async function read(way: Way, path: string, body: object, type: string, text: string) {
  stage.upstream.script = (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(text);
  };
  return (await call(`${stage.gateways[way].url}${path}`, { body })).text;
}

type Said = { readonly type: string; readonly [name: string]: unknown };
const event = (said: Said): string => `event: ${said.type}\ndata: ${JSON.stringify(said)}\n\n`;
const messages = [{ role: 'user', content: 'hi' }];

type Pieces = readonly (readonly [text: string, index: number])[];
const back: Pieces = [
  ['BL', 0],
  ['OC', 1],
  ['KM', 0],
  ['E', 1],
];
const torn: Pieces = [
  ['one BL', 0],
  ['two', 1],
  ['OC', 0],
  ['three', 1],
  ['KME', 0],
];
const harmless: Pieces = [
  ['one ', 0],
  ['two ', 1],
  ['three ', 0],
  ['four', 1],
];
const onward: Pieces = [
  ['one ', 0],
  ['two ', 0],
  ['three ', 1],
  ['four', 1],
];

const block = (start: Said, delta: (text: string) => Said) => (pieces: Pieces) =>
  event({
    type: 'message_start',
    message: { id: 'x', type: 'message', role: 'assistant', content: [], model: 'm', usage: {} },
  }) +
  [0, 1]
    .map((index) => event({ type: 'content_block_start', index, content_block: start }))
    .join('') +
  pieces
    .map(([text, index]) => event({ type: 'content_block_delta', index, delta: delta(text) }))
    .join('') +
  event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }) +
  event({ type: 'message_stop' });

const deltas = (kind: string, place: (index: number) => object) => (pieces: Pieces) =>
  pieces
    .map(([delta, index]) => event({ type: `response.${kind}.delta`, ...place(index), delta }))
    .join('') +
  event({ type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } });

const anthropic = ['/v1/messages', { model: 'm', max_tokens: 9, messages, stream: true }] as const;
const responses = ['/v1/responses', { model: 'm', input: 'hi', stream: true }] as const;
const inItem = (output_index: number): object => ({ output_index, content_index: 0 });
const inPart = (content_index: number): object => ({ output_index: 0, content_index });
const inSummary = (summary_index: number): object => ({ output_index: 0, summary_index });

const orders = [
  [
    'blocks',
    ...anthropic,
    block({ type: 'text', text: '' }, (text) => ({ type: 'text_delta', text })),
  ],
  [
    'thoughts',
    ...anthropic,
    block({ type: 'thinking', thinking: '' }, (thinking) => ({ type: 'thinking_delta', thinking })),
  ],
  ['items', ...responses, deltas('output_text', inItem)],
  ['parts', ...responses, deltas('output_text', inPart)],
  ['refusals', ...responses, deltas('refusal', inPart)],
  ['summaries', ...responses, deltas('reasoning_summary_text', inSummary)],
  ['transcripts', ...responses, deltas('audio.transcript', inItem)],
] as const;

/** Of each format that streams, a member that says a text. */
const named = dialectCalls.flatMap(({ name, path, streamPath, body, streamBody, stream }) => {
  if (stream === undefined) return [];
  const members = ['"content":', '"delta":', '"response":', '"text":'];
  const member = members.find((each) => stream.text.includes(`${each}"All is well."`)) ?? '';
  const other = member.replace(/[a-z]/, (letter) => letter.toUpperCase());
  const text = stream.text.replace(`${member}"All is well."`, `${other}"All is well."`);
  return [[name, streamPath ?? path, { ...body, ...streamBody }, stream.type, text] as const];
});

/** Of each format that streams, one whose frames with a text stand in a list of their own. */
const listed = dialectCalls.flatMap(({ name, path, streamPath, body, streamBody, stream }) => {
  if (stream === undefined) return [];
  const frame = /\{.*All is well\..*\}(?=\n)/g;
  const text = stream.text.replace(frame, (each) => `[${each}]`);
  return [[name, streamPath ?? path, { ...body, ...streamBody }, stream.type, text] as const];
});

describe.each(ways)('a stream that is %s', (way) => {
  const sse = 'text/event-stream';

  test.each(orders)(
    'and goes back and forth between its %s is judged as it comes',
    async (_, path, body, write) => {
      const text = await read(way, path, body, sse, write(back));
      expect(text).toContain('Blocked by policy');
      expect(text).not.toContain('"KM"');
    },
  );

  test.each(orders)(
    'and goes back and forth between its %s is judged place by place',
    async (_, path, body, write) => {
      const text = await read(way, path, body, sse, write(torn));
      expect(text).toContain('Blocked by policy');
      expect(text).not.toContain('"KME"');
    },
  );

  test.each(orders)(
    'and goes back and forth between its %s passes where nothing is in it',
    async (_, path, body, write) => {
      expect(await read(way, path, body, sse, write(harmless))).toBe(write(harmless));
    },
  );

  test.each(orders)('and says its %s one by one goes on', async (_, path, body, write) => {
    expect(await read(way, path, body, sse, write(onward))).toBe(write(onward));
  });

  test.each(named)('and writes a member in another case ends: %s', async (_, ...told) => {
    const text = await read(way, ...told);
    expect(text).toContain('writes a member of its format in another case');
    expect(text).not.toContain('All is well.');
  });

  test.each(listed)('and has a list in the place of a frame ends: %s', async (_, ...told) => {
    const text = await read(way, ...told);
    expect(text).toContain('has a list in the place of a frame');
    expect(text).not.toContain('All is well.');
  });

  const answer = block({ type: 'text', text: '' }, (text) => ({ type: 'text_delta', text }));
  const words: Pieces = [
    ['BLO', 0],
    ['zzz', 0],
    ['CKME', 0],
  ];
  const renamed = [
    ['no name', ...anthropic, answer, 'event: content_block_delta\n', ''],
    ['the name of a ping', ...anthropic, answer, 'content_block_delta', 'ping'],
    ['another name', ...anthropic, answer, 'content_block_delta', 'x'],
    [
      'no name',
      ...responses,
      deltas('output_text', inPart),
      'event: response.output_text.delta\n',
      '',
    ],
    [
      'another name',
      ...responses,
      deltas('output_text', inPart),
      'response.output_text.delta',
      'x',
    ],
  ] as const;

  test.each(renamed)(
    'and gives %s to an event, which clients then pass over, ends: %s',
    async (_, path, body, write, name, other) => {
      const stream = write(words).replace(/event: (?!.*\n.*BLO)(.*\n.*zzz)/, (each) =>
        each.replace(name, other),
      );
      expect(stream).not.toBe(write(words));
      const text = await read(way, path, body, sse, stream);
      expect(text).toMatch(/calls an event by another name|names some of its events/);
      expect(text).not.toContain('CKME');
    },
  );

  test.each([
    ['/v1/messages', anthropic[1], answer],
    ['/v1/responses', responses[1], deltas('output_text', inPart)],
  ] as const)('and names none of its events goes on: %s', async (path, body, write) => {
    const stream = write(onward.slice(0, 2)).replace(/^event: .*\n/gm, '');
    expect(await read(way, path, body, sse, stream)).toBe(stream);
  });

  test('and calls a chunk as OpenAI’s client calls events of threads ends', async () => {
    const chunk = (content: string): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`;
    const stream = `${chunk('BLO')}event: thread.run\n${chunk('zzz')}${chunk('CKME')}data: [DONE]\n\n`;
    const body = { model: 'm', messages, stream: true };
    const text = await read(way, '/v1/chat/completions', body, sse, stream);
    expect(text).toContain('calls an event as another format does');
    expect(text).not.toContain('CKME');
  });

  test('is judged across the names of members that no format has', async () => {
    const chunk = (delta: object, finish_reason: string | null = null): string =>
      `data: ${JSON.stringify({ choices: [{ index: 0, ...delta, finish_reason }] })}\n\n`;
    const stream =
      chunk({ text: 'BLO' }) + chunk({ delta: { content: 'CKME' } }) + chunk({ text: '' }, 'stop');
    const body = { model: 'm', prompt: 'hi', stream: true };
    expect(await read(way, '/v1/completions', body, sse, stream)).toContain('Blocked by policy');
  });
});
