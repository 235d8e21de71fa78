import { describe, expect, test } from '@jest/globals';
import { pathOf, type Part } from '../../../../src/governance/interaction.ts';
import { anthropicMessages } from '../../../../src/proxy/dialects/anthropic-messages.ts';
import type { Asked } from '../../../../src/proxy/dialects/dialect.ts';
import { readFrames, toJson } from '../../../support/wire.ts';

const target = { route: '/v1/messages', params: {} };
const ask = (body: Record<string, unknown>): Asked =>
  anthropicMessages.readRequest(toJson({ model: 'm', messages: [], ...body }), target);

const show = (part: Part): unknown[] => [pathOf(part.at), part.kind, part.text];
const metadata = (part: Part): boolean => part.kind === 'metadata';
const texts = (parts: readonly Part[]): unknown[] =>
  parts.filter((part) => !metadata(part)).map(show);

describe('a Messages request', () => {
  const cases: readonly [string, Record<string, unknown>, unknown[]][] = [
    [
      'the kind of a text is that of its role',
      {
        system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral', ttl: '1h' } }],
        messages: [
          { role: 'user', content: 'u' },
          { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
          { role: 'system', content: 'mid' },
          { role: 'narrator', content: 'n' },
        ],
      },
      [
        ['messages[0].content', 'user', 'u'],
        ['messages[1].content[0].text', 'assistant', 'a'],
        ['messages[2].content', 'system', 'mid'],
        ['messages[3].role', 'user', 'narrator'],
        ['messages[3].content', 'user', 'n'],
        ['system[0].text', 'system', 's'],
      ],
    ],
    [
      'a citation is said by whoever says the text, all that names its source with it',
      {
        messages: [
          {
            role: 'assistant',
            content: [
              {
                type: 'text',
                text: 'a',
                citations: [
                  { type: 'char_location', cited_text: 'c', document_title: 'd' },
                  { type: 'web_search_result_location', title: 't', url: 'https://u' },
                  { type: 'search_result_location', source: 's' },
                ],
              },
            ],
          },
        ],
      },
      [
        ['messages[0].content[0].text', 'assistant', 'a'],
        ['messages[0].content[0].citations[0].cited_text', 'assistant', 'c'],
        ['messages[0].content[0].citations[0].document_title', 'assistant', 'd'],
        ['messages[0].content[0].citations[1].title', 'assistant', 't'],
        ['messages[0].content[0].citations[1].url', 'assistant', 'https://u'],
        ['messages[0].content[0].citations[2].source', 'assistant', 's'],
      ],
    ],
    [
      'results of tools are theirs, whoever sends them',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 't', content: 'plain' },
              {
                type: 'tool_result',
                tool_use_id: 't',
                content: [
                  { type: 'text', text: 'block' },
                  { type: 'document', source: { type: 'text', data: 'doc' }, title: 'title' },
                  { type: 'search_result', title: 'x', source: 'y', content: [] },
                ],
              },
            ],
          },
        ],
      },
      [
        ['messages[0].content[0].content', 'tool_result', 'plain'],
        ['messages[0].content[1].content[0].text', 'tool_result', 'block'],
        ['messages[0].content[1].content[1].source.data', 'tool_result', 'doc'],
        ['messages[0].content[1].content[1].title', 'tool_result', 'title'],
        ['messages[0].content[1].content[2].title', 'tool_result', 'x'],
        ['messages[0].content[1].content[2].source', 'tool_result', 'y'],
      ],
    ],
    [
      'the input of a tool is read leaf by leaf, names and numbers too',
      {
        messages: [
          {
            role: 'assistant',
            content: [
              {
                type: 'tool_use',
                id: 'i',
                name: 'mail',
                input: { to: ['ada'], card: 4111111111111111, pin: 1234 },
              },
            ],
          },
        ],
      },
      [
        ['messages[0].content[0].name', 'tool_call', 'mail'],
        ['messages[0].content[0].input.to[0]', 'tool_call', 'ada'],
        ['messages[0].content[0].input.card', 'tool_call', '4111111111111111'],
        ['messages[0].content[0].input', 'tool_call', 'to\ncard\npin: 1234'],
      ],
    ],
    [
      'tools are defined at the top and in the middle of a conversation',
      {
        tools: [
          {
            name: 'mail',
            description: 'sends',
            input_schema: { type: 'object', properties: { to: { description: 'whom' } } },
          },
        ],
        messages: [
          {
            role: 'system',
            content: [
              {
                type: 'tool_addition',
                tool: { type: 'tool_definition', definition: { name: 'late', input_schema: {} } },
              },
            ],
          },
        ],
      },
      [
        ['messages[0].content[0].tool.definition.name', 'tool_definition', 'late'],
        ['tools[0].name', 'tool_definition', 'mail'],
        ['tools[0].description', 'tool_definition', 'sends'],
        ['tools[0].input_schema.properties.to.description', 'tool_definition', 'whom'],
        ['tools[0].input_schema', 'tool_definition', 'to'],
      ],
    ],
    [
      'a block of another time is judged as user text, with the names of its members',
      { messages: [{ role: 'user', content: [{ type: 'hologram', scene: { title: 'h' } }] }] },
      [
        ['messages[0].content[0].scene.title', 'user', 'h'],
        ['messages[0].content[0].type', 'user', 'hologram'],
        ['messages[0].content[0]', 'user', 'type\nscene\ntitle'],
      ],
    ],
  ];

  test.each(cases)('%s', (_, body, expected) => {
    expect(texts(ask(body).parts)).toEqual(expected);
  });

  test('says who asks, with which tools, and what it refers to', () => {
    const asked = ask({
      model: 'claude-test',
      stream: true,
      metadata: { user_id: 'user-7' },
      tools: [
        { name: 'mail', input_schema: {} },
        { type: 'advisor_20260301', name: 'advisor', model: 'claude-other' },
      ],
      fallbacks: [{ model: 'claude-third' }],
      container: 'container_1',
      mcp_servers: [
        { type: 'url', url: 'https://mcp.example', name: 's', authorization_token: 't' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'document', source: { type: 'file', file_id: 'file_1' } },
            { type: 'document', source: { type: 'url', url: 'https://a.example/x.pdf' } },
          ],
        },
      ],
    });
    expect(asked).toMatchObject({
      model: 'claude-test',
      stream: true,
      user: 'user-7',
      tools: ['mail', 'advisor'],
      furtherModels: ['claude-other', 'claude-third'],
      references: expect.arrayContaining(['file_1', 'container_1', 'https://mcp.example']),
      history: 1,
    });
    expect(asked.unjudged.map(({ kind, at }) => `${kind} ${pathOf(at)}`).toSorted()).toEqual([
      'file messages[0].content[1].source.file_id',
      'file messages[0].content[2].source.url',
      'image messages[0].content[0].source.data',
      'reference container',
      'reference mcp_servers[0].authorization_token',
      'reference mcp_servers[0].url',
    ]);
    expect(JSON.stringify(asked.parts)).not.toContain('"t"');
  });

  test('keeps what a signature covers as it is', () => {
    const { parts, unjudged } = ask({
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
            { type: 'redacted_thinking', data: 'ZGF0YQ' },
            { type: 'compaction', content: 'so far', signature: 's', encrypted_content: 'e' },
          ],
        },
      ],
    });
    expect(parts.filter(({ fixed }) => fixed).map(({ kind, text }) => [kind, text])).toEqual([
      ['reasoning', 'hm'],
      ['assistant', 'so far'],
    ]);
    expect(unjudged.map(({ kind }) => kind)).toEqual(Array(4).fill('encrypted'));
  });

  const turns: readonly [string, readonly string[], readonly boolean[]][] = [
    ['a new conversation', ['user'], [false]],
    ['an answered turn', ['user', 'assistant', 'user'], [true, false, false]],
    ['an answer that is begun for the model', ['user', 'assistant'], [false, false]],
    [
      'one that is begun after an answered turn',
      ['user', 'assistant', 'user', 'assistant', 'assistant'],
      [true, false, false, false, false],
    ],
  ];

  test.each(turns)('tells what was judged before: %s', (_, roles, past) => {
    const { parts } = ask({ messages: roles.map((role) => ({ role, content: 'text' })) });
    expect(parts.filter(({ text }) => text === 'text').map((part) => part.past)).toEqual(past);
  });

  test.each([
    [{ messages: 'none' }, '/messages'],
    [{ model: '' }, '/model'],
    [{ stream: 'true' }, '/stream'],
  ])('is refused where an upstream could read it otherwise: %j', (body, pointer) => {
    expect(() => ask(body)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ pointer })] }),
    );
  });
});

describe('a streamed message', () => {
  const start = (index: number, content_block: unknown) => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const delta = (index: number, given: unknown) => ({
    type: 'content_block_delta',
    index,
    delta: given,
  });

  test('puts each piece where the whole message would have its text', () => {
    const readings = readFrames(anthropicMessages, ask({}), [
      { type: 'message_start', message: { id: 'm', content: [], usage: { input_tokens: 1 } } },
      start(0, { type: 'text', text: 'a' }),
      delta(0, { type: 'text_delta', text: 'b' }),
      start(1, { type: 'tool_use', id: 'i', name: 'mail', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"to":' }),
      delta(1, { type: 'signature_delta', signature: 'sig' }),
      delta(1, { type: 'strange_delta', scene: 'c' }),
    ]);
    const fragments = readings.flatMap((reading) => reading.fragments);
    const found = fragments
      .filter(({ part }) => !metadata(part))
      .map(({ part, within, piece }) => [pathOf(part.at), pathOf(within), part.text, piece]);
    expect(found).toEqual([
      ['content[0].text', 'content_block.text', 'a', true],
      ['content[0].text', 'delta.text', 'b', true],
      ['content[1].name', 'content_block.name', 'mail', false],
      ['content[1].input', 'delta.partial_json', '{"to":', true],
      ['content[1].type', 'delta.type', 'strange_delta', true],
      ['content[1].scene', 'delta.scene', 'c', true],
      ['content[1]', 'delta', 'type\nscene', expect.any(Boolean)],
    ]);
    expect(fragments.find(({ part }) => part.text === '{"to":')?.part.tool).toEqual({
      name: 'mail',
      args: undefined,
    });
    expect(readings[5]?.unjudged).toMatchObject([
      { kind: 'encrypted', at: ['content', 1, 'signature'] },
    ]);
  });

  test('knows its end, its model and its usage', () => {
    const reader = anthropicMessages.stream?.createReader(ask({}));
    const usage = { input_tokens: 3, cache_read_input_tokens: 10, output_tokens: 1 };
    reader?.read(
      toJson({ type: 'message_start', message: { id: 'm', model: 'x', content: [], usage } }),
      'message_start',
    );
    reader?.read(
      toJson({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 9 },
      }),
      'message_delta',
    );
    expect(reader?.ended()).toBe(false);
    reader?.read(toJson({ type: 'message_stop' }), 'message_stop');
    expect(reader?.ended()).toBe(true);
    expect(reader?.facts()).toEqual({
      id: 'm',
      model: 'x',
      finish: 'end_turn',
      usage: { input: 13, output: 9, cached: 10 },
    });
  });

  test('judges the name of an event that no client knows', () => {
    const reader = anthropicMessages.stream?.createReader(ask({}));
    expect(() => reader?.read(toJson({ type: 'ping' }), 'an instruction')).toThrow(
      'calls an event by another name than its data does',
    );
    const reading = reader?.read(toJson({}), 'an instruction');
    expect(reading?.fragments.map(({ part }) => [part.text, part.fixed, part.mapped])).toEqual([
      ['an instruction', true, false],
    ]);
  });

  const notice = { message: 'Blocked.', model: 'm', id: '1', at: 0 };

  test('is ended by closing the open block and saying why', () => {
    const end = anthropicMessages.stream?.writeBlockedEnd(notice, delta(2, {})) ?? '';
    expect(end.match(/^event: .*$/gm)).toEqual([
      'event: content_block_stop',
      'event: message_delta',
      'event: message_stop',
    ]);
    expect(end).toContain('"index":2');
    expect(end).toContain('"stop_reason":"refusal"');
    const between = anthropicMessages.stream?.writeBlockedEnd(notice, { type: 'ping' }) ?? '';
    expect(between).not.toContain('content_block_stop');
  });

  test('fails with an error that SDKs raise', () => {
    expect(anthropicMessages.stream?.writeFailedEnd('It broke.', 'upstream_failed')).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"It broke.","details":{"error_code":"upstream_failed"}}}\n\n',
    );
  });
});
