/** What the editor of the console offers: what the published schema knows at the caret, in a text that is not finished. */
import { describe, expect, test } from '@jest/globals';
import { completePolicy } from '../../../console/src/policies/completion.ts';
import { start } from '../../../console/src/policies/draft-start.ts';

/** The caret stands at `|`. */
function offeredAt(text: string): readonly string[] {
  const caret = text.indexOf('|');
  return completePolicy(text.replace('|', ''), caret).map((one) => one.text);
}

describe('completion of a policy', () => {
  test.each([
    ['ap|', ['apiVersion: ']],
    ['kind: |', ['Policy']],
    ['metadata:\n  sta|', ['status: ']],
    ['metadata:\n  id: x\n  severity: h|', ['high']],
    ['spec:\n  stages: [re|', ['request', 'response']],
    ['spec:\n  stages:\n    - resp|', ['response']],
    ['spec:\n  floor: |', ['true', 'false']],
    ['spec:\n  rules:\n    - id: a\n      wh|', ['when: ']],
    ['spec:\n  rules:\n  - id: a\n    act|', ['action: ']],
    ['spec:\n  rules:\n    - id: a\n      when: x\n    - id: b\n      action: bl|', ['block']],
    ['spec:\n  rules:\n    - id: a\n      redact:\n        operator: ma|', ['mask']],
    ['spec:\n  patterns:\n    any-name:\n      whole|', ['wholeWord: ']],
    ['spec:\n  patterns:\n    any-name:\n      regex: a\n      severity: cr|', ['critical']],
    ['spec:\n  rules:\n    - id: a\n\ntests:\n  - name: x\n    exp|', ['expect: ']],
    ['tests:\n  - given:\n      part: tool_r|', ['tool_result']],
  ])('%j', (text, offered) => {
    expect(offeredAt(text)).toEqual(offered);
  });

  test('offers no key twice, and nothing where the schema knows nothing', () => {
    expect(offeredAt('metadata:\n  severity: low\n  s|')).toEqual(['status: ']);
    expect(offeredAt('metadata:\n  title: lo|')).toEqual([]);
    expect(offeredAt('nothing:\n  of: |')).toEqual([]);
  });

  test('what it writes is what the gateway takes: typing a whole policy word by word never leaves the schema', () => {
    const keys = [...start.matchAll(/^( *(?:- )?)([a-zA-Z]+):/gm)];
    expect(keys.length).toBeGreaterThan(15);
    for (const { index, 1: indent = '', 2: key = '' } of keys) {
      const free = ['project', 'named'].includes(key);
      const offered = offeredAt(`${start.slice(0, index)}${indent}${key.slice(0, -1)}|`);
      expect([key, offered]).toEqual([key, free ? offered : expect.arrayContaining([`${key}: `])]);
    }
  });
});
