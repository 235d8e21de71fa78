import { describe, expect, test } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { type OwnPlaces, type VendorSlot, readCredential } from '../../../src/server/credential.ts';

function read(
  rawHeaders: readonly string[],
  query = '',
  slots: readonly VendorSlot[] = [],
  parameters: OwnPlaces['parameters'] = [],
): string {
  const request = new IncomingMessage(new Socket());
  request.rawHeaders = [...rawHeaders];
  return readCredential(request, new URLSearchParams(query), { slots, parameters });
}

describe('readCredential()', () => {
  test.each([
    ['a bearer', ['Authorization', 'Bearer abc'], []],
    ['a bearer in another case', ['AUTHORIZATION', 'bearer   abc'], []],
    ["a vendor's slot on its own route", ['X-Api-Key', 'abc'], ['x-api-key']],
    ['the same key twice', ['Authorization', 'Bearer abc', 'x-api-key', 'abc'], ['x-api-key']],
  ] as const)('takes %s', (_name, headers, slots) => {
    expect(read(headers, '', slots)).toBe('abc');
  });

  test.each([
    ['no key', [], '', []],
    ['an empty bearer', ['authorization', 'Bearer '], '', []],
    ['another scheme', ['authorization', 'Basic abc'], '', []],
    ['two words', ['authorization', 'Bearer abc def'], '', []],
    [
      'two keys that differ',
      ['authorization', 'Bearer abc', 'x-api-key', 'abd'],
      '',
      ['x-api-key'],
    ],
    [
      'a repeated header that differs',
      ['authorization', 'Bearer abc', 'Authorization', 'Bearer abd'],
      '',
      [],
    ],
    ["a foreign vendor's slot", ['x-goog-api-key', 'abc'], '', ['x-api-key']],
    ['a foreign slot beside a bearer', ['authorization', 'Bearer abc', 'api-key', 'abc'], '', []],
    ['a key in the query', ['authorization', 'Bearer abc'], 'key=abc', []],
    ['a key in the query alone', [], 'api_key=abc', []],
    [
      'a key in the query under a vendor’s name',
      ['authorization', 'Bearer abc'],
      'X-Api-Key=abc',
      [],
    ],
    ['a key of ours in the query under any name', ['authorization', 'Bearer abc'], 'q=ggw_x_y', []],
  ] as const)('refuses %s', (_name, headers, query, slots) => {
    expect(() => read(headers, query, slots)).toThrow(
      expect.objectContaining({
        code: 'unauthorized',
        headers: expect.objectContaining({ 'www-authenticate': expect.stringContaining('Bearer') }),
      }),
    );
  });

  test('takes a parameter that the route itself calls `key`, but no key of ours in it', () => {
    const bearer = ['authorization', 'Bearer abc'];
    expect(read(bearer, 'key=LOG1JchBfDDA', [], ['key'])).toBe('abc');
    expect(() => read(bearer, 'key=ggw_x_y', [], ['key'])).toThrow('query string');
    expect(() => read(bearer, 'key=a&api_key=b', [], ['key'])).toThrow('query string');
    expect(() => read([], 'key=LOG1JchBfDDA', [], ['key'])).toThrow('a key is needed');
  });

  test('never repeats a credential in its message', () => {
    for (const headers of [
      ['authorization', 'Basic canary-7'],
      ['x-api-key', 'canary-7'],
    ]) {
      expect(() => read(headers)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('canary-7') }),
      );
    }
  });
});
