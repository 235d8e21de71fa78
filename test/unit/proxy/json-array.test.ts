import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Frame } from '../../../src/proxy/frame.ts';
import { createElementParser, writeElement } from '../../../src/proxy/json-array.ts';
import { draws } from '../../support/draws.ts';

function parse(bytes: Buffer, sizes: readonly number[]): Frame[] {
  const parser = createElementParser();
  const frames: Frame[] = [];
  let at = 0;
  for (const size of sizes) {
    frames.push(...parser.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...frames, ...parser.push(bytes.subarray(at)), ...parser.end()];
}

describe('a stream that is one JSON array', () => {
  test.each([
    ['[{"a":1},{"b":[2,"]}"]}]', ['{"a":1}', '{"b":[2,"]}"]}', undefined]],
    ['[{"a":"\\"}"}\n,\r\n{}\n]\n', ['{"a":"\\"}"}', '{}', undefined]],
    ['[]', [undefined]],
    ['{"error":{"code":429}}', ['{"error":{"code":429}}']],
    ['[{"a":1},{"b":', ['{"a":1}', '{"b":']],
    ['', []],
  ])('%j has the elements %j', (text, elements) => {
    const frames = parse(Buffer.from(text), []);
    expect(frames.map((frame) => frame.data)).toEqual(elements);
    expect(frames.map((frame) => frame.source).join('')).toBe(text);
    expect(frames.map((frame) => frame.aside).join('')).toBe('');
  });

  test('has whatever else stands in it as an aside', () => {
    const frames = parse(Buffer.from('["hidden",{"a":1}]'), []);
    expect(frames[0]).toMatchObject({ aside: '["hidden",', data: '{"a":1}' });
  });

  test('is written back with one element changed', () => {
    const frames = parse(Buffer.from('[{"a":1}\n,{"a":2}]'), []);
    const written = frames.map((frame) =>
      frame.data === '{"a":2}'
        ? writeElement(frame, '{"a":3}')
        : writeElement(frame, frame.data ?? ''),
    );
    expect(written.join('')).toBe('[{"a":1}\n,{"a":3}]');
  });

  test('is cut alike whatever its chunks', () => {
    const element = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue());
    fc.assert(
      fc.property(
        fc.array(element, { maxLength: 5 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
        (elements, sizes) => {
          const bytes = Buffer.from(JSON.stringify(elements, null, 1));
          const frames = parse(bytes, sizes);
          expect(frames).toEqual(parse(bytes, []));
          const found = frames.flatMap(({ data }) => (data === undefined ? [] : [data]));
          expect(found.map((data): unknown => JSON.parse(data))).toEqual(
            JSON.parse(JSON.stringify(elements)),
          );
        },
      ),
      draws(),
    );
  });

  test('is refused where it is no text', () => {
    const parser = createElementParser();
    parser.push(Buffer.from([0x5b, 0xff]));
    parser.end();
    expect(parser.fault()?.message).toContain('not valid UTF-8');
  });

  test.each([
    ['[{"a":1}', true],
    ['[{"a":1},', true],
    ['[', true],
    ['[{"a":1}]', false],
    ['[]', false],
    ['{"error":{"code":429}}', false],
    ['\ufeff[{"a":1}\r\n,\r\n{"a":1},{"a":1}\n]\n', false],
    ['{"a":1}\n{"a":2}\n', false],
    ['', false],
    ['[{"a":1}{"a":2}]', true],
    ['[{"a":1},,{"a":2}]', true],
    ['[{"a":1},]', true],
    ['[{"a":1}][{"a":2}]', true],
    ['[[{"a":1}]]', true],
    ['[{"a":1}]]', true],
    [']{"a":1}[', true],
    ['["a",{"a":1}]', true],
    ['{"a":1},{"a":2}', true],
  ])('that says %j and no more cannot be read: %s', (text, cut) => {
    const parser = createElementParser();
    for (const byte of Buffer.from(text)) parser.push(Buffer.of(byte));
    expect(parser.fault()).toBeUndefined();
    parser.end();
    expect(parser.fault()?.code).toBe(cut ? 'upstream_failed' : undefined);
  });
});
