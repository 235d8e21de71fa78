/** Work on thousands of values is divided: what a step touches is counted, since a clock tells of other processes as well. */
import { describe, expect, test } from '@jest/globals';
import type { Edit } from '../../../src/governance/decision.ts';
import { toInteraction } from '../../../src/governance/policy/trial.ts';
import { readBodyJson, readJson, readJsonInSteps } from '../../../src/proxy/json.ts';
import { KeptCopy, makeAhead } from '../../../src/proxy/kept-copy.ts';
import { hiddenOf } from '../../../src/governance/hidden.ts';
import { hiddenInSteps, maskJson, maskRedacted, redactJson } from '../../../src/proxy/redaction.ts';
import {
  finishSteps,
  inOneStep,
  stepItems,
  type Steps,
  takeSteps,
  toBytes,
} from '../../../src/proxy/steps.ts';

const count = 20_000;
const value = 'value!';
const [part] = toInteraction({ text: `${value} `.repeat(count) }).parts;
if (part === undefined) throw new Error('there is no part');
const parts = [{ ...part, at: ['text'] }];
const limits = { jsonDepthMax: 8, jsonKeysMax: 100 };
const places = Array.from({ length: count }, (_, index) => index * (value.length + 1));

/** Members that are counted each time somebody reads one. */
function createCounted<T extends object>(values: readonly T[]) {
  const seen = { reads: 0 };
  const counted = values.map(
    (each) =>
      new Proxy(each, {
        get(target, name, self): unknown {
          seen.reads += 1;
          return Reflect.get(target, name, self);
        },
      }),
  );
  return { seen, counted };
}

function mostReads<T>(steps: Steps<T>, seen: { reads: number }): [most: number, made: T] {
  let most = 0;
  for (;;) {
    const before = seen.reads;
    const { done, value: made } = steps.next();
    most = Math.max(most, seen.reads - before);
    if (done === true) return [most, made];
  }
}

describe.each([
  ['as they are', (text: string) => JSON.stringify({ text })],
  ['behind an escape', (text: string) => `{"text":"\\n${JSON.stringify(text).slice(1)}}`],
] as const)('a step of thousands, %s', (name, write) => {
  const shift = name === 'as they are' ? 0 : 1;
  const source = write(parts[0]?.text ?? '');
  const json = { source, value: JSON.parse(source) as unknown };
  const spans = places.map((at) => ({ part: 0, start: at + shift, end: at + shift + 6 }));

  test('of a redaction looks at no more than some of the edits', () => {
    const edits = spans.map((span): Edit => ({ ...span, replacement: '#' }));
    const { seen, counted } = createCounted(edits);
    const [most, made] = mostReads(
      redactJson(json, parts, counted, () => []),
      seen,
    );
    expect(made).toBe(write('# '.repeat(count)));
    // Where escapes are, all are asked at once whether they are in order: start and end of each.
    expect(most).toBeLessThan(shift === 0 ? 8 * stepItems : 2 * count + 8 * stepItems);
  });

  test('of a mask looks at no more than some of the findings', () => {
    const { seen, counted } = createCounted(
      spans.map((span) => ({
        ...{ category: 'pii/card', severity: 'high' as const, confidence: 1 },
        spans: [span],
      })),
    );
    const [most, made] = mostReads(maskJson(source, parts, counted), seen);
    expect(made).toBe(write('[pii/card] '.repeat(count)));
    expect(most).toBeLessThan(8 * stepItems);
  });
});

describe('what is hidden', () => {
  const finding = { category: 'pii/card', severity: 'high', confidence: 1 } as const;
  const findings = places.map((at) => ({
    ...finding,
    spans: [{ part: 0, start: at, end: at + 6 }],
  }));
  const edits = places.map((at) => ({ part: 0, start: at, end: at + 6, replacement: '#' }));

  test('is found among thousands of findings in steps, and the same as at once', () => {
    const { seen, counted } = createCounted(findings);
    const steps = hiddenInSteps({ fired: [], findings: counted, edits: [] });
    const [most, made] = mostReads(steps, seen);
    expect(made).toHaveLength(count);
    expect(most).toBeLessThan(8 * stepItems);
    expect(finishSteps(hiddenInSteps({ fired: [], findings, edits }))).toEqual(
      hiddenOf({ fired: [], findings, edits }),
    );
  });

  test('is found beside thousands of edits in steps', () => {
    const { seen, counted } = createCounted(edits);
    const json = { source: JSON.stringify({ text: parts[0]?.text }), value: {} };
    const ruling = { fired: [], findings, edits: counted };
    const [most, made] = mostReads(
      maskRedacted(json, parts, ruling, () => []),
      seen,
    );
    expect(made).toBe(JSON.stringify({ text: '# '.repeat(count) }));
    // Sorted once, which asks each for its start twice.
    expect(most).toBeLessThan(3 * count);
  });
});

describe('toBytes()', () => {
  test('encodes a long text in steps, and cuts no character apart', () => {
    const text = `a${'\u{1f600}'.repeat(400_000)}\ud800${'x'.repeat(300_000)}`;
    const steps = toBytes(inOneStep(() => text));
    let asked = 0;
    for (let next = steps.next(); ; next = steps.next(), asked += 1)
      if (next.done === true) {
        expect(next.value.equals(Buffer.from(text))).toBe(true);
        break;
      }
    expect(asked).toBeGreaterThan(8);
    expect(String(finishSteps(toBytes(inOneStep(() => 'short'))))).toBe('short');
  });
});

describe('takeSteps()', () => {
  test('asks before each step, and says what is made', async () => {
    let asked = 0;
    const bytes = Buffer.from('{"a":[1]}');
    const made = await takeSteps(readJsonInSteps(bytes, limits, 'it'), () => {
      asked += 1;
      return asked % 2 === 0 ? Promise.resolve() : undefined;
    });
    expect(made.value).toEqual(readJson(bytes, limits, 'it').value);
    expect(asked).toBeGreaterThanOrEqual(4);
  });
});

describe('readBodyJson()', () => {
  test('reads a long body in steps, and a short one at once', async () => {
    let asked = 0;
    const step = (): undefined => void (asked += 1);
    const short = readBodyJson(Buffer.from('{"text":"short"}'), limits, step);
    expect([short instanceof Promise, asked]).toEqual([false, 0]);
    const value = { text: 'long '.repeat(20_000) };
    const long = readBodyJson(Buffer.from(JSON.stringify(value)), limits, step);
    expect(long).toBeInstanceOf(Promise);
    expect([(await long).value, asked]).toEqual([value, 5]);
    await expect(
      Promise.resolve().then(() => readBodyJson(Buffer.alloc(70_000, 'x'), limits, step)),
    ).rejects.toThrow('is not JSON');
  });
});

describe('a kept copy', () => {
  const copyOf = (bytes: number) => {
    const made: number[] = [];
    const copy = new KeptCopy(Buffer.alloc(bytes), function* () {
      yield;
      made.push(bytes);
      return Buffer.from('masked');
    });
    return { copy, made };
  };

  test('of long bytes is made ahead, and once', async () => {
    const { copy, made } = copyOf(40_000);
    let asked = 0;
    await makeAhead({ received: copy, released: copyOf(10).copy }, () => void (asked += 1));
    expect([asked, made.length]).toEqual([2, 1]);
    expect([copy.redacted(), copy.redacted()].map(String)).toEqual(['masked', 'masked']);
    expect(made).toHaveLength(1);
  });

  test('of short bytes is made by whoever asks for it', () => {
    const { copy, made } = copyOf(10);
    expect(makeAhead({ received: copy }, () => undefined)).toBeUndefined();
    expect(made).toHaveLength(0);
    expect(String(copy.redacted())).toBe('masked');
    expect(finishSteps(readJsonInSteps(Buffer.from('1'), limits, 'it')).value).toBe(1);
  });
});
