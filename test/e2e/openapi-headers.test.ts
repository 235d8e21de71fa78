/** What the document says of headers is what answers carry, and it says what may become of every call with a body. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { quickPolicy } from '../support/quick-policy.ts';

type Named = { readonly headers?: Readonly<Record<string, { readonly $ref: string }>> };
type Operation = {
  readonly responses: Readonly<Record<string, Named>>;
  readonly requestBody?: unknown;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly headers: Readonly<Record<string, object>> };
};

let gateway: RunningGateway;
let document: Document;
beforeAll(async () => {
  gateway = await startGateway({ environment: quickPolicy });
  document = (await call(`${gateway.url}/openapi.json`)).json as unknown as Document;
});
afterAll(() => gateway.stop());

/** Absent where an answer lacks nothing. */
const mayBeAbsent = new Set(['x-governance-index-behind', 'x-governance-index-partial']);

function namesOf(path: string, method: string, status: string): readonly string[] {
  return Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {});
}

test('every header that an answer is said to have is described', () => {
  const named = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ headers }) =>
        Object.values(headers ?? {}).map(({ $ref }) => $ref.replace('#/components/headers/', '')),
      ),
    ),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(document.components.headers)));
});

test('of every call of its own with a body is said that it may come too slowly, too large or as nothing that is read', () => {
  const silent = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ requestBody, responses }) =>
      requestBody === undefined || '4XX' in responses
        ? []
        : ['400', '408', '413', '415']
            .filter((status) => !(status in responses))
            .map((status) => `${path} ${status}`),
    ),
  );
  expect(silent).toEqual([]);
});

const chat = { model: 'sandbox', messages: [{ role: 'user', content: 'Good morning.' }] };
test.each([
  ['get', '/v1/audit/entries', '200', undefined, true],
  ['get', '/v1/audit/facets', '200', undefined, true],
  ['post', '/v1/validate', '200', { prompt: 'Good morning.' }, true],
  ['post', '/v1/chat/completions', '200', chat, true],
  ['get', '/healthz', '200', undefined, false],
  ['get', '/v1/keys', '401', undefined, false],
])('%s %s has those of %s', async (method, path, status, body, known) => {
  const names = namesOf(path, method, status).filter((name) => !mayBeAbsent.has(name));
  expect(names).toContain('x-request-id');
  const { headers } = await call(gateway.url + path, {
    ...(known && { key: gateway.key }),
    ...(body && { body }),
  });
  expect(names.filter((name) => !headers.has(name))).toEqual([]);
});
