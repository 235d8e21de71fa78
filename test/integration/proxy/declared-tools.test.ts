/** Whatever way a request offers a tool to the model, a rule about tools meets it, and what its provider brings is listed. */
import { describe, expect, test } from '@jest/globals';
import { call } from '../../support/call.ts';
import { familiesAt, judgeBy, setStage } from './support.ts';

const judge = judgeBy({
  stages: ['request'],
  rules: [{ id: 'tools', when: 'tools.size() > 0 && !("known" in tools)', action: 'block' }],
});

const stage = setStage((url) => familiesAt(url), { judge });

const messages = [{ role: 'user', content: 'hi' }];
const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
const made = { name: 'made', description: 'x', parameters: {} };
const formats = {
  '/v1/chat/completions': { model: 'm', messages },
  '/v1/responses': { model: 'm', input: 'hi' },
  '/v1/completions': { model: 'm', prompt: 'hi' },
  '/v1/messages': { model: 'm', max_tokens: 9, messages },
  '/v1beta/models/m:generateContent': { contents },
  '/api/chat': { model: 'm', stream: false, messages },
} as const;
type Path = keyof typeof formats;

async function offer(path: Path, more: object): Promise<number> {
  const { status } = await call(stage.proxy.url + path, { body: { ...formats[path], ...more } });
  return status;
}

const written: readonly (readonly [Path, object])[] = [
  ['/v1/chat/completions', { tools: [{ type: 'function', function: made }] }],
  ['/v1/chat/completions', { tools: [{ function: made }] }],
  ['/v1/chat/completions', { tools: [{ type: 'Function', function: made }] }],
  ['/v1/chat/completions', { tools: { type: 'function', function: made } }],
  ['/v1/chat/completions', { tools: [{ type: 'retrieval' }] }],
  ['/v1/chat/completions', { tools: ['retrieval'] }],
  ['/v1/chat/completions', { functions: [made] }],
  ['/v1/responses', { tools: [made] }],
  ['/v1/responses', { tools: [{ type: 'not_made_yet', name: 'made' }] }],
  ['/v1/responses', { tools: [{ type: 'local_shell' }] }],
  ['/v1/responses', { tools: [{ type: 'mcp', server_label: 's', connector_id: 'c' }] }],
  ['/v1/messages', { tools: [{ type: 'mcp_toolset', mcp_server_name: 's' }] }],
  ['/v1/messages', { tools: [{ type: 'not_made_yet_20300101' }] }],
  ['/v1beta/models/m:generateContent', { tools: { functionDeclarations: [made] } }],
  ['/v1beta/models/m:generateContent', { tools: [{ function_declarations: made }] }],
  ['/v1beta/models/m:generateContent', { tools: [{ computerUse: {} }] }],
  ['/v1beta/models/m:generateContent', { tools: [{ notMadeYet: {} }] }],
  ['/api/chat', { tools: [{ function: made }] }],
];

test.each(written)('%s is offered a tool as %j', async (path, more) => {
  expect([await offer(path, more), stage.upstream.arrived]).toEqual([400, []]);
  expect(stage.proxy.events.map(({ type }) => type)).toEqual(['request', 'blocked']);
});

const brought: readonly (readonly [Path, object])[] = [
  ['/v1/chat/completions', { web_search_options: {} }],
  ['/v1/chat/completions', { plugins: [{ id: 'web', max_results: 3 }] }],
  ['/v1/chat/completions', { plugins: { id: 'web' } }],
  ['/v1/chat/completions', { plugins: [{ id: 'not_made_yet' }] }],
  ['/v1/chat/completions', { plugins: ['web'] }],
  ['/v1/chat/completions', { search_parameters: { mode: 'auto' } }],
  ['/v1/chat/completions', { search_parameters: {} }],
  ['/v1/chat/completions', { enable_search: true }],
  ['/v1/chat/completions', { model: 'some/model:online' }],
  ['/v1/chat/completions', { models: ['some/model:online'] }],
  ['/v1/chat/completions', { tools: [{ type: 'openrouter:web_search' }] }],
  ['/v1/responses', { plugins: [{ id: 'web' }] }],
  ['/v1/responses', { model: 'some/model:online' }],
  ['/v1/responses', { tools: [{ type: 'not_made_yet' }] }],
  ['/v1/responses', { tools: [{ type: 'web_search' }] }],
  ['/v1/completions', { plugins: [{ id: 'web' }] }],
  ['/v1/completions', { model: 'some/model:online' }],
  ['/v1/messages', { plugins: [{ id: 'web' }] }],
  ['/v1/messages', { model: 'some/model:online' }],
  ['/v1/messages', { tools: [{ type: 'not_made_yet_20300101', name: 'made' }] }],
  ['/v1/responses', { tools: [{ type: 'web_search_preview_2025_03_11' }] }],
  ['/v1/responses', { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
  ['/v1/responses', { tools: [{ type: 'shell', environment: { type: 'container_auto' } }] }],
  ['/v1/messages', { tools: [{ type: 'web_fetch_20260309', name: 'web_fetch' }] }],
  ['/v1/messages', { tools: [{ type: 'code_execution_20260120', name: 'code_execution' }] }],
  ['/v1beta/models/m:generateContent', { tools: [{ googleSearch: {} }] }],
  ['/v1beta/models/m:generateContent', { tools: [{ notMadeYet: {} }] }],
  [
    '/v1beta/models/m:generateContent',
    {
      contents: [
        { parts: [{ inlineData: { mimeType: 'video/mp4' }, mediaProcessing: 'AGENTIC' }] },
      ],
    },
  ],
  ['/v1beta/models/m:generateContent', { tools: [{ url_context: {} }, { code_execution: {} }] }],
];

test.each(brought)('%s is offered what its provider runs: %j', async (path, more) => {
  expect([await offer(path, more), stage.upstream.arrived]).toEqual([400, []]);
  const [entry] = stage.proxy.events.filter((event) => event.type === 'request');
  expect(entry?.coverage.unjudged).toContainEqual(
    expect.objectContaining({
      kind: 'reference',
      why: 'what a tool of the provider brings to the model',
    }),
  );
});

test.each<readonly [Path, object]>([
  ['/v1/chat/completions', { plugins: [] }],
  ['/v1/chat/completions', { plugins: [{ id: 'web', enabled: false }] }],
  ['/v1/chat/completions', { search_parameters: { mode: 'off' } }],
  ['/v1/chat/completions', { enable_search: false }],
  ['/v1/chat/completions', { model: 'online' }],
])('%s with %j is offered nothing', async (path, more) => {
  expect(await offer(path, more)).toBe(200);
});

describe('a member in another case, which some servers take for the one that is known', () => {
  const variants: readonly (readonly [Path, object])[] = [
    ['/v1/chat/completions', { Tools: [{ type: 'function', function: made }] }],
    ['/v1/chat/completions', { tools: [{ Type: 'function', function: made }] }],
    [
      '/v1/chat/completions',
      { tools: [{ type: 'function', function: { name: 'known', NAME: 'made' } }] },
    ],
    ['/v1/chat/completions', { ſtream: true }],
    ['/v1/responses', { tools: [{ type: 'function', name: 'known', Name: 'made' }] }],
    ['/v1/messages', { messages: [{ role: 'user', content: 'hi', Content: 'ho' }] }],
    ['/v1beta/models/m:generateContent', { tools: [{ FunctionDeclarations: [made] }] }],
    ['/api/chat', { tools: [{ function: { name: 'known' }, Function: made }] }],
  ];

  test.each(variants)('is refused: %s %j', async (path, more) => {
    expect([await offer(path, more), stage.upstream.arrived]).toEqual([400, []]);
    expect(stage.proxy.events).toMatchObject([{ type: 'denied', cause: 'ambiguous_request' }]);
  });

  test('is let through where names are the caller’s own', async () => {
    const parameters = { type: 'object', properties: { Type: { type: 'string' } }, Required: [] };
    const tools = [{ type: 'function', function: { ...made, name: 'known', parameters } }];
    const metadata = { model: 'a', Model: 'b' };
    expect(await offer('/v1/chat/completions', { tools, metadata })).toBe(200);
  });
});
