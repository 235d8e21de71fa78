/** Each field that entries are looked for by is a parameter of each route that reads them. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allFields } from '../../src/audit/search/language.ts';
import { call } from '../support/call.ts';
import { type RunningGateway, startGateway } from '../support/gateway.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GATEWAY_RATE_LIMIT: '0' } });
});
afterAll(() => gateway.stop());

const get = (path: string) => call(gateway.url + path, { key: gateway.key });
const post = (path: string, body: unknown) => call(gateway.url + path, { key: gateway.key, body });

/** A value that fits the field. */
function shown(field: string): string {
  const closed: Record<string, string> = {
    ...{ type: 'decision', decision: 'block', severity: 'high', coverage: 'full' },
    ...{ status: '200', delivered: 'full', review: 'open' },
  };
  return closed[field] ?? '1';
}

describe('the trail over HTTP', () => {
  test.each(['entries', 'facets', 'histogram', 'export', 'evidence'])(
    'takes each field as a parameter of %s, the id of a key among them',
    async (what) => {
      for (const field of allFields()) {
        const { status, json } = await get(`/v1/audit/${what}?${field}=${shown(field)}`);
        expect([field, status, json['detail']]).toEqual([field, 200, undefined]);
      }
    },
  );

  test('takes a value in quotes as a parameter too', async () => {
    const tags = ['a, b', 'st*r', 'plain'];
    await post('/v1/validate', { prompt: 'tagged', tags });
    for (const [query, found] of [
      ['tag="a, b"', 1],
      ['tag="st*r"', 1],
      ['tag="pl*n"', 0],
      ['tag=pl*n', 1],
    ] as const) {
      const { entries } = (await get(`/v1/audit/entries?${encodeURI(query)}`)).json;
      expect([query, entries]).toEqual([query, new Array(found).fill(expect.anything())]);
    }
  });
});
