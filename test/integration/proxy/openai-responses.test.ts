/** OpenAI Responses through the whole proxy with the official SDK and the AI SDK, unmodified. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { plain, stream, writeAnthropic, type Event, type Line } from '../../support/answers.ts';
import { shareDispatcher } from '../../support/dispatcher.ts';
import { openaiAt, setStageWithSandbox } from './support.ts';

let client: OpenAI;

const stage = setStageWithSandbox(openaiAt);

beforeAll(() => {
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  shareDispatcher();
  client = new OpenAI({ baseURL: `${stage.proxy.url}/v1`, apiKey: 'caller-key' });
});

const head = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  error: null,
  incomplete_details: null,
  instructions: 'Be brief.',
  metadata: {},
  model: 'gpt-test',
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
};

const usage = {
  input_tokens: 3,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 7,
};

const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] });

function message(text: string): Line {
  const content = [part(text)];
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content };
}

function whole(...output: readonly Line[]): Line {
  return { ...head, status: 'completed', output, usage };
}

const begun = { ...head, status: 'in_progress', output: [], usage: null };

function number(events: readonly Event[]): string {
  return writeAnthropic(events.map((event, sequence_number) => ({ ...event, sequence_number })));
}

/** The same text four times over: in deltas, as a text, as a part, as an item, and in the answer. */
function said(...pieces: readonly string[]): string {
  const text = pieces.join('');
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  return number([
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...message(''), status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part: part('') },
    ...pieces.map((delta): Event => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [{ token: delta, logprob: -1, top_logprobs: [] }],
      obfuscation: 'xyz',
    })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: part(text) },
    { type: 'response.output_item.done', output_index: 0, item: message(text) },
    { type: 'response.completed', response: whole(message(text)) },
  ]);
}

/** A call whose arguments come in pieces. */
function called(name: string, ...pieces: readonly string[]): string {
  const args = pieces.join('');
  const item = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name, arguments: args };
  const place = { item_id: 'fc_1', output_index: 0 };
  return number([
    { type: 'response.created', response: begun },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, arguments: '', status: 'in_progress' },
    },
    ...pieces.map((delta): Event => ({
      type: 'response.function_call_arguments.delta',
      ...place,
      delta,
    })),
    { type: 'response.function_call_arguments.done', ...place, name, arguments: args },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, status: 'completed' },
    },
    { type: 'response.completed', response: whole({ ...item, status: 'completed' }) },
  ]);
}

const ask = (input: string, model = 'gpt-test') => ({ model, input, instructions: 'Be brief.' });

const tools = [
  {
    type: 'function' as const,
    name: 'deploy',
    description: 'Deploys.',
    parameters: { type: 'object', properties: { input: { type: 'string' } } },
    strict: false,
  },
];

describe('the official SDK', () => {
  test('completes, with its own bytes at the upstream and the very bytes back', async () => {
    stage.upstream.script = plain(whole(message('Well.')));
    const answer = await client.responses.create(ask('Hello.'));
    expect(answer.output_text).toBe('Well.');
    expect(stage.upstream.arrived[0]?.url).toBe('/v1/responses');
    expect(JSON.parse(stage.upstream.arrived[0]?.body.toString() ?? '')).toEqual(ask('Hello.'));
    const [asked, answered] = stage.proxy.interactions;
    expect(asked).toMatchObject({ dialect: 'openai-responses', history: 1 });
    expect(asked?.parts.map(({ kind, text }) => [kind, text])).toEqual([
      ['metadata', 'gpt-test'],
      ['user', 'Hello.'],
      ['system', 'Be brief.'],
    ]);
    expect(answered?.parts).toContainEqual(
      expect.objectContaining({ kind: 'assistant', text: 'Well.' }),
    );
    expect(answered?.parts.filter((each) => !each.mapped)).toEqual([]);
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'answered',
      answer: { model: 'gpt-test', finish: 'completed', usage: { input: 3, output: 4 } },
    });
  });

  test('streams events and reads them with its helper', async () => {
    stage.upstream.script = stream('text/event-stream', said('We', 'll.'), 7);
    let text = '';
    for await (const event of await client.responses.create({ ...ask('Hello.'), stream: true }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    expect(text).toBe('Well.');
    const final = await client.responses.stream(ask('Hello.')).finalResponse();
    expect(final.output_text).toBe('Well.');
    const strange = stage.proxy.interactions[1]?.parts.filter((each) => !each.mapped);
    expect(strange).toEqual([]);
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('sees a block as its typed error, once', async () => {
    const error = await client.responses
      .create(ask('please BLOCKME'))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ code: 'content_policy_violation', param: 'input' });
    expect(stage.upstream.arrived).toEqual([]);
    expect(stage.proxy.interactions).toHaveLength(1);
  });

  test('sees a refusal as an answer that was cut, plain, streamed and by its helper', async () => {
    const answer = await client.responses.create(ask('SOFTLY BLOCKME'));
    expect(answer.status).toBe('incomplete');
    expect(answer.incomplete_details?.reason).toBe('content_filter');
    expect(JSON.stringify(answer.output)).toContain('Blocked by policy');
    const numbers: number[] = [];
    for await (const event of await client.responses.create({
      ...ask('SOFTLY BLOCKME'),
      stream: true,
    }))
      numbers.push(event.sequence_number);
    expect(numbers).toEqual(numbers.map((_, at) => at));
    const final = await client.responses.stream(ask('SOFTLY BLOCKME')).finalResponse();
    expect(final.status).toBe('incomplete');
    expect(JSON.stringify(final.output)).toContain('Blocked by policy');
  });

  test('gets every repeat of a redacted text redacted', async () => {
    stage.upstream.script = stream('text/event-stream', said('It is RED', 'ACT', 'ME now.'));
    const texts = new Map<string, string>();
    let streamed = '';
    for await (const event of await client.responses.create({
      ...ask('mine is REDACTME!'),
      stream: true,
    })) {
      streamed += JSON.stringify(event);
      if (event.type === 'response.output_text.delta')
        texts.set('delta', (texts.get('delta') ?? '') + event.delta);
      if (event.type === 'response.output_text.done') texts.set('done', event.text);
      if (event.type === 'response.completed')
        texts.set('completed', JSON.stringify(event.response.output));
    }
    expect(texts.get('delta')).toBe('It is [GONE] now.');
    expect(texts.get('done')).toBe('It is [GONE] now.');
    expect(texts.get('completed')).toContain('It is [GONE] now.');
    expect(streamed).not.toContain('REDACTME');
    expect(streamed).not.toContain('ACT');
    expect(stage.upstream.arrived[0]?.body.toString()).toContain('mine is [GONE]!');
    expect(stage.proxy.bugs).toEqual([]);
  });

  test.each([
    ['a plain answer', plain(whole(message('BLOCKME')))],
    ['a stream', stream('text/event-stream', said('BLO', 'CKME'))],
    ['the echo of a request', plain({ ...whole(message('a')), instructions: 'BLOCKME' })],
    ['arguments', stream('text/event-stream', called('deploy', '{"input":"BL', 'OCKME"}'))],
  ])('gets nothing of what is blocked in %s', async (name, script) => {
    stage.upstream.script = script;
    const error = await client.responses
      .create({ ...ask('Hello.'), stream: name === 'a stream' || name === 'arguments' })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400, code: 'content_policy_violation' });
  });

  test('sees an upstream’s error as it is', async () => {
    stage.upstream.script = plain({ error: { message: 'Slow down.' } }, 429, {
      'retry-after': '0',
    });
    await expect(client.responses.create(ask('Hello.'), { maxRetries: 0 })).rejects.toBeInstanceOf(
      OpenAI.RateLimitError,
    );
  });

  test('is told when a stream stops before its end', async () => {
    const events = said('We', 'll.');
    stage.upstream.script = stream(
      'text/event-stream',
      events.slice(0, events.indexOf('event: response.completed')),
    );
    await expect(
      client.responses.create({ ...ask('Hello.'), stream: true }, { maxRetries: 0 }),
    ).rejects.toMatchObject({ status: 502 });
  });

  test('what the provider keeps is listed as unjudged', async () => {
    stage.upstream.script = plain(whole(message('Well.')));
    await client.responses.create({
      ...ask('Hello.'),
      previous_response_id: 'resp_0',
      input: [
        { type: 'item_reference', id: 'msg_0' },
        { type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'c2VhbGVk' },
        { role: 'user', content: [{ type: 'input_image', detail: 'auto', file_id: 'file_1' }] },
      ],
      tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }],
    });
    const [asked] = stage.proxy.interactions;
    expect(asked?.references).toEqual(expect.arrayContaining(['resp_0', 'msg_0', 'vs_1']));
    expect(asked?.unjudged.map(({ kind }) => kind).sort()).toEqual(
      ['encrypted', 'image', 'reference', 'reference', 'reference'].sort(),
    );
    expect(asked?.parts.filter((each) => !each.mapped)).toEqual([]);
  });
});

describe('tools', () => {
  test('a call in pieces is carried by one part, with its name and what it says', async () => {
    stage.upstream.script = stream('text/event-stream', called('deploy', '{"input":', '"now"}'));
    const final = await client.responses.stream({ ...ask('Hello.'), tools }).finalResponse();
    expect(final.output[0]).toMatchObject({ name: 'deploy', arguments: '{"input":"now"}' });
    expect(stage.proxy.interactions[0]?.tools).toEqual(['deploy']);
    const calls = stage.proxy.interactions[1]?.parts.flatMap(({ tool, text }) =>
      tool === undefined ? [] : [{ tool, text }],
    );
    expect(calls).toEqual([
      { tool: { name: 'deploy', args: { input: 'now' } }, text: '{"input":"now"}' },
    ]);
  });

  test.each([1, 3, 1000])('arguments are redacted, cut into pieces of %i bytes', async (bytes) => {
    const events = called('deploy', '{"input":"\u00e9 RED', 'ACT', 'ME"}');
    stage.upstream.script = stream('text/event-stream', events, bytes);
    const final = await client.responses.stream({ ...ask('Hello.'), tools }).finalResponse();
    expect(final.output[0]).toMatchObject({ arguments: '{"input":"é [GONE]"}' });
    expect(stage.proxy.events.at(-1)).toMatchObject({
      type: 'answered',
      ruling: { action: 'redact' },
    });
    expect(stage.proxy.bugs).toEqual([]);
  });

  test('a call without anything to do is still a call', async () => {
    stage.upstream.script = plain(
      whole({ id: 'f', type: 'function_call', call_id: 'c', name: 'deploy', arguments: '' }),
    );
    await client.responses.create({ ...ask('Hello.'), tools });
    expect(
      stage.proxy.interactions[1]?.parts.filter(({ tool }) => tool !== undefined),
    ).toMatchObject([{ text: 'deploy', tool: { name: 'deploy', args: {} } }]);
  });
});

describe('the sandbox', () => {
  test('answers, streams and calls', async () => {
    const plainly = await client.responses.create(ask('Hello.', 'sandbox'));
    expect(plainly.output_text).toBe('You said: Hello.');
    const streamed = await client.responses.stream(ask('a b c d', 'sandbox')).finalResponse();
    expect(streamed.output_text).toBe('You said: a b c d');
    const calls = await client.responses
      .stream({ ...ask('x', 'sandbox'), tools, tool_choice: 'required' })
      .finalResponse();
    expect(calls.output[0]).toMatchObject({ name: 'deploy', arguments: '{"input":"x"}' });
    const strange = stage.proxy.interactions.flatMap(({ parts }) =>
      parts.filter((each) => !each.mapped),
    );
    expect(strange).toEqual([]);
    expect(stage.proxy.bugs).toEqual([]);
  });
});

describe('the AI SDK’s default model', () => {
  const openai = () => createOpenAI({ baseURL: `${stage.proxy.url}/v1`, apiKey: 'caller-key' });

  test('generates and streams', async () => {
    const { text } = await generateText({ model: openai()('sandbox'), prompt: 'Hello.' });
    expect(text).toBe('You said: Hello.');
    const streamed = streamText({ model: openai()('sandbox'), prompt: 'a b c d e' });
    await expect(streamed.text).resolves.toBe('You said: a b c d e');
  });

  test('sees a block once, and a refusal as filtered', async () => {
    await expect(
      generateText({ model: openai()('gpt-test'), prompt: 'BLOCKME' }),
    ).rejects.toMatchObject({ statusCode: 400 });
    expect(stage.proxy.interactions).toHaveLength(1);
    const refused = streamText({ model: openai()('gpt-test'), prompt: 'SOFTLY BLOCKME' });
    await expect(refused.finishReason).resolves.toBe('content-filter');
  });

  test('reads a redacted stream', async () => {
    stage.upstream.script = stream('text/event-stream', said('It is RED', 'ACTME now.'));
    const streamed = streamText({ model: openai()('gpt-test'), prompt: 'Hello.' });
    await expect(streamed.text).resolves.toBe('It is [GONE] now.');
  });
});
