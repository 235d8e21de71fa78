/** Whatever an author writes, it is compiled or refused: no crash, no hang, never half a bundle. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draws } from '../../../support/draws.ts';
import { compileTexts, policyOf, wordFaults } from '../../../support/policy.ts';

/** What one compilation may take of the processor; the gateway would stand still for as long. */
const processorMsMax = 1000;

/** Of this thread: what the engine compiles and collects beside it is no work of the gateway's loop. */
function timeOf(texts: readonly string[]): number {
  const begin = process.threadCpuUsage();
  compileTexts(texts, { catalogue: [] });
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1000;
}

function compileInTime(texts: readonly string[]): void {
  const begin = process.threadCpuUsage();
  const compiled = compileTexts(texts, { catalogue: [] });
  const { user, system } = process.threadCpuUsage(begin);
  const processorMs = (user + system) / 1000;
  // What hangs hangs again; a collection of garbage that fell into it does not.
  const again = processorMs < processorMsMax ? [] : [timeOf(texts), timeOf(texts)];
  expect(Math.min(processorMs, ...again)).toBeLessThan(processorMsMax);
  const hasErrors = wordFaults(compiled).some((line) => line.includes(' error: '));
  const told = 'faults' in compiled ? compiled.faults : compiled.warnings;
  // At once: of thousands of drafts with several faults each, to expect each by itself takes a tenth of all the time.
  expect({
    compiles: 'bundle' in compiled,
    placeless: told.filter(({ line, column }) => !(line > 0 && column > 0)),
  }).toEqual({ compiles: !hasErrors, placeless: [] });
}

const values = fc.anything({
  maxDepth: 3,
  maxKeys: 4,
  values: [fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)],
});
const keys = fc.constantFrom(
  ...['mode', 'stages', 'parts', 'onError', 'match', 'patterns', 'detect', 'variables', 'rules'],
  ...['floor', 'history', 'zone', 'limits', 'exemptions', '__proto__', 'constructor', 'toString'],
);
const pieces = fc.constantFrom(
  ...[
    'hit("p")',
    'found("pii/*")',
    'near("p","q",3)',
    'count("p")',
    'model',
    'tokens',
    'tool.args',
  ],
  ...['parts', 'tags', 'key.env', 'constructor', '__proto__', 'toString', 'x', '1', '1.5', '"a"'],
  ...[
    'b"\\x00"',
    'r"\\d"',
    'null',
    'true',
    '&&',
    '||',
    '!',
    '==',
    '<',
    '+',
    '-',
    '*',
    '/',
    '%',
    'in',
  ],
  ...[
    '?',
    ':',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    '.exists(',
    '.map(',
    'size(',
    'has(',
    'int(',
  ],
  ...[
    '.matches("a")',
    '0x7f',
    '9223372036854775808',
    '1e999',
    '"""',
    "'",
    '\\',
    '//',
    '\n',
    '\u0000',
    '😀',
  ],
);
const atoms = fc.constantFrom(
  ...[
    'a',
    '.',
    '\\w',
    '\\b',
    '[a-z]',
    '[^a]',
    '(',
    ')',
    '(?:',
    '(?i)',
    '(?=',
    '(?<n>',
    '|',
    '*',
    '+',
  ],
  ...[
    '?',
    '{2}',
    '{1,1000}',
    '{0,60}',
    '{999,1001}',
    '\\1',
    '\\Q',
    '\\E',
    '\\pL',
    '[[:alpha:]]',
    '^',
    '$',
  ],
  ...['\\', '[', ']', '😀', '\\x{10FFFF}', '(a+)+', '(?:.{0,9}){9}'],
);

describe('compileBundle() neither breaks nor hangs on', () => {
  test('any value for a document', () => {
    fc.assert(
      fc.property(values, (value) => compileInTime([JSON.stringify(value)])),
      draws(2000),
    );
  });

  test('any value for a part of a policy', () => {
    fc.assert(
      fc.property(fc.dictionary(keys, values, { maxKeys: 4 }), (spec) => {
        compileInTime([policyOf({ rules: [{ id: 'a', when: 'true', action: 'flag' }], ...spec })]);
      }),
      draws(2000),
    );
  });

  test('any text for a condition', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(pieces, { maxLength: 12 }).map((list) => list.join(' ')),
      fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
    );
    const patterns = { p: { regex: 'p+' }, q: { keywords: ['q'] } };
    fc.assert(
      fc.property(texts, (when) => {
        compileInTime([policyOf({ patterns, rules: [{ id: 'a', when, action: 'flag' }] })]);
      }),
      draws(4000),
    );
  });

  test('any text for a regular expression', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(atoms, { maxLength: 10 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), (list) => {
        const patterns = Object.fromEntries(list.map((regex, index) => [`p${index}`, { regex }]));
        const rules = [{ id: 'a', when: 'hit("p0")', action: 'redact' }];
        const given = { text: `${list.join(' ')} aaaa pppp` };
        const tests = [
          { name: 'any', todo: 'it only has to end', given, expect: { action: 'flag' } },
        ];
        compileInTime([policyOf({ patterns, rules }, 'example', { tests })]);
      }),
      draws(2000),
    );
  });

  test.each<[what: string, when: string]>([
    ['deep brackets', `${'('.repeat(2000)}1${')'.repeat(2000)}`],
    ['deep lists', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['many signs', `${'!'.repeat(4000)}true`],
    ['many minus', `${'-'.repeat(4000)}1 == 1`],
    ['a long row of operators', Array.from({ length: 400 }, () => 'hit("p")').join(' && ')],
    ['a long row of choices', `${'true ? '.repeat(400)}true${' : false'.repeat(400)}`],
    ['a long chain of fields', `key${'.a'.repeat(2000)}`],
    ['a long number', `${'9'.repeat(4000)} == 1`],
    ['an open text', `"${'\\\\'.repeat(1900)}`],
  ])('%s', (_, when) => {
    compileInTime([
      policyOf({ patterns: { p: { regex: 'p' } }, rules: [{ id: 'a', when, action: 'flag' }] }),
    ]);
  });
});
