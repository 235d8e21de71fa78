/** What a redaction leaves of a call's arguments can still be read as JSON, whatever it takes out of them. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Ruling } from '../../../src/governance/decision.ts';
import type { Interaction, Part } from '../../../src/governance/interaction.ts';
import { fitToJson } from '../../../src/governance/json-cuts.ts';
import { applyRedaction } from '../../../src/governance/redact.ts';
import { draws } from '../../support/draws.ts';
import { bundleOf, callOf, partOf, policyOf } from '../../support/policy.ts';
import { govern } from '../../../src/governance/govern.ts';

const rules = [
  {
    id: 'cut',
    when: 'hit("word")',
    action: 'redact',
    redact: { patterns: ['word'], operator: 'replace', with: 'a "b" \\ c' },
  },
  {
    id: 'card',
    when: 'found("pii/card")',
    action: 'redact',
    redact: { operator: 'mask', keep: 4 },
  },
];
const bundle = bundleOf([
  policyOf({ patterns: { word: { regex: 'HIDE|471123|":"join' } }, rules }),
]);

function callWith(text: string): Interaction {
  const part: Part = partOf(text, {
    kind: 'tool_call',
    role: 'assistant',
    tool: { name: 'f', args: JSON.parse(text) as unknown },
  });
  return { ...callOf({ text: 'x' }), parts: [part] };
}

function redacted(text: string): { readonly ruling: Ruling; readonly left: string } {
  const call = callWith(text);
  const ruling = govern(bundle, call);
  return { ruling, left: applyRedaction(call, ruling.edits).parts[0]?.text ?? '' };
}

const card = '4111111111111111';
const escaped = (text: string): string =>
  Array.from(text, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('a redaction in the arguments of a call', () => {
  test.each<[what: string, text: string, left: string]>([
    ['a number becomes a text', `{"v":${card}}`, '{"v":"************1111"}'],
    ['a number in a list', `{"v":[1,${card} , 2]}`, '{"v":[1,"************1111" , 2]}'],
    ['part of a number takes all of it', '{"v":-4711231}', String.raw`{"v":"a \"b\" \\ c"}`],
    ['escapes go as a whole', `{"v":"no ${escaped(card)}."}`, '{"v":"no ************1111."}'],
    ['what stands instead is escaped', '{"v":"a HIDE b"}', String.raw`{"v":"a a \"b\" \\ c b"}`],
    ['behind an escaped backslash', String.raw`{"v":"\\HIDE"}`, String.raw`{"v":"\\a \"b\" \\ c"}`],
  ])('%s', (_, text, left) => {
    const seen = redacted(text);
    expect([seen.ruling.action, seen.left]).toEqual(['redact', left]);
  });

  test.each<[what: string, text: string]>([
    ['a name', '{"HIDE":1}'],
    ['a name that is a number', `{"${card}":1}`],
    ['the marks between two texts', '{"a":"join"}'],
  ])('blocks where it would take %s', (_, text) => {
    expect(redacted(text).ruling.action).toBe('block');
  });

  test('leaves JSON, of the same shape and without what was found', () => {
    const word = fc.constantFrom(
      'HIDE ',
      `${card} `,
      escaped('HIDE '),
      '\\" ',
      '\\\\ ',
      '\\n',
      'é ',
    );
    const string = fc.array(word, { maxLength: 6 }).map((words) => `"${words.join('')}"`);
    const number = fc.constantFrom('1', card, '471123', '-0.5e3', 'true', 'null');
    const value = fc.oneof(string, number);
    const members = fc.array(fc.tuple(value, fc.constantFrom('', ' ', '\n')), { maxLength: 6 });
    let [read, unread] = [0, 0];
    fc.assert(
      fc.property(members, (values) => {
        const text = `{${values.map(([each, blank], at) => `"m${at}"${blank}:${each}${blank}`).join(',')}}`;
        const { ruling, left } = redacted(text);
        // Of so many quotes and escapes the readings of what is left can be more than is read of one text.
        if (ruling.decisive?.failed === true) {
          unread += 1;
          expect(ruling.action).toBe('block');
          return;
        }
        read += 1;
        expect(['allow', 'redact']).toContain(ruling.action);
        const json = JSON.parse(left) as Readonly<Record<string, unknown>>;
        expect(Object.keys(json)).toEqual(values.map((_, at) => `m${at}`));
        expect(left).not.toMatch(new RegExp(`HIDE|${card}|471123`));
      }),
      draws(300),
    );
    expect(unread).toBeLessThan(read / 100);
  });

  test('is made in one pass through texts with many escapes', () => {
    const count = 100_000;
    const text = `{"v":"${'\\n HIDE'.repeat(count)}${'\\\\'.repeat(count)}"}`;
    const stretches = Array.from({ length: count }, (_, at) => ({
      start: 9 + at * 7,
      end: 13 + at * 7,
    }));
    const started = process.threadCpuUsage();
    const fitted = fitToJson(text, stretches);
    // Each stretch looking for its own escapes would take minutes.
    expect(process.threadCpuUsage(started).user).toBeLessThan(20_000_000);
    expect(fitted.every(({ through }) => through === 'string')).toBe(true);
    expect(fitted.map(({ start, end }) => ({ start, end }))).toEqual(stretches);
  });
});
