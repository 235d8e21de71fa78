import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createEventParser, writeEvent } from '../../../src/proxy/event-stream.ts';
import type { Frame, FrameParser } from '../../../src/proxy/frame.ts';
import { createLineParser, writeLine } from '../../../src/proxy/ndjson.ts';
import { draws } from '../../support/draws.ts';

function readAll(parser: FrameParser, bytes: Buffer, cuts: readonly number[] = []): Frame[] {
  const frames: Frame[] = [];
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    frames.push(...parser.push(bytes.subarray(from, Math.max(from, cut))));
    from = Math.max(from, cut);
  }
  return [...frames, ...parser.push(bytes.subarray(from)), ...parser.end()];
}

const events = (text: string): Frame[] => readAll(createEventParser(), Buffer.from(text));
const said = (text: string): unknown[] =>
  events(text).map(({ event, data, aside }) => [event, data, aside]);

describe('createEventParser() reads', () => {
  const cases: readonly (readonly [name: string, text: string, frames: unknown])[] = [
    ['an event', 'data: a\n\n', [['', 'a', '']]],
    ['an event with a name', 'event: x\ndata: a\n\n', [['x', 'a', '']]],
    ['no space behind the colon', 'data:a\n\n', [['', 'a', '']]],
    ['only the first space as the format’s', 'data:  a \n\n', [['', ' a ', '']]],
    ['several lines of data', 'data: a\ndata:\ndata: b\n\n', [['', 'a\n\nb', '']]],
    ['a field without a colon', 'data\n\n', [['', '', '']]],
    [
      'CR LF',
      'data: a\r\n\r\ndata: b\r\n\r\n',
      [
        ['', 'a', ''],
        ['', 'b', ''],
      ],
    ],
    [
      'CR',
      'data: a\r\rdata: b\r\r',
      [
        ['', 'a', ''],
        ['', 'b', ''],
      ],
    ],
    ['line ends of every kind in one', 'data: a\r\ndata: b\rdata: c\n\r\n', [['', 'a\nb\nc', '']]],
    ['comments apart', ': hi\ndata: a\n: there\n\n', [['', 'a', ': hi\n: there']]],
    ['a comment alone', ': hi\n\n', [['', undefined, ': hi']]],
    [
      'ids and unknown fields apart',
      'id: 1\nretry: 2\nx: 3\ndata: a\n\n',
      [['', 'a', 'id: 1\nretry: 2\nx: 3']],
    ],
    ['an upper case field as unknown', 'Data: a\n\n', [['', undefined, 'Data: a']]],
    [
      'blank lines',
      '\n\n',
      [
        ['', undefined, ''],
        ['', undefined, ''],
      ],
    ],
    ['an event without its end', 'data: a', [['', 'a', '']]],
    ['an event with half its end', 'data: a\n', [['', 'a', '']]],
    ['behind a byte order mark', '\ufeffdata: a\n\n', [['', 'a', '']]],
    [
      'a mark elsewhere as text',
      'data: a\n\n\ufeffdata: b\n\n',
      [
        ['', 'a', ''],
        ['', undefined, '\ufeffdata: b'],
      ],
    ],
    ['a null character', 'data: a\0b\n\n', [['', 'a\0b', '']]],
    [
      'line separators that are no line ends',
      'data: a\u2028b\u0085c\n\n',
      [['', 'a\u2028b\u0085c', '']],
    ],
  ];
  test.each(cases)('%s', (_, text, frames) => {
    expect(said(text)).toEqual(frames);
    expect(
      events(text)
        .map((frame) => frame.source)
        .join(''),
    ).toBe(text);
  });

  test('the same in any chunking, byte by byte too', () => {
    const scraps = [
      'data: ',
      'event: x',
      ': c',
      '\r',
      '\n',
      '\r\n',
      '{"a":1}',
      'ü',
      '😀',
      '\ufeff',
      ' ',
      ':',
    ];
    const stream = fc.array(fc.constantFrom(...scraps)).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(80)), (text, cuts) => {
        const bytes = Buffer.from(text);
        const whole = readAll(createEventParser(), bytes);
        const bytewise = [...bytes.keys()];
        expect(whole.map((frame) => frame.source).join('')).toBe(text);
        expect(readAll(createEventParser(), bytes, cuts)).toEqual(whole);
        const parser = createEventParser();
        let left = text.length;
        for (const at of bytewise)
          for (const { source } of parser.push(bytes.subarray(at, at + 1))) left -= source.length;
        expect(parser.open()).toBe(left);
        expect(readAll(createEventParser(), bytes, bytewise)).toEqual(whole);
      }),
      draws(),
    );
  });

  test('no bytes that are no text', () => {
    for (const bytes of [[0xff], [0xe2, 0x82]]) {
      const parser = createEventParser();
      expect(readAll(parser, Buffer.from([...Buffer.from('data: a\n\n'), ...bytes]))).toHaveLength(
        1,
      );
      expect(parser.fault()?.message).toContain('not valid UTF-8');
    }
  });

  test('a long event in time, however it arrives', () => {
    const parser = createEventParser();
    const started = process.threadCpuUsage();
    for (let count = 0; count < 100_000; count += 1) parser.push(Buffer.from('data: x'));
    expect(parser.end()).toHaveLength(1);
    expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
  });

  test('an event of many lines in time, none of which says anything', () => {
    const started = process.threadCpuUsage();
    expect(said(`${'x\n'.repeat(300_000)}\n`)).toHaveLength(1);
    expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('writeEvent()', () => {
  test('gives an unchanged frame its own text', () => {
    const [frame] = events(': c\r\nevent: x\r\ndata:a\r\n\r\n');
    expect(frame && writeEvent(frame, 'a')).toBe(': c\r\nevent: x\r\ndata:a\r\n\r\n');
  });

  test('writes what is read again as the same', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'delta'), fc.string(), (event, data) => {
        fc.pre(!/\r/.test(data));
        const frame = { source: '', event, data: undefined, aside: '' };
        expect(said(writeEvent(frame, data))).toEqual([[event, data, '']]);
      }),
      draws(),
    );
  });
});

describe('createLineParser()', () => {
  const lines = (text: string): unknown[] =>
    readAll(createLineParser(), Buffer.from(text)).map(({ data }) => data);

  test.each([
    ['{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['{"a":1}\r\n\n{"b":2}', ['{"a":1}', undefined, '{"b":2}']],
    ['{"a":"\r"}\n', ['{"a":"\r"}']],
  ])('%j', (text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  test('reads the same in any chunking, and writes a line back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{}', 'ü', '\n', '\r')),
        fc.array(fc.nat(30)),
        (scraps, cuts) => {
          const bytes = Buffer.from(scraps.join(''));
          const whole = readAll(createLineParser(), bytes);
          expect(readAll(createLineParser(), bytes, cuts)).toEqual(whole);
          expect(whole.map((frame) => writeLine(frame, frame.data ?? '')).join('')).toBe(
            whole.map((frame) => (frame.data === undefined ? '\n' : frame.source)).join(''),
          );
        },
      ),
      draws(),
    );
    const frame = { source: '{"a":1}\n', event: '', data: '{"a":1}', aside: '' };
    expect(writeLine(frame, '{"a":2}')).toBe('{"a":2}\n');
  });
});
