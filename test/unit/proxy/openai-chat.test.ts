import { describe, expect, test } from '@jest/globals';
import {
  pathOf,
  type Part,
  type PartKind,
  type Unjudged,
} from '../../../src/governance/interaction.ts';
import { openaiChat } from '../../../src/proxy/dialects/openai-chat.ts';
import type { Asked } from '../../../src/proxy/dialects/dialect.ts';
import { readJsonText } from '../../../src/proxy/json.ts';

const limits = { jsonDepthMax: 100, jsonKeysMax: 10_000 };
const target = { route: '/v1/chat/completions', params: {} };

function read(body: object): Asked {
  const json = readJsonText(JSON.stringify({ model: 'm', messages: [], ...body }), limits, 'it');
  return openaiChat.readRequest(json, target);
}

/** What was read of a body that holds this text somewhere. */
function find(
  asked: { parts: readonly Part[]; unjudged: readonly Unjudged[] },
  canary: string,
): string[] {
  const parts = asked.parts
    .filter((part) => part.text.includes(canary))
    .map(
      (part) =>
        `${part.mapped ? '' : 'unmapped '}${part.fixed ? 'fixed ' : ''}${part.kind} ${pathOf(part.at)}`,
    );
  return parts;
}

const say = (role: string, more: object): object => ({ messages: [{ role, ...more }] });
const item = (more: object): object => say('user', { content: [more] });

describe('readRequest() gives each string of a chat request its kind and its place', () => {
  const cases: readonly (readonly [body: object, expected: string])[] = [
    [{ model: 'CANARY' }, 'metadata model'],
    [say('system', { content: 'CANARY' }), 'system messages[0].content'],
    [say('developer', { content: 'CANARY' }), 'system messages[0].content'],
    [
      say('developer', { content: [{ type: 'text', text: 'CANARY' }] }),
      'system messages[0].content[0].text',
    ],
    [say('user', { content: 'CANARY' }), 'user messages[0].content'],
    [say('user', { content: ['CANARY'] }), 'user messages[0].content[0]'],
    [item({ type: 'text', text: 'CANARY' }), 'user messages[0].content[0].text'],
    [say('user', { content: 'x', name: 'CANARY' }), 'metadata messages[0].name'],
    [say('assistant', { content: 'CANARY' }), 'assistant messages[0].content'],
    [
      say('assistant', { content: [{ type: 'refusal', refusal: 'CANARY' }] }),
      'assistant messages[0].content[0].refusal',
    ],
    [say('assistant', { refusal: 'CANARY' }), 'assistant messages[0].refusal'],
    [say('assistant', { reasoning_content: 'CANARY' }), 'reasoning messages[0].reasoning_content'],
    [say('assistant', { reasoning: 'CANARY' }), 'reasoning messages[0].reasoning'],
    [
      say('assistant', {
        content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'CANARY' }] }],
      }),
      'reasoning messages[0].content[0].thinking[0].text',
    ],
    [
      say('assistant', { function_call: { name: 'f', arguments: 'CANARY' } }),
      'tool_call messages[0].function_call.arguments',
    ],
    [
      say('assistant', { function_call: { name: 'CANARY', arguments: '' } }),
      'tool_call messages[0].function_call.name',
    ],
    [
      say('assistant', {
        tool_calls: [{ id: 'CANARY', type: 'function', function: { name: 'f', arguments: '{}' } }],
      }),
      'metadata messages[0].tool_calls[0].id',
    ],
    [
      say('assistant', {
        tool_calls: [{ id: '1', type: 'function', function: { name: 'CANARY', arguments: '{}' } }],
      }),
      'tool_call messages[0].tool_calls[0].function.name',
    ],
    [
      say('assistant', {
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'f', arguments: '{"a":"CANARY"}' } },
        ],
      }),
      'tool_call messages[0].tool_calls[0].function.arguments',
    ],
    [
      say('assistant', {
        tool_calls: [{ id: '1', function: { name: 'f', arguments: { a: 'CANARY' } } }],
      }),
      'tool_call messages[0].tool_calls[0].function.arguments.a',
    ],
    [
      say('assistant', {
        tool_calls: [{ id: '1', type: 'custom', custom: { name: 'f', input: 'CANARY' } }],
      }),
      'tool_call messages[0].tool_calls[0].custom.input',
    ],
    [say('tool', { content: 'CANARY', tool_call_id: '1' }), 'tool_result messages[0].content'],
    [
      say('tool', { content: [{ type: 'text', text: 'CANARY' }] }),
      'tool_result messages[0].content[0].text',
    ],
    [say('tool', { content: 'x', tool_call_id: 'CANARY' }), 'metadata messages[0].tool_call_id'],
    [say('function', { content: 'CANARY', name: 'f' }), 'tool_result messages[0].content'],
    [
      { tools: [{ type: 'function', function: { name: 'CANARY' } }] },
      'tool_definition tools[0].function.name',
    ],
    [
      { tools: [{ type: 'function', function: { name: 'f', description: 'CANARY' } }] },
      'tool_definition tools[0].function.description',
    ],
    [
      {
        tools: [
          {
            type: 'function',
            function: { name: 'f', parameters: { properties: { a: { description: 'CANARY' } } } },
          },
        ],
      },
      'tool_definition tools[0].function.parameters.properties.a.description',
    ],
    [
      {
        tools: [
          { type: 'function', function: { name: 'f', parameters: { properties: { CANARY: {} } } } },
        ],
      },
      'fixed tool_definition tools[0].function.parameters',
    ],
    [
      { tools: [{ type: 'custom', custom: { name: 'f', description: 'CANARY' } }] },
      'tool_definition tools[0].custom.description',
    ],
    [
      {
        tools: [
          {
            type: 'custom',
            custom: {
              name: 'f',
              format: { type: 'grammar', grammar: { definition: 'CANARY', syntax: 'lark' } },
            },
          },
        ],
      },
      'tool_definition tools[0].custom.format.grammar.definition',
    ],
    [
      { functions: [{ name: 'f', description: 'CANARY' }] },
      'tool_definition functions[0].description',
    ],
    [
      { functions: [{ name: 'f', parameters: { enum: ['CANARY'] } }] },
      'tool_definition functions[0].parameters.enum[0]',
    ],
    [{ function_call: { name: 'CANARY' } }, 'metadata function_call.name'],
    [
      { tool_choice: { type: 'function', function: { name: 'CANARY' } } },
      'tool_definition tool_choice.function.name',
    ],
    [
      {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'auto',
            tools: [{ type: 'function', function: { name: 'CANARY' } }],
          },
        },
      },
      'tool_definition tool_choice.allowed_tools.tools[0].function.name',
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'CANARY' } } },
      'schema response_format.json_schema.name',
    ],
    [
      {
        response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'CANARY' } },
      },
      'schema response_format.json_schema.description',
    ],
    [
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { anyOf: [{ title: 'CANARY' }] } },
        },
      },
      'schema response_format.json_schema.schema.anyOf[0].title',
    ],
    [{ prediction: { type: 'content', content: 'CANARY' } }, 'assistant prediction.content'],
    [
      { prediction: { type: 'content', content: [{ type: 'text', text: 'CANARY' }] } },
      'assistant prediction.content[0].text',
    ],
    [{ stop: 'CANARY' }, 'metadata stop'],
    [{ stop: ['a', 'CANARY'] }, 'metadata stop[1]'],
    [{ metadata: { a: 'CANARY' } }, 'metadata metadata.a'],
    [{ metadata: { CANARY: 'a' } }, 'fixed metadata metadata'],
    [{ user: 'CANARY' }, 'metadata user'],
    [{ safety_identifier: 'CANARY' }, 'metadata safety_identifier'],
    [{ prompt_cache_key: 'CANARY' }, 'metadata prompt_cache_key'],
    [
      {
        web_search_options: {
          user_location: { type: 'approximate', approximate: { city: 'CANARY' } },
        },
      },
      'metadata web_search_options.user_location.approximate.city',
    ],
    [{ moderation: { model: 'CANARY' } }, 'metadata moderation.model'],
    [{ audio: { voice: 'CANARY', format: 'wav' } }, 'metadata audio.voice'],
    [{ audio: { voice: { id: 'CANARY' } } }, 'metadata audio.voice.id'],
    [
      item({ type: 'file', file: { filename: 'CANARY' } }),
      'metadata messages[0].content[0].file.filename',
    ],
    [
      item({ type: 'image_url', image_url: { url: 'https://CANARY/' } }),
      'metadata messages[0].content[0].image_url.url',
    ],
    // Where the format has nothing, everything is judged as user text and counted.
    [{ CANARY: 1 }, 'unmapped fixed user CANARY'],
    [{ documents: [{ text: 'CANARY' }] }, 'unmapped user documents[0].text'],
    [{ temperature: 'CANARY' }, 'unmapped user temperature'],
    [{ stream_options: { include_usage: 'CANARY' } }, 'unmapped user stream_options.include_usage'],
    [{ messages: ['CANARY'] }, 'unmapped user messages[0]'],
    [say('CANARY', { content: 'x' }), 'unmapped user messages[0].role'],
    [say('oracle', { content: 'CANARY' }), 'user messages[0].content'],
    [item({ type: 'CANARY' }), 'unmapped user messages[0].content[0].type'],
    [
      item({ type: 'novel', deep: [{ er: 'CANARY' }] }),
      'unmapped user messages[0].content[0].deep[0].er',
    ],
    [item({ type: 'text', text: { value: 'CANARY' } }), 'user messages[0].content[0].text.value'],
    [item({ text: 'CANARY' }), 'unmapped user messages[0].content[0].text'],
    [
      say('user', { content: [[{ type: 'text', text: 'CANARY' }]] }),
      'unmapped user messages[0].content[0][0].text',
    ],
    [say('user', { content: { parts: 'CANARY' } }), 'unmapped user messages[0].content.parts'],
    [{ tools: [{ type: 'novel', x: 'CANARY' }] }, 'unmapped tool_definition tools[0].x'],
    [{ reasoning_effort: 'CANARY' }, 'unmapped user reasoning_effort'],
    [{ modalities: ['CANARY'] }, 'unmapped user modalities[0]'],
    [{ stop: { a: ['CANARY'] } }, 'metadata stop.a[0]'],
  ];
  test.each(cases)('%j', (body, expected) => {
    expect(find(read(body), 'CANARY')).toContain(expected);
  });

  test('and a number as long as a card or an account', () => {
    const asked = read(
      say('assistant', {
        tool_calls: [{ function: { name: 'pay', arguments: { to: 4111111111111111 } } }],
      }),
    );
    expect(find(asked, '4111111111111111')).toEqual([
      'tool_call messages[0].tool_calls[0].function.arguments.to',
    ]);
  });

  test('but not the words of the format itself', () => {
    const asked = read({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      tools: [
        { type: 'function', function: { name: 'f', parameters: { type: 'object', required: [] } } },
      ],
      tool_choice: 'auto',
      temperature: 1,
      seed: 123456789,
      stream: false,
    });
    // A number this long could be an account, wherever it stands.
    expect(asked.parts.map((part) => part.text)).toEqual(['m', 'hi', 'f', '123456789']);
  });
});

describe('readRequest() lists what it cannot read', () => {
  const data = 'data:image/png;base64,iVBORw0KGgo=';
  const cases: readonly (readonly [body: object, kind: string, path: string])[] = [
    [
      item({ type: 'image_url', image_url: { url: data } }),
      'image',
      'messages[0].content[0].image_url.url',
    ],
    [item({ type: 'image_url', image_url: data }), 'image', 'messages[0].content[0].image_url'],
    [
      item({ type: 'image_url', image_url: { url: 'https://x/y.png' } }),
      'image',
      'messages[0].content[0].image_url.url',
    ],
    [
      item({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }),
      'audio',
      'messages[0].content[0].input_audio.data',
    ],
    [
      item({ type: 'file', file: { file_data: 'AAAA' } }),
      'file',
      'messages[0].content[0].file.file_data',
    ],
    [
      item({ type: 'file', file: { file_id: 'file-1' } }),
      'file',
      'messages[0].content[0].file.file_id',
    ],
    [
      item({ type: 'video_url', video_url: { url: 'https://x/y' } }),
      'video',
      'messages[0].content[0].video_url.url',
    ],
    [say('assistant', { audio: { id: 'audio-1' } }), 'audio', 'messages[0].audio.id'],
    [
      item({ type: 'text', text: 'x', image_url: { url: data } }),
      'image',
      'messages[0].content[0].image_url.url',
    ],
  ];
  test.each(cases)('%j', (body, kind, path) => {
    const { unjudged } = read(body);
    expect(unjudged.map((each) => [each.kind, pathOf(each.at)])).toContainEqual([kind, path]);
  });

  test('and names what is stored elsewhere', () => {
    const asked = read(item({ type: 'file', file: { file_id: 'file-1' } }));
    expect(asked.references).toEqual(['file-1']);
  });
});

describe('readRequest() reads tool calls', () => {
  const call = (args: string): object =>
    say('assistant', {
      tool_calls: [{ id: '1', type: 'function', function: { name: 'pay', arguments: args } }],
    });
  const args = (body: object): Part | undefined =>
    read(body).parts.find((part) => part.at.at(-1) === 'arguments');

  test('as objects that rules can look into', () => {
    expect(args(call('{"to":"ada","amount":7}'))?.tool).toEqual({
      name: 'pay',
      args: { to: 'ada', amount: 7 },
    });
  });

  test.each(['{"to":', '{"to":1,"to":2}'])('but not where %j could be read in two ways', (text) => {
    expect(args(call(text))?.tool).toEqual({ name: 'pay', args: undefined });
  });

  test('behind their escapes too', () => {
    const asked = read(call('{"t\\u006f":["\\u0043ANARY"],"CAN\\u0041RY2":1}'));
    expect(find(asked, 'CANARY')).toEqual([
      'tool_call messages[0].tool_calls[0].function.arguments.to[0]',
      'fixed tool_call messages[0].tool_calls[0].function.arguments',
    ]);
  });
});

describe('readRequest() tells the call', () => {
  test('by model, stream, user, tools and turns', () => {
    const asked = read({
      stream: true,
      user: 'ada',
      tools: [
        { type: 'function', function: { name: 'pay' } },
        { type: 'custom', custom: { name: 'run' } },
      ],
      messages: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
    });
    expect(asked).toMatchObject({
      model: 'm',
      stream: true,
      user: 'ada',
      tools: ['pay', 'run'],
      history: 3,
    });
    const past = Object.fromEntries(asked.parts.map((part) => [part.text, part.past]));
    expect(past).toMatchObject({ one: true, two: false, three: false });
  });
});

describe('readAnswer() gives each string of a chat completion its kind and its choice', () => {
  const answer = (message: object, more: object = {}): object => ({
    choices: [
      { index: 0, message: { content: 'x' } },
      { index: 3, message, ...more },
    ],
  });
  const cases: readonly (readonly [body: object, kind: PartKind, path: string])[] = [
    [answer({ content: 'CANARY' }), 'assistant', 'choices[1].message.content'],
    [
      answer({ content: [{ type: 'text', text: 'CANARY' }] }),
      'assistant',
      'choices[1].message.content[0].text',
    ],
    [answer({ refusal: 'CANARY' }), 'assistant', 'choices[1].message.refusal'],
    [answer({ reasoning_content: 'CANARY' }), 'reasoning', 'choices[1].message.reasoning_content'],
    [
      answer({ audio: { id: 'a', data: 'AAAA', transcript: 'CANARY' } }),
      'assistant',
      'choices[1].message.audio.transcript',
    ],
    [
      answer({ annotations: [{ type: 'url_citation', url_citation: { title: 'CANARY' } }] }),
      'assistant',
      'choices[1].message.annotations[0].url_citation.title',
    ],
    [
      answer({ tool_calls: [{ type: 'function', function: { name: 'f', arguments: 'CANARY' } }] }),
      'tool_call',
      'choices[1].message.tool_calls[0].function.arguments',
    ],
    [
      answer({ tool_calls: [{ type: 'custom', custom: { name: 'f', input: 'CANARY' } }] }),
      'tool_call',
      'choices[1].message.tool_calls[0].custom.input',
    ],
    [
      answer({ function_call: { name: 'f', arguments: 'CANARY' } }),
      'tool_call',
      'choices[1].message.function_call.arguments',
    ],
    [
      answer({}, { logprobs: { content: [{ token: 'CAN' }, { token: 'ARY' }] } }),
      'assistant',
      'choices[1].logprobs.content',
    ],
    [
      answer(
        {},
        {
          logprobs: {
            refusal: [
              { token: 'x', top_logprobs: [{ token: 'CAN' }] },
              { token: 'y', top_logprobs: [{ token: 'ARY' }] },
            ],
          },
        },
      ),
      'assistant',
      'choices[1].logprobs.refusal.top_logprobs[0]',
    ],
    [answer({ novel: 'CANARY' }), 'assistant', 'choices[1].message.novel'],
    [answer({}, { finish_reason: 'CANARY' }), 'assistant', 'choices[1].finish_reason'],
  ];
  test.each(cases)('%j', (body, kind, path) => {
    const json = readJsonText(JSON.stringify(body), limits, 'it');
    const found = openaiChat
      .readAnswer(json, read({}))
      .parts.filter((part) => part.text.includes('CANARY'));
    expect(found.map((part) => [part.kind, pathOf(part.at), part.channel])).toContainEqual([
      kind,
      path,
      3,
    ]);
  });

  test.each([
    [{ id: 'CANARY' }, 'metadata'],
    [{ model: 'CANARY' }, 'metadata'],
    [{ system_fingerprint: 'CANARY' }, 'metadata'],
    [{ moderation: { input: { code: 'CANARY' } } }, 'metadata'],
    [{ usage: { note: 'CANARY' } }, 'metadata'],
    [{ novel: ['CANARY'] }, 'assistant'],
    [{ object: 'CANARY' }, 'assistant'],
  ])('around the choices: %j', (body, kind) => {
    const json = readJsonText(JSON.stringify(body), limits, 'it');
    const found = openaiChat
      .readAnswer(json, read({}))
      .parts.filter((part) => part.text.includes('CANARY'));
    expect(found.map((part) => part.kind)).toEqual([kind]);
  });
});
