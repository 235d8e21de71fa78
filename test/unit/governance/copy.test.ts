/** A redacted copy is judged again: by every rule that could refuse it, and by nobody else. */
import { expect, test } from '@jest/globals';
import type { Detector } from '../../../src/governance/detectors/detector.ts';
import { callOf, ruleOn, type Spec } from '../../support/policy.ts';

const rule = (id: string, when: string, action: string): Spec => ({
  ...{ id, when, action, message: `do ${action}` },
});

/** Sees a word, and remembers the texts that it was shown. */
function seer(word: string): { readonly detector: Detector; readonly shown: string[] } {
  const shown: string[] = [];
  const find: Detector['find'] = ({ text }) => {
    shown.push(text);
    const start = text.indexOf(word);
    const rated = { category: `pii/${word}`, severity: 'high', confidence: 0.8 } as const;
    return start < 0 ? [] : [{ ...rated, start, end: start + word.length }];
  };
  return { detector: { name: word, categories: [`pii/${word}`], find }, shown };
}

const text = 'red and blue';
const copy = '[RED_1] and blue';

/** What each of two was shown, where red is cut out and `others` ask for blue. */
function judged(...others: readonly Spec[]) {
  const [red, blue] = [seer('red'), seer('blue')];
  const catalogue = [red.detector, blue.detector];
  const rules = [rule('cut', 'found("pii/red")', 'redact'), ...others];
  const { action } = ruleOn({ rules }, callOf({ text }), {}, catalogue);
  return { action, red: red.shown, blue: blue.shown };
}

test('a copy is not shown to those whom only a flag asks for', () => {
  expect(judged(rule('told', 'found("pii/blue")', 'flag'))).toEqual({
    action: 'redact',
    red: [text, copy],
    blue: [text],
  });
});

test.each<[action: string, ruled: string]>([
  ['block', 'block'],
  ['redact', 'redact'],
])('a copy is shown to those whom a rule asks for that may %s', (action, ruled) => {
  const asks = rule('asks', 'found("pii/blue") && !found("pii/red")', action);
  const { action: told, blue } = judged(asks);
  expect([told, blue.slice(0, 2)]).toEqual([ruled, [text, copy]]);
});

test('a copy is shown to all where a condition reads the list of findings', () => {
  const asks = rule('asks', 'findings.exists(one, one.category == "pii/blue")', 'flag');
  expect(judged(asks).blue).toEqual([text, copy]);
});
