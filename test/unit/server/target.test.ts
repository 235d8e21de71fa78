import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import { readTarget } from '../../../src/server/target.ts';

describe('readTarget()', () => {
  test.each([
    '/v1/validate',
    '/openai/v1/chat/completions',
    '/v1beta/models/gemini-2:generateContent',
    '/v1/models/a%20b',
  ])('reads %s as it stands', (path) => {
    expect(readTarget(path).path).toBe(path);
  });

  test('keeps the query apart', () => {
    const { path, query } = readTarget('/v1/audit/entries?limit=5&q=a%2Fb');
    expect([path, query.get('limit'), query.get('q')]).toEqual(['/v1/audit/entries', '5', 'a/b']);
  });

  test.each([
    '//v1/chat/completions',
    '/v1//chat/completions',
    '/v1/./chat/completions',
    '/v1/x/../chat/completions',
    '/v1/chat/completions/..',
    '/v1/%2e%2e/chat',
    '/v1%2Fchat/completions',
    '/v1%5cchat/completions',
    '/v1/%252e/chat',
    '/v1;a=b/chat/completions',
    '/v1\\chat',
    '/v1/chat%00',
    '/v1/chat/completions%3f',
    '/v1/chat/completions%23',
    '/v1/chat#x',
    '/v1/ch\u00e4t',
    'http://evil.example/v1/chat/completions',
    '*',
  ])('refuses %j', (url) => {
    expect(() => readTarget(url)).toThrow(GatewayError);
    expect(() => readTarget(url)).toThrow(expect.objectContaining({ code: 'ambiguous_request' }));
  });

  test('refuses a target that is too long', () => {
    expect(() => readTarget(`/${'a'.repeat(9000)}`)).toThrow(
      expect.objectContaining({ code: 'headers_too_large' }),
    );
  });
});
