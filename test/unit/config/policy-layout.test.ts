/** The canonical layout: prettier leaves it as it is, a second time changes nothing, and nothing that was said is lost. */
import { join } from 'node:path';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { format } from 'prettier';
import { parse } from 'yaml';
import { layOutPolicy } from '../../../src/config/policy-layout.ts';
import { draws } from '../../support/draws.ts';
import { root } from '../../support/repository.ts';

const byPrettier = (text: string): Promise<string> =>
  format(text, { parser: 'yaml', printWidth: 100, singleQuote: true });

function layOut(source: string): string {
  const layout = layOutPolicy(source);
  if ('message' in layout) throw new Error(`${layout.line}: ${layout.message}\n${source}`);
  return layout.text;
}

/** Words of all lengths, so that lines end everywhere around the width. */
const word = fc
  .stringMatching(/^[a-z]{1,30}$/)
  .filter((text) => !/^(?:null|true|false)$/.test(text));
const words = fc.array(word, { minLength: 1, maxLength: 14 });

type Style = { readonly indent: string };
type Print = (style: Style) => string;

const scalar: fc.Arbitrary<Print> = fc
  .oneof(
    word.map((text) => () => text),
    fc.constantFrom('12', 'true', '0.5', "'it''s'", '"it\'s"', '\'say "x"\'', '"say \\"x\\""'),
    fc.constantFrom(
      '"\\\\bKEY\\\\b"',
      "'\\bKEY\\b'",
      '"tab\\t"',
      '"a\\\\"',
      "''",
      '""',
      "'# no comment'",
    ),
    words.map((many) => `'${many.join(' ')}'`),
    words.map((many) => `"${many.join(' ')}"`),
  )
  .map((made) => (typeof made === 'string' ? () => made : made));

const flow: fc.Arbitrary<Print> = fc.letrec<{ flow: Print }>((tie) => {
  const inner = fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, tie('flow'));
  return {
    flow: fc.oneof(
      fc
        .tuple(fc.array(inner, { maxLength: 8 }), fc.constantFrom(',', ', ', ' ,  ', ',\n'))
        .map(([items, sign]) => (style: Style) => {
          const between = sign.includes('\n') ? `${sign}${style.indent}    ` : sign;
          return `[${items.map((item) => item(style)).join(between)}]`;
        }),
      fc
        .tuple(fc.array(inner, { maxLength: 5 }), fc.boolean())
        .map(([items, wide]) => (style: Style) => {
          const pad = wide ? ' ' : '';
          const members = items.map((item, index) => `k${index}: ${item(style)}`);
          return `{${pad}${members.join(', ')}${pad}}`;
        }),
    ),
  };
}).flow;

/** Texts over several lines: plain, quoted, literal and folded. */
const longText: fc.Arbitrary<Print> = fc.oneof(
  fc.array(words, { minLength: 2, maxLength: 4 }).map((lines) => (style: Style) => {
    return lines.map((line) => line.join(' ')).join(`\n${style.indent}  `);
  }),
  fc
    .tuple(fc.constantFrom('|', '>', '|-', '>-'), fc.array(words, { minLength: 1, maxLength: 4 }))
    .map(([header, lines]) => (style: Style) => {
      const inner = `\n${style.indent}   `;
      return (
        header + lines.map((line, at) => inner + (at === 1 ? ' ' : '') + line.join(' ')).join('')
      );
    }),
);

const value = fc.oneof(scalar, flow, longText);
const comment = fc.option(
  words.map((many) => many.join(' ')),
  { nil: undefined, freq: 3 },
);
const gap = fc.constantFrom('', '', '\n', '\n\n\n');

function member(name: string, print: fc.Arbitrary<Print> = value): fc.Arbitrary<Print> {
  return fc
    .tuple(fc.constant(name), print, comment, comment, gap)
    .map(([key, inner, above, behind, blank]) => (style: Style) => {
      const before = above === undefined ? '' : `${style.indent}# ${above}\n`;
      const text = inner(style);
      // Behind a literal text it would be part of it.
      const after =
        behind === undefined || /^[|>]/.test(text) || /\n/.test(text) ? '' : ` # ${behind}`;
      return `${blank}${before}${style.indent}${key}: ${text}${after}\n`;
    });
}

const members = (names: readonly string[]): fc.Arbitrary<Print> =>
  fc
    .shuffledSubarray([...names], { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen.map((name) => member(name))))
    .map((prints) => (style: Style) => prints.map((print) => print(style)).join(''));

const item = members(['id', 'when', 'action', 'message', 'redact']);

/** A list of mappings, with or without an indent of its own. */
const list = fc
  .tuple(fc.array(item, { minLength: 1, maxLength: 3 }), fc.boolean(), comment)
  .map(([items, deep, above]) => (style: Style) => {
    const pad = style.indent + (deep ? '  ' : '');
    const text = items.map((print) => {
      const lines = print({ indent: `${pad}  ` }).replace(/^\n+/, '');
      return lines.startsWith(`${pad}  #`) ? `${pad}-\n${lines}` : `${pad}- ${lines.trimStart()}`;
    });
    return `\n${above === undefined ? '' : `${pad}# ${above}\n`}${text.join('')}`.replace(
      /\n$/,
      '',
    );
  });

const document = fc
  .tuple(
    members(['id', 'title', 'owner', 'description', 'controls']),
    members(['mode', 'stages', 'patterns', 'variables', 'onError']),
    list,
    list,
    comment,
    comment,
    fc.boolean(),
  )
  .map(([metadata, spec, rules, tests, top, end, turned]) => {
    const inner = { indent: '  ' };
    const parts = [
      `metadata:\n${metadata(inner)}`,
      `spec:\n${spec(inner)}  rules:${rules(inner)}\n`,
      `tests:${tests({ indent: '' })}\n`,
      'kind: Policy\n',
    ];
    if (turned) parts.reverse();
    const head = top === undefined ? '' : `# ${top}\n\n`;
    return head + parts.join('') + (end === undefined ? '' : `# ${end}\n`);
  });

const commentsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:^|\s)#( [a-z ]+)$/gm)].map(([, said = '']) => said.trimEnd()).sort();

describe('layOutPolicy()', () => {
  test('is a layout that prettier keeps, is the same a second time, and keeps values and comments', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (source) => {
        const text = layOut(source);
        expect(layOut(text)).toBe(text);
        expect(parse(text)).toEqual(parse(source));
        expect(commentsIn(text)).toEqual(commentsIn(source));
        expect(await byPrettier(text)).toBe(text);
      }),
      { ...draws(60), endOnFailure: true },
    );
  });

  test('has the shipped policies in it', () => {
    const folder = join(root, 'config/policies');
    const files = readdirSync(folder, { recursive: true }).map(String);
    const policies = files.filter((name) => name.endsWith('.yaml'));
    expect(policies.length).toBeGreaterThan(10);
    for (const name of policies) {
      const source = readFileSync(join(folder, name), 'utf8');
      expect([name, layOut(source)]).toEqual([name, source]);
    }
  });
});
