/** What no format knows is judged as what it stands in, and what it only stands for is listed. */
import { describe, expect, test } from '@jest/globals';
import { pathOf } from '../../../../src/governance/interaction.ts';
import { operations } from '../../../../src/proxy/operations.ts';
import { toJson, type Seen } from '../../../support/wire.ts';

function find(name: string) {
  const operation = operations.find((each) => each.dialect.name === name);
  if (operation === undefined) throw new Error(`there is no dialect ${name}`);
  return operation.dialect;
}

const leastOf = (name: string): object => {
  if (name.startsWith('gemini')) return { contents: [] };
  if (name === 'openai-responses') return { model: 'm', input: 'hi' };
  return { model: 'm', max_tokens: 9, messages: [] };
};
const targetOf = (name: string) => ({
  route: '/x',
  params: name.startsWith('gemini') ? { model: 'm' } : ({} as Record<string, string>),
});

const ask = (name: string, body: object) =>
  find(name).readRequest(toJson({ ...leastOf(name), ...body }), targetOf(name));
const answer = (name: string, body: object): Seen =>
  find(name).readAnswer(toJson(body), ask(name, {}));

const novel = { type: 'novel', said: 'CANARY' };
const says = (role: string, content: unknown = [novel]) => ({ messages: [{ role, content }] });
const gemini = (role: string, part: object) => ({ contents: [{ role, parts: [part] }] });

const requests: readonly (readonly [string, string, object, string])[] = [
  ['a part of a user’s message', 'openai-chat', says('user'), 'user'],
  ['a part of a system message', 'openai-chat', says('developer'), 'system'],
  ['a part of an answer that was given', 'openai-chat', says('assistant'), 'assistant'],
  ['a part of what a tool brought', 'openai-chat', says('tool'), 'tool_result'],
  [
    'a member beside what a tool brought',
    'openai-chat',
    { messages: [{ role: 'tool', content: 'ok', ...novel, type: undefined }] },
    'tool_result',
  ],
  ['a kind of tool', 'openai-chat', { tools: [novel] }, 'tool_definition'],
  [
    'a kind of call',
    'openai-chat',
    { messages: [{ role: 'assistant', tool_calls: [novel] }] },
    'tool_call',
  ],
  ['a block of a user’s message', 'anthropic-messages', says('user'), 'user'],
  [
    'a block of what a tool brought',
    'anthropic-messages',
    says('user', [{ type: 'tool_result', tool_use_id: 't', content: [novel] }]),
    'tool_result',
  ],
  [
    'what a tool brought that the provider runs',
    'anthropic-messages',
    says('assistant', [{ type: 'weather_tool_result', content: [{ text: 'CANARY' }] }]),
    'tool_result',
  ],
  [
    'a member of a tool',
    'anthropic-messages',
    { tools: [{ name: 't', ...novel }] },
    'tool_definition',
  ],
  [
    'a part of a content',
    'openai-responses',
    { input: [{ role: 'system', content: [novel] }] },
    'system',
  ],
  [
    'a part of what a tool brought',
    'openai-responses',
    { input: [{ type: 'function_call_output', call_id: 'c', output: [novel] }] },
    'tool_result',
  ],
  [
    'a kind of call of a tool',
    'openai-responses',
    { input: [{ type: 'weather_call', place: 'CANARY' }] },
    'tool_call',
  ],
  [
    'a kind of outcome of a tool',
    'openai-responses',
    { input: [{ type: 'weather_call_output', sky: 'CANARY' }] },
    'tool_result',
  ],
  ['a kind of tool', 'openai-responses', { tools: [novel] }, 'tool_definition'],
  ['a part of a content', 'gemini-generate', gemini('model', novel), 'assistant'],
  [
    'a member of what a tool brought',
    'gemini-generate',
    gemini('user', { functionResponse: { name: 'f', novel: 'CANARY' } }),
    'tool_result',
  ],
  [
    'a kind of tool',
    'gemini-generate',
    { tools: [{ novel: { said: 'CANARY' } }] },
    'tool_definition',
  ],
  [
    'a member of what a tool brought',
    'ollama-chat',
    { messages: [{ role: 'tool', content: 'ok', novel: 'CANARY' }] },
    'tool_result',
  ],
  ['a member of the whole', 'ollama-chat', { novel: 'CANARY' }, 'user'],
];

test.each(requests)('%s, of %s, is judged as what it stands in', (_, name, body, kind) => {
  const found = ask(name, body).parts.filter(({ text }) => text.includes('CANARY'));
  expect(found.map((part) => [part.kind, part.mapped])).toEqual(found.map(() => [kind, false]));
  expect(found).not.toEqual([]);
});

test('calls of a kind that is not known meet the rules about tools', () => {
  const item = { type: 'weather_call', name: 'sky', arguments: '{"to":"CANARY"}' };
  const block = { type: 'weather_tool_use', id: 'i', name: 'sky', input: { to: 'CANARY' } };
  const seen = [
    answer('openai-responses', { output: [item] }),
    answer('anthropic-messages', { content: [block] }),
  ];
  for (const { parts } of seen) {
    const said = parts.filter(({ text }) => text.includes('CANARY'));
    expect(said).not.toEqual([]);
    for (const part of said)
      expect(part).toMatchObject({
        kind: 'tool_call',
        tool: { name: 'sky', args: { to: 'CANARY' } },
      });
  }
});

describe('a text goes on across parts', () => {
  const said = ['BLO', 'CKME'];
  const kinds: readonly (readonly [string, (text: string) => object])[] = [
    ['of a known kind', (text) => ({ type: 'text', text })],
    ['with annotations', (value) => ({ type: 'text', text: { value, annotations: [] } })],
    ['of the other format', (text) => ({ type: 'input_text', text })],
    ['that are not known', (text) => ({ type: 'novel', text })],
  ];
  /** Next to each other, as they are joined to one text. */
  const joined = ({ parts }: Seen): string => parts.map(({ text }) => text).join('');

  test.each(kinds)('%s', (_, toPart) => {
    const content = said.map(toPart);
    const mixed = [{ type: 'text', text: 'BLO' }, toPart('CKME')];
    for (const given of [content, mixed]) {
      expect(joined(ask('openai-chat', says('user', given)))).toContain('BLOCKME');
      const choices = [{ index: 0, message: { role: 'assistant', content: given } }];
      expect(joined(answer('openai-chat', { choices }))).toContain('BLOCKME');
      expect(
        joined(ask('openai-responses', { input: [{ role: 'user', content: given }] })),
      ).toContain('BLOCKME');
      expect(joined(ask('anthropic-messages', says('user', given)))).toContain('BLOCKME');
    }
  });
});

describe('parts as assistants write them', () => {
  const text = { type: 'text', text: { value: 'CANARY', annotations: [] } };
  const picture = { type: 'image_file', image_file: { file_id: 'file-1', detail: 'low' } };
  const places: readonly (readonly [string, (content: readonly object[]) => object])[] = [
    ['openai-chat', (content) => says('tool', content)],
    [
      'openai-responses',
      (output) => ({ input: [{ type: 'function_call_output', call_id: 'c', output }] }),
    ],
  ];
  test.each(places)('are known to %s', (name, toBody) => {
    const { parts, unjudged, references } = ask(name, toBody([text, picture]));
    expect(parts.filter(({ mapped }) => !mapped)).toEqual([]);
    expect(parts.find((part) => part.text === 'CANARY')?.kind).toBe('tool_result');
    expect(unjudged.map(({ kind }) => kind)).toEqual(['image']);
    expect(references).toEqual(['file-1']);
  });
});

const binary = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 77) % 256)).toString(
  'base64',
);
const prose = Buffer.from('A text in base64 says what it says. '.repeat(20)).toString('base64');
const unread: readonly (readonly [string, object, string])[] = [
  ['a stored file', { file_id: 'f-1' }, 'file file_id'],
  ['a stored picture, in camel case', { imageId: 'f-1' }, 'image imageId'],
  ['stored files', { video_ids: ['f-1'] }, 'video video_ids[0]'],
  ['a stored conversation', { thread_id: 't-1' }, 'reference thread_id'],
  ['the address of a picture', { image_url: 'https://a.example/x' }, 'image image_url'],
  ['the address of a file', { document: { uri: 'gs://a/x.pdf' } }, 'file document.uri'],
  ['some address', { url: 'https://a.example/x' }, 'reference url'],
  ['another server', { api_base: 'https://a.example/x' }, 'reference api_base'],
  ['bytes of sound', { audio: { data: binary } }, 'audio audio.data'],
  ['bytes of nobody knows what', { content: [binary] }, 'file content[0]'],
  ['a signature', { extra: { thought_signature: binary } }, 'encrypted extra.thought_signature'],
  ['a picture in a `data:` URL', { x: `data:image/png;base64,${binary}` }, 'image x'],
  ['a picture in a `data:` URL that is drawn', { x: 'data:image/svg+xml,%3Csvg/%3E' }, 'image x'],
  ['sound in a `data:` URL', { x: `data:Audio/wav;rate=1;base64,${binary}` }, 'audio x'],
  ['a document in a `data:` URL', { x: `data:application/pdf;base64,${binary}` }, 'file x'],
  ['something in a `data:` URL', { image: { x: `data:;base64,${binary}` } }, 'other image.x'],
  ['a picture under another name', { file: { x: `/9j/${binary}` } }, 'image file.x'],
  ['a picture in a wrapper of sound', { audio: `UklGRhAgMEBXRUJQ${binary}` }, 'image audio'],
  ['a template', { chat_template: "{% raw %}a{{ 'b' }}" }, 'other chat_template'],
  ['sound under another name', { picture: `T2dnUw${binary}` }, 'audio picture'],
];

describe('off the map is listed', () => {
  test.each(unread)('%s', (_, given, expected) => {
    const [kind, path] = expected.split(' ');
    const { unjudged } = ask('openai-chat', says('user', [{ type: 'novel', ...given }]));
    expect(unjudged.map((each) => `${each.kind} ${pathOf(each.at)}`)).toEqual([
      `${kind ?? ''} messages[0].content[0].${path ?? ''}`,
    ]);
  });

  test('bytes of a known kind, which say nothing else', () => {
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      Buffer.from(binary),
    ]);
    const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
    const { parts, unjudged } = ask('openai-chat', says('user', [{ type: 'image', source }]));
    expect(unjudged.map(({ kind }) => kind)).toEqual(['image']);
    expect(parts.some(({ text }) => text === source.data)).toBe(false);
  });

  test('no name, no address of a source, no text in base64', () => {
    const given = {
      id: 'a',
      template: 'plain',
      profile_id: 'p',
      trace_id: 't',
      note: 'file',
      data: prose,
    };
    expect(ask('openai-chat', says('user', [{ type: 'novel', ...given }])).unjudged).toEqual([]);
    const cited = { choices: [], search_results: [{ title: 't', url: 'https://a.example' }] };
    expect(answer('openai-chat', cited).unjudged).toEqual([]);
  });
});
