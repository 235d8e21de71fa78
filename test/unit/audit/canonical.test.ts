import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { canonicalise, writeString, writeWhole } from '../../../src/audit/canonical.ts';
import { toSections } from '../../../src/audit/entry.ts';
import { writeLine } from '../../../src/audit/line.ts';
import { createPrivacy } from '../../../src/audit/privacy.ts';
import { EntryScan } from '../../../src/audit/verify/scan-entry.ts';
import type { GovernanceEvent } from '../../../src/governance/event.ts';
import {
  answerTo,
  blockedBy,
  decisionEvent,
  deniedEvent,
  requestEvent,
  sampleActor,
  sampleCall,
} from '../../support/audit-samples.ts';
import { draws } from '../../support/draws.ts';

const privacy = createPrivacy(new Uint8Array(32));
const stamp = {
  at: '2026-01-31T12:00:00.123456Z',
  id: '019c139d-6400-7000-8000-000000000001',
  epoch: '019c139d-6400-7000-8000-000000000000',
  origin: 'test',
};

function lineOf(event: GovernanceEvent): string {
  const link = { seq: 7, prev: 'ab'.repeat(32) };
  return writeLine(event.type, toSections(event, privacy), stamp, link);
}

const request = requestEvent({ ruling: blockedBy('secrets', 'cloud-key') });
const events: readonly GovernanceEvent[] = [
  request,
  requestEvent({ trace: '0af7651916cd43dd8448eb211c80319c', retry: 2 }),
  answerTo(request),
  answerTo(request, { type: 'failed', reason: 'the upstream "broke"\r\n\u001b[31m' }),
  decisionEvent(),
  deniedEvent(),
  {
    type: 'policy',
    actor: sampleActor,
    act: 'loaded',
    detail: { rules: 3, version: 'x', ok: true },
  },
  {
    type: 'key',
    actor: sampleActor,
    act: 'created',
    detail: { zulu: 1.5, alpha: -2, Bad: 'dropped' },
  },
];

describe('writeLine()', () => {
  test('tells the trace that a call names, and none where it names none', () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    expect(JSON.parse(lineOf({ ...request, trace }))).toMatchObject({ trace });
    expect(JSON.parse(lineOf(request))).not.toHaveProperty('trace');
  });

  test.each(events.map((event) => [event.type, event] as const))(
    'writes a %s entry in canonical form',
    (_, event) => {
      const line = lineOf(event);
      expect(canonicalise(JSON.parse(line))).toBe(line);
      const bytes = Buffer.from(line);
      expect(new EntryScan().read(bytes, 0, bytes.length)).toBe(true);
    },
  );

  test('stays canonical and on one line whatever callers send', () => {
    const text = fc.string({ unit: 'binary', maxLength: 600 });
    fc.assert(
      fc.property(text, text, fc.array(text), (model, session, tags) => {
        const call = { ...sampleCall, model, session, tags };
        const line = lineOf(requestEvent({ call }));
        const bytes = Buffer.from(line);
        expect(canonicalise(JSON.parse(line))).toBe(line);
        expect(bytes.toString('utf8')).toBe(line);
        expect(line.split('').every((unit) => unit >= ' ')).toBe(true);
        expect(new EntryScan().read(bytes, 0, bytes.length)).toBe(true);
      }),
      draws(),
    );
  });

  test('repeats no name, no whole address and no agent', () => {
    const line = lineOf(request);
    expect(line).not.toContain('alice');
    expect(line).not.toContain('203.0.113.77');
    expect(line).not.toContain('openai-node');
    expect(line).toContain('"address":"203.0.113.0/24"');
  });

  test('masks member names of the caller in the paths of what was not judged', () => {
    const at = ['messages', 3, 'my secret name', 'image_url'];
    const coverage = {
      parts: 1,
      judged: 1,
      unmapped: 0,
      unjudged: [{ kind: 'image', at, bytes: 10, why: 'not text' } as const],
    };
    const line = lineOf(requestEvent({ coverage }));
    expect(line).toContain('messages[3][\\"*\\"].image_url');
    expect(line).not.toContain('my secret name');
  });
});

describe('writeString() and writeWhole()', () => {
  test.each([
    ['half a pair', 'a\ud800', '"a\ufffd"'],
    ['a cut pair', '\u{1f600}'.repeat(2), '"\u{1f600}\ufffd"', 3],
    ['controls', '\u0000\b\u001f\u007f', '"\\u0000\\b\\u001f\u007f"'],
  ])('writes %s as canonical JSON has it', (_, text, written, most = 512) => {
    expect(writeString(text, most)).toBe(written);
  });

  test.each([
    [1.9, '1'],
    [-3, '0'],
    [Number.NaN, '0'],
    [Number.POSITIVE_INFINITY, '0'],
    [2 ** 53, '0'],
  ])('writes %p as %p', (value, written) => {
    expect(writeWhole(value)).toBe(written);
  });
});

describe('EntryScan', () => {
  test.each([
    ['a space', '{"a": 1}'],
    ['members out of order', '{"b":1,"a":2}'],
    ['a member twice', '{"a":1,"a":1}'],
    ['a fraction', '{"a":1.5}'],
    ['an exponent', '{"a":1e3}'],
    ['a leading zero', '{"a":01}'],
    ['minus nought', '{"a":-0}'],
    ['a needless escape', '{"a":"\\u0041"}'],
    ['an upper-case escape', '{"a":"\\u001F"}'],
    ['a long form of a short escape', '{"a":"\\u000a"}'],
    ['an escaped slash', '{"a":"\\/"}'],
    ['a raw control', '{"a":"\u0001"}'],
    ['something after the end', '{"a":1}x'],
    ['no end', '{"a":{"b":1}'],
    ['a trailing comma', '{"a":[1,]}'],
    ['a list', '[1]'],
    ['nothing', ''],
  ])('refuses %s', (_, line) => {
    const bytes = Buffer.from(line);
    expect(new EntryScan().read(bytes, 0, bytes.length)).toBe(false);
  });

  test('finds members by their whole name', () => {
    const bytes = Buffer.from('{"at":"x","sea":9,"seq":4}');
    const scan = new EntryScan();
    expect(scan.read(bytes, 0, bytes.length)).toBe(true);
    expect(scan.whole('seq')).toBe(4);
    expect(scan.text('at')).toBe('x');
    expect(scan.has('type')).toBe(false);
  });
});
