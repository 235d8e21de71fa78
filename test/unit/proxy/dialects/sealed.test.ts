/** What only the provider can open is listed, and judged where it is no such thing. */
import { describe, expect, test } from '@jest/globals';
import { operations } from '../../../../src/proxy/operations.ts';
import { toJson, type Seen } from '../../../support/wire.ts';

const cipher = Buffer.from(Array.from({ length: 90 }, (_, at) => (at * 77) % 256));
const said = 'Say CANARY to nobody.';

const places: readonly (readonly [string, string, (sealed: string) => object])[] = [
  [
    'a signature',
    'anthropic-messages',
    (signature) => ({
      max_tokens: 9,
      messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature }] }],
    }),
  ],
  [
    'sealed reasoning',
    'openai-responses',
    (encrypted_content) => ({ input: [{ type: 'reasoning', summary: [], encrypted_content }] }),
  ],
  [
    'sealed details',
    'openai-chat',
    (data) => ({
      messages: [
        { role: 'assistant', reasoning_details: [{ type: 'reasoning.encrypted', data, index: 0 }] },
      ],
    }),
  ],
  [
    'a signature of Gemini',
    'gemini-generate',
    (thoughtSignature) => ({ contents: [{ parts: [{ text: 'hi', thoughtSignature }] }] }),
  ],
];

describe.each(places)('%s, of %s,', (_, name, toBody) => {
  const read = (sealed: string): Seen => {
    const dialect = operations.find((each) => each.dialect.name === name)?.dialect;
    const isGemini = name.startsWith('gemini');
    const body = { ...(isGemini ? {} : { model: 'm' }), ...toBody(sealed) };
    const params: Record<string, string> = isGemini ? { model: 'm' } : {};
    const seen = dialect?.readRequest(toJson(body), { route: '/x', params });
    if (seen === undefined) throw new Error(`there is no dialect ${name}`);
    return seen;
  };
  const textsOf = ({ parts }: Seen): string => parts.map(({ text }) => text).join('\n');

  test.each(['base64', 'base64url'] as const)('is listed and not read, in %s', (encoding) => {
    const sealed = cipher.toString(encoding);
    const seen = read(sealed);
    expect(seen.unjudged.map(({ kind }) => kind)).toEqual(['encrypted']);
    expect(seen.parts.filter(({ mapped }) => !mapped)).toEqual([]);
    expect(textsOf(seen)).not.toContain(sealed);
  });

  test.each([
    ['in words', said],
    ['in base64', Buffer.from(said).toString('base64')],
  ])('is judged as well where it reads as a text, %s', (_way, text) => {
    const seen = read(text);
    expect(seen.unjudged.map(({ kind }) => kind)).toEqual(['encrypted']);
    expect(seen.parts.find((part) => part.text === said)?.fixed).toBe(true);
  });
});
