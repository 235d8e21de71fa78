import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { GatewayError } from '../../../src/errors.ts';
import { longStringMin as stretch } from '../../../src/proxy/json-long.ts';
import { readJson, readJsonInSteps } from '../../../src/proxy/json.ts';
import { draws } from '../../support/draws.ts';

const limits = { jsonDepthMax: 100, jsonKeysMax: 1_000 };

function read(body: string | Buffer): unknown {
  return readJson(Buffer.from(body), limits, 'the request body').value;
}

function refusal(body: string | Buffer): GatewayError {
  try {
    read(body);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const scraps = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '\\',
  'u',
  'a',
  '1',
  'e',
  '-',
  '.',
  ' ',
  '\n',
  'true',
];

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('readJson() refuses what two parsers could read differently', () => {
  const cases: readonly (readonly [name: string, body: string | Buffer, pointer: string])[] = [
    ['a member twice', '{"a":{"b":1,"b":2}}', '/a/b'],
    ['a member twice in a list', '[0,{"x":[{"b":1,"c":2,"b":3}]}]', '/1/x/0/b'],
    ['a member twice, once escaped', '{"messages":1,"\\u006dessages":2}', '/messages'],
    ['a member twice, both escaped', '{"\\u0061":1,"\\u0061":2}', '/a'],
    ['a member twice, escaped slash', '{"a/b":1,"a\\/b":2}', '/a~1b'],
    ['names at the top that differ in case', '{"model":"a","Model":"b"}', '/Model'],
    ['names at the top, Kelvin sign', '{"k":"a","\u212a":"b"}', '/\u212a'],
    ['the empty name twice', '{"":1,"":2}', '/'],
    ['a prototype', '{"a":{"__proto__":{}}}', '/a/__proto__'],
    ['an escaped prototype', '{"\\u005f_proto__":{}}', '/__proto__'],
    ['a name with a null character', '{"content\\u0000":1}', '/content\0'],
    ['a number that overflows', '{"a":[1,1e400]}', '/a/1'],
    ['a number that overflows downwards', '[-1E+999]', '/0'],
    ['half a surrogate pair', '{"a":"x\\ud800y"}', '/a'],
    ['the other half', '{"a":"\\uDC00"}', '/a'],
    ['a pair the wrong way round', '["\\udc00\\ud800"]', '/0'],
    ['half a pair in a name', '{"a\\ud800":1}', '/a\ud800'],
  ];
  test.each(cases)('%s', (_, body, pointer) => {
    const error = refusal(body);
    expect(error.code).toBe('ambiguous_request');
    expect(error.faults[0]?.pointer).toBe(pointer);
  });

  test('the hundredth member again', () => {
    const members = Array.from({ length: 100 }, (_, index) => `"m${index}":0`);
    expect(refusal(`{${[...members, '"m0":1'].join(',')}}`).faults[0]?.pointer).toBe('/m0');
  });

  test.each([
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a byte order mark', Buffer.from('\ufeff{}')],
    ['UTF-16 with its mark', Buffer.from('\ufeff{"a":1}', 'utf16le')],
  ])('%s', (_, body) => {
    expect(refusal(body).code).toBe('ambiguous_request');
  });
});

describe('readJson() refuses what is no JSON', () => {
  test.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{"a":1} x',
    '{"a":1}{"b":2}',
    '{"a":NaN}',
    '[Infinity]',
    '[-]',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '[1] // comment',
    '/* */[1]',
    '[01]',
    '["\t"]',
    '["\\x41"]',
    '["\\u12"]',
    '"open',
    '"open\\"',
    ']',
    '}',
    ',',
    ':',
    Buffer.from('{"a":1}', 'utf16le').toString('latin1'),
  ])('%j', (body) => {
    expect(refusal(body).code).toBe('invalid_request');
  });

  test.each([
    ['{"canary-4711"', ': it ends too early'],
    ['{"a": canary}', ': see line 1, column 7'],
    ['{"a": 1,}', ': see line 1, column 9'],
    ['{"a": 1 "canary": 2}', ': see line 1, column 9'],
    ['[1,\n  2,\n  ]', ': see line 3, column 3'],
    ["{'canary': 1}", ': see line 1, column 2'],
    ['{"a": "can\nary"}', ': see line 1, column 11'],
    ['{"a": "can\\xary"}', ': see line 1, column 11'],
    ['{"a": 01}', ': see line 1, column 8'],
    ['{"a": [1}]', ': see line 1, column 9'],
    ['{"a": 1}\n}', ': see line 2, column 1'],
    [`[1,${'\n'.repeat(300_000)}]`, ''],
  ])('and says where, without a word of it: %j', (body, place) => {
    expect(refusal(body).message).toBe(`the request body is not JSON${place}`);
  });

  test.each(['', ' \n'])('and says of %j that nothing is there, and what is expected', (body) => {
    expect(refusal(body).message).toBe('the request body is empty: a JSON object is expected');
  });

  test('and finds the place of what may stand nowhere, and of an end, in any text', () => {
    const word = fc.stringMatching(/^[a-z ]{0,9}$/);
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.nat(),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(word, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    const indent = fc.nat(2);
    fc.assert(
      fc.property(
        fc.array(tree),
        indent,
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        (value, spaces, share) => {
          const text = JSON.stringify(value, undefined, spaces);
          const at = Math.floor(share * text.length);
          const lines = text.slice(0, at).split('\n');
          const place = `see line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
          const spoiled = `${text.slice(0, at)}\u0001${text.slice(at)}`;
          expect(refusal(spoiled).message).toBe(`the request body is not JSON: ${place}`);
          const cut = at === 0 ? 'is empty' : 'it ends too early';
          expect(refusal(text.slice(0, at)).message).toContain(cut);
        },
      ),
      draws(),
    );
  });
});

describe('readJson() is bounded', () => {
  test('in depth, however deep', () => {
    expect(read(nested(100))).toBeInstanceOf(Array);
    for (const depth of [101, 10_000, 400_000]) {
      expect(refusal(nested(depth)).code).toBe('too_large');
      expect(refusal('{"a":'.repeat(depth)).code).toBe('too_large');
    }
  });

  test('in members and elements', () => {
    expect(refusal(`[${'0,'.repeat(1_000)}0]`).code).toBe('too_large');
    const members = Array.from({ length: 1_001 }, (_, index) => `"${index}":0`);
    expect(refusal(`{${members.join(',')}}`).code).toBe('too_large');
  });

  test('in steps, however much is quoted within a string', () => {
    const quoted = JSON.stringify({ text: JSON.stringify({ role: 'user' }).repeat(20_000) });
    const bare = JSON.stringify({ text: 'x'.repeat(quoted.length) });
    const stepsOf = (body: string): number =>
      [...readJsonInSteps(Buffer.from(body), limits, 'the request body')].length;
    expect(stepsOf(quoted) - stepsOf(bare)).toBeGreaterThan(3);
    expect(read(quoted)).toEqual(JSON.parse(quoted));
  });

  test('in time: escapes, quotes and names in any number are read once', () => {
    const many = 200_000;
    const started = process.threadCpuUsage();
    expect(read(`["${'\\\\'.repeat(many)}"]`)).toBeInstanceOf(Array);
    expect(read(`["${'\\"'.repeat(many)}"]`)).toBeInstanceOf(Array);
    expect(refusal(`["${'\\"'.repeat(many)}`).code).toBe('invalid_request');
    expect(refusal('"'.repeat(many)).code).toBe('invalid_request');
    // Each looking for its own end would take minutes.
    expect(process.threadCpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('readJson() reads long strings a stretch at a time', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      '\\"',
      '\\\\',
      '\\u00e9',
      '\\ud83d\\ude00',
      '😀',
      'é',
      '\\n',
      '\\/',
      '"',
      '\\',
      '\n',
      '\\u12',
      '\\x',
    ],
  );
  /** Wherever a stretch ends, one of the pieces stands across it. */
  const strings = fc
    .tuple(fc.nat(24), fc.array(piece, { maxLength: 24 }), fc.nat(24))
    .map(([before, pieces, after]) => {
      const filled = 'x'.repeat(stretch - before) + pieces.join('').padEnd(48, 'y');
      return filled.repeat(2) + 'z'.repeat(after);
    });

  test('as JSON.parse does, or refuses them as it does', () => {
    const around = fc.constantFrom<readonly [string, string]>(
      ...([
        ['', ''],
        ['{"a":[1,', ',{"b":2}]}'],
        ['[[],{"\\u0061":', '},"c"]'],
        ['{"a":"', '"}'],
      ] as const),
    );
    fc.assert(
      fc.property(around, strings, ([before, after], written) => {
        const body = `${before}"${written}"${after}`;
        let expected: unknown;
        const halves: string[] = [];
        try {
          expected = JSON.parse(body, (_name, value: unknown) => {
            if (typeof value === 'string' && !value.isWellFormed()) halves.push(value);
            return value;
          });
        } catch {
          expect(refusal(body).status).toBe(400);
          return;
        }
        if (halves.length > 0) {
          expect(refusal(body).code).toBe('ambiguous_request');
          return;
        }
        expect(isDeepStrictEqual(read(body), expected)).toBe(true);
      }),
      draws(150),
    );
  });

  test('of which there may be several', () => {
    const long = (sign: string): string => `${sign}\n`.repeat(stretch);
    const value = { a: [long('p'), { b: long('é'), c: 1 }], d: long('q'), e: 'short' };
    expect(isDeepStrictEqual(read(JSON.stringify(value)), value)).toBe(true);
  });

  test('also where pairs are escaped in it, and half of one is refused by its place', () => {
    const pairs = '\\ud83d\\ude00'.repeat(stretch);
    const parse = JSON.parse;
    let longest = 0;
    JSON.parse = (text, reviver): unknown => {
      longest = Math.max(longest, text.length);
      return parse(text, reviver);
    };
    try {
      expect(read(`{"a":[0,"${pairs}"]}`)).toEqual({ a: [0, '😀'.repeat(stretch)] });
      const { code, message } = refusal(`{"a":[0,"${pairs}\\ud83d"]}`);
      expect([code, message]).toEqual([
        'ambiguous_request',
        'the request body has half of a surrogate pair at `/a/1`',
      ]);
    } finally {
      JSON.parse = parse;
    }
    expect(longest).toBeLessThan(stretch + 100);
  });

  test('and looks in steps whether pairs are escaped in any of it', () => {
    const stepsOf = (body: string): number =>
      [...readJsonInSteps(Buffer.from(body), limits, 'the request body')].length;
    const many = JSON.stringify(Array.from({ length: 17 }, () => 'n'.repeat(250_000)));
    expect(stepsOf(many) - stepsOf('[]')).toBeGreaterThan(3);
    expect(refusal(`{"a":"${'n'.repeat(1_048_576 - 8)}\\ud83d"}`).code).toBe('ambiguous_request');
    expect(refusal(`{"a":"${'n'.repeat(1_048_576 - 6)}\\ud83d","b":1}`).code).toBe(
      'ambiguous_request',
    );
  });
});

describe('readJson() reads what every parser reads alike', () => {
  test('big numbers, escapes, names that differ in case below the top', () => {
    const body =
      '{"a":12345678901234567890,"b":"\\ud83d\\ude00\\u0000","c":{"id":1,"ID":2},"d":1e300}';
    expect(read(body)).toEqual(JSON.parse(body));
  });

  test('any JSON value, written in any way', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom(undefined, 1, '\t'),
        (value, indent) => {
          // In a list, so that no names stand at the top, where their case counts.
          const body = JSON.stringify([value], undefined, indent);
          if (body.includes('__proto__')) return;
          expect(read(body)).toEqual(JSON.parse(body));
        },
      ),
      draws(),
    );
  });

  test('no text is read that JSON.parse refuses, and what is read is what it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...scraps) }), (body) => {
        let value: unknown;
        try {
          value = read(body);
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError);
          return;
        }
        expect(value).toEqual(JSON.parse(body));
      }),
      draws(2_000),
    );
  });
});
