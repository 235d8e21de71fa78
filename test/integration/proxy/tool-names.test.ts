/** The name of a tool that is called, written in another way that clients take for it all the same, meets the rules about it. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { answerJson, startUpstream, type Upstream } from '../../support/upstream.ts';
import { familiesAt, judgeBy, mountProxy, type Mounted } from './support.ts';

const live = judgeBy({
  rules: [{ id: 'tool', when: 'tool.name == "evil" || tool.name == "7"', action: 'block' }],
});

let upstream: Upstream;
let proxy: Mounted;
beforeAll(async () => {
  upstream = await startUpstream();
  proxy = await mountProxy(familiesAt(upstream.url), { judge: live });
});
afterAll(async () => {
  await proxy.close();
  await upstream.close();
});

const event = (said: { readonly type: string }): string =>
  `event: ${said.type}\ndata: ${JSON.stringify(said)}\n\n`;

test('a command of the shell is one from its first piece on, and waits for its end', async () => {
  const shell = await mountProxy(familiesAt(upstream.url), {
    judge: judgeBy({ rules: [{ id: 'shell', when: 'tool.name == "shell"', action: 'block' }] }),
  });
  const at = { output_index: 0, command_index: 0 };
  const item = { type: 'shell_call', id: 's', call_id: 'c', action: { commands: [] } };
  const command = 'response.shell_call_command';
  upstream.script = (_arrived, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const said of [
      { type: 'response.output_item.added', output_index: 0, item },
      { type: `${command}.added`, ...at, command: 'rm -rf ' },
      ...'the whole of the home directory and of all others that there are'
        .split(' ')
        .map((delta) => ({ type: `${command}.delta`, ...at, delta: `${delta} ` })),
    ])
      response.write(event(said));
  };
  let text = '';
  try {
    const response = await fetch(`${shell.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', input: 'hi', stream: true }),
      signal: AbortSignal.timeout(1_500),
    });
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
      text += piece;
  } catch {
    // Nothing more comes, since the command never ends.
  }
  expect(text).not.toContain('rm -rf');
  expect(shell.bugs).toEqual([]);
  await shell.close();
});

test('code that Gemini has run is a call of the tool that was declared for it', async () => {
  const coding = await mountProxy(familiesAt(upstream.url), {
    judge: judgeBy({
      rules: [{ id: 'code', when: 'tool.name == "codeExecution"', action: 'block' }],
    }),
  });
  const executableCode = { language: 'PYTHON', code: 'print(1)' };
  upstream.script = (_arrived, response) => {
    const content = { role: 'model', parts: [{ executableCode }] };
    answerJson(response, { candidates: [{ content, finishReason: 'STOP' }] });
  };
  const answer = await call(`${coding.url}/v1beta/models/m:generateContent`, {
    body: { contents },
  });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Blocked')]);
  await coding.close();
});

const messages = [{ role: 'user', content: 'hi' }];
const usage = { input_tokens: 1, output_tokens: 1 };
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];

type Way = readonly [name: string, path: string, asked: object, answer: (name: unknown) => object];
const ways: readonly Way[] = [
  [
    'a function',
    '/v1/chat/completions',
    { model: 'm', messages },
    (name) => ({
      choices: [
        { index: 0, message: { tool_calls: [{ function: { name, arguments: '{"a":1}' } }] } },
      ],
    }),
  ],
  [
    'a custom tool',
    '/v1/chat/completions',
    { model: 'm', messages },
    (name) => ({
      choices: [
        { index: 0, message: { tool_calls: [{ type: 'custom', custom: { name, input: 'x' } }] } },
      ],
    }),
  ],
  [
    'a function call of a response',
    '/v1/responses',
    { model: 'm', input: 'hi' },
    (name) => ({ output: [{ type: 'function_call', name, arguments: '{"a":1}' }] }),
  ],
  [
    'a block',
    '/v1/messages',
    { model: 'm', max_tokens: 9, messages },
    (name) => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't', name, input: { a: 'b' } }],
      usage,
    }),
  ],
  [
    'a part',
    '/v1beta/models/m:generateContent',
    { contents },
    (name) => ({
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ functionCall: { name, args: { a: 'b' } } }] },
        },
      ],
    }),
  ],
  [
    'a call of Ollama',
    '/api/chat',
    { model: 'm', stream: false, messages },
    (name) => ({
      model: 'm',
      message: { role: 'assistant', tool_calls: [{ function: { name, arguments: { a: 'b' } } }] },
      done: true,
    }),
  ],
];

test.each(
  ways.flatMap(([way, ...rest]) =>
    ['evil', ['evil'], [['evil']], 7].map(
      (name) => [way, JSON.stringify(name), name, ...rest] as const,
    ),
  ),
)('%s named %s', async (_way, _name, name, path, asked, answer) => {
  upstream.script = (_arrived, response) => answerJson(response, answer(name));
  expect((await call(`${proxy.url}${path}`, { body: asked })).status).toBe(400);
  upstream.script = (_arrived, response) => answerJson(response, answer(['safe']));
  expect((await call(`${proxy.url}${path}`, { body: asked })).status).toBe(200);
});

/** What a call may be told that is no word: clients run the tool all the same. */
const nothing: readonly unknown[] = [undefined, null, '', {}, [], [true], true, 5];

/** How each format calls the tool `evil` and tells it this. */
const telling: readonly Way[] = [
  ...['function', 'custom'].map((type) => {
    const member = type === 'custom' ? 'input' : 'arguments';
    const of = (told: unknown): object => ({
      choices: [
        { index: 0, message: { tool_calls: [{ type, [type]: { name: 'evil', [member]: told } }] } },
      ],
    });
    return [`a ${type} of a chat`, '/v1/chat/completions', { model: 'm', messages }, of] as const;
  }),
  [
    'a function of an older chat',
    '/v1/chat/completions',
    { model: 'm', messages },
    (told) => ({
      choices: [{ index: 0, message: { function_call: { name: 'evil', arguments: told } } }],
    }),
  ],
  ...['function_call', 'custom_tool_call'].map((type) => {
    const member = type === 'function_call' ? 'arguments' : 'input';
    const of = (told: unknown): object => ({ output: [{ type, name: 'evil', [member]: told }] });
    return [`a ${type} of a response`, '/v1/responses', { model: 'm', input: 'hi' }, of] as const;
  }),
  [
    'a block',
    '/v1/messages',
    { model: 'm', max_tokens: 9, messages },
    (told) => ({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't', name: 'evil', input: told }],
      usage,
    }),
  ],
  [
    'a part',
    '/v1beta/models/m:generateContent',
    { contents },
    (told) => ({
      candidates: [
        {
          index: 0,
          content: { role: 'model', parts: [{ functionCall: { name: 'evil', args: told } }] },
        },
      ],
    }),
  ],
  [
    'a call of Ollama',
    '/api/chat',
    { model: 'm', stream: false, messages },
    (told) => ({
      model: 'm',
      message: {
        role: 'assistant',
        tool_calls: [{ function: { name: 'evil', arguments: told } }],
      },
      done: true,
    }),
  ],
];

test.each(telling)('%s is a call of the tool, though it is told nothing', async (...told) => {
  const [, path, asked, answer] = told;
  const statuses: number[] = [];
  for (const each of nothing) {
    upstream.script = (_arrived, response) => answerJson(response, answer(each));
    statuses.push((await call(`${proxy.url}${path}`, { body: asked })).status);
  }
  expect(statuses).toEqual(nothing.map(() => 400));
});

test.each([
  { type: 'builtin_function', function: { name: 'evil', arguments: '{"a":1}' } },
  { type: null, function: { name: 'evil', arguments: '{"a":1}' } },
  { type: '', custom: { name: 'evil', input: 'x' } },
  { type: 'novel', name: 'evil', input: { a: 'b' } },
  { type: 'evil' },
])('a call of a chat that is of no known kind is one: %j', async (told) => {
  upstream.script = (_arrived, response) =>
    answerJson(response, { choices: [{ index: 0, message: { tool_calls: [told] } }] });
  const body = { model: 'm', messages };
  expect((await call(`${proxy.url}/v1/chat/completions`, { body })).status).toBe(400);
});

test('what a computer is to do is a call of it, though none of it is a word', async () => {
  const computing = await mountProxy(familiesAt(upstream.url), {
    judge: judgeBy({ rules: [{ id: 'pc', when: 'tool.name == "computer"', action: 'block' }] }),
  });
  const click = { type: 'click', x: 1, y: 2, button: 'left' };
  for (const told of [{ action: click }, { actions: [click, { type: 'screenshot' }] }]) {
    const item = { type: 'computer_call', id: 'i', call_id: 'c', status: 'completed', ...told };
    upstream.script = (_arrived, response) => answerJson(response, { output: [item] });
    const body = { model: 'm', input: 'hi' };
    expect((await call(`${computing.url}/v1/responses`, { body })).status).toBe(400);
  }
  await computing.close();
});
