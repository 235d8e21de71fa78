/** What somebody is told who asked for a path that is not here: in the shape of their client, with what to change. */
import { describe, expect, test } from '@jest/globals';
import { findFamily, writeHint } from '../../../src/proxy/hints.ts';
import { listRoutes } from '../../../src/proxy/routes.ts';

const baseUrl = 'http://127.0.0.1:1';
const routes = listRoutes([
  { name: 'openai', family: 'openai', baseUrl },
  { name: 'groq', family: 'openai', baseUrl },
  { name: 'anthropic', family: 'anthropic', baseUrl },
  { name: 'gemini', family: 'gemini', baseUrl },
  { name: 'ollama', family: 'ollama', baseUrl },
]);

const generate = '/models/gemini-2.5-pro:generateContent';

describe('a path whose base URL was mistaken has the family of its client, and the cure:', () => {
  test.each([
    ['/chat/completions', 'openai', 'the base URL lacks `/v1`'],
    ['/responses', 'openai', 'the base URL lacks `/v1`'],
    ['/groq/chat/completions', 'openai', 'the base URL lacks `/v1`'],
    ['/messages', 'anthropic', 'the base URL lacks `/v1`'],
    [generate, 'gemini', 'the base URL lacks `/v1beta`'],
    [`/gemini${generate}`, 'gemini', 'the base URL lacks `/v1beta`'],
    ['/v1/v1/chat/completions', 'openai', 'one `/v1` too many'],
    [`/v1beta/v1beta${generate}`, 'gemini', 'one `/v1beta` too many'],
    ['/api/api/chat', 'ollama', 'one `/api` too many'],
    ['/mistral/v1/chat/completions', 'openai', 'no upstream of this family is named `mistral`'],
    ['/v1/chat/completions/', 'openai', 'without the slash at its end'],
  ] as const)('%s', (path, family, cure) => {
    expect(findFamily(path, routes)).toBe(family);
    expect(writeHint(path, routes)).toContain(cure);
  });
});

test.each([
  ['//v1/chat/completions', 'openai'],
  ['/v1//messages', 'anthropic'],
  [`//v1beta${generate}`, 'gemini'],
  ['//api/chat', 'ollama'],
  ['//v1/validate', undefined],
] as const)('a doubled slash does not hide whose client wrote %s', (path, family) => {
  expect(findFamily(path, routes)).toBe(family);
});

test.each(['/', '/favicon.ico', '/validate', '/console/none', '/v1/audit/none', '/none/of/ours'])(
  'a path that no client of a provider would ask for has no family: %s',
  (path) => {
    expect(findFamily(path, routes)).toBeUndefined();
    expect(writeHint(path, routes)).toBeUndefined();
  },
);

test.each(['/v1/validates', '/v1/Validate', '/v1/polcy/check', '/v1/audits/entries', '/v1/budget'])(
  'a mistyped path of the gateway itself is no provider’s: %s',
  (path) => {
    expect(findFamily(path, routes)).toBeUndefined();
  },
);

// As the vendors' clients write them.
test.each(
  'audio/transcriptions assistants batches chatkit/sessions complete containers conversations evals files fine_tuning/jobs images/edits messages/batches moderation organization/usage rerank realtime/sessions skills threads tokenize uploads usage vector_stores videos workflows'.split(
    ' ',
  ),
)('a path of a provider that is not offered stays its own: /v1/%s', (path) => {
  expect(findFamily(`/v1/${path}`, routes)).toBeDefined();
});
