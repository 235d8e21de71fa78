/** Every mistake an author can make is a fault with its place, and a bundle with one fault is none. */
import { describe, expect, test } from '@jest/globals';
import { compileTexts, policyOf, wordFaults } from '../../../support/policy.ts';

const sound = `apiVersion: governance/v1
kind: Policy
metadata:
  id: keys
  title: Keys stay at home
  owner: security
  severity: critical
  status: stable
spec:
  mode: enforce
  stages: [request]
  parts: [user, tool_call]
  onError: block
  patterns:
    key: { regex: '\\bKEY-[0-9]{6}\\b' }
    gap: { keywords: [blue moon], ignoreCase: true }
  variables:
    trusted: '["local"]'
  rules:
    - id: key
      when: hit("key") && !(model in trusted)
      action: block
      message: Take the key out.
    - id: moon
      when: count("gap") > 1
      action: redact
      message: Take the moon out.
tests:
  - name: a key is blocked
    given: { text: 'see KEY-123456' }
    expect: { action: block, rules: [key] }
  - name: one moon is fine
    given: { text: 'once in a blue moon' }
    expect: { action: allow, rules: [] }
  - name: two moons are taken out
    given: { text: 'blue moon, Blue Moon' }
    expect: { action: redact, rules: [moon], redacted: '[GAP_1], [GAP_2]' }
`;

/** The faults of the sound policy after one change, without the file's name. */
function faultsAfter(from: string | RegExp, to: string): readonly string[] {
  const changed = sound.replace(from, to);
  if (changed === sound) throw new Error(`there is nothing to change at ${String(from)}`);
  return wordFaults(compileTexts([changed])).map((line) => line.replace('policy-1.yaml:', ''));
}

test('a sound policy compiles without a word', () => {
  const compiled = compileTexts([sound]);
  expect(wordFaults(compiled)).toEqual([]);
  expect('bundle' in compiled && compiled.bundle.version).toBe('sha256:test');
});

describe('compileBundle() says where, what and what was probably meant', () => {
  test.each<[what: string, from: string | RegExp, to: string, fault: string]>([
    [
      'an unknown key',
      'onError:',
      'onEror:',
      '13:3: error: there is no key `onEror` here; did you mean `onError`?',
    ],
    [
      'a key at the top that belongs under another',
      'tests:\n',
      'exemptions:\n  - { match: { key.env: { eq: test } }, owner: me, reason: trial, expires: 2030-01-01 }\ntests:\n',
      '28:1: error: there is no key `exemptions` here; it belongs under `spec`',
    ],
    [
      'a key of a rule that is one of the policy',
      'action: block\n',
      'action: block\n      mode: shadow\n',
      '23:7: error: there is no key `mode` here; it belongs under `spec`',
    ],
    [
      'a key that is missing because it stands elsewhere',
      / {2}onError: block\n(.*)tests:/s,
      '$1onError: block\ntests:',
      '27:1: error: there is no key `onError` here; it belongs under `spec`',
    ],
    [
      'a key that belongs at the top',
      '  onError: block\n',
      '  onError: block\n  apiVersion: governance/v1\n',
      '14:3: error: there is no key `apiVersion` here; it belongs at the top of the file',
    ],
    [
      'a missing key',
      '  onError: block\n',
      '',
      '9:1: error: `onError` is missing: `block`, `flag`',
    ],
    [
      'an unknown action',
      'action: block',
      'action: blok',
      '22:15: error: `blok` is not one of `allow`, `flag`, `redact`, `block`; did you mean `block`?',
    ],
    [
      'an unknown stage',
      '[request]',
      '[requst]',
      '11:12: error: `requst` is not one of `request`, `response`; did you mean `request`?',
    ],
    [
      'an unknown mode',
      'mode: enforce',
      'mode: enforced',
      '10:9: error: `enforced` is not one of `enforce`, `shadow`, `off`; did you mean `enforce`?',
    ],
    [
      'an unknown kind of part',
      'tool_call]',
      'tool_cal]',
      '12:17: error: `tool_cal` is not one of `system`, `user`, `assistant`, `reasoning`, `tool_definition`, `tool_call`, `tool_result`, `schema`, `metadata`; did you mean `tool_call`?',
    ],
    [
      'an unknown pattern',
      'hit("key")',
      'hit("kee")',
      '21:13: error: this policy has no pattern `kee`; did you mean `key`?',
    ],
    [
      'an unknown category',
      'count("gap") > 1',
      'found("pii/crad")',
      '25:13: error: nothing detects `pii/crad`; did you mean `pii/card`?',
    ],
    [
      'an unknown field',
      'model in',
      'modle in',
      '21:29: error: there is no field `modle`; did you mean `model`?',
    ],
    [
      'an unknown function',
      'count("gap")',
      'cuont("gap")',
      '25:13: error: there is no function `cuont`; did you mean `count`?',
    ],
    [
      'an unknown operator',
      'action: redact',
      'action: redact\n      redact: { operator: hsah }',
      '27:27: error: `hsah` is not one of `replace`, `mask`, `hash`, `remove`; did you mean `hash`?',
    ],
    [
      'a condition that is no bool',
      'count("gap") > 1',
      'count("gap")',
      '25:13: error: this has to be a bool, and it is an int',
    ],
    [
      'a condition that may be no bool',
      'count("gap") > 1',
      'tool.args.flag',
      '25:13: error: this has to be a bool, and it is not certain to be one',
    ],
    [
      'half a condition',
      'count("gap") > 1',
      'count("gap") >',
      '25:26: error: `>` is not expected here',
    ],
    [
      'types that never meet',
      'count("gap") > 1',
      'model == 3',
      '25:19: error: a string is never equal to an int',
    ],
    [
      'lookaround',
      '\\bKEY',
      '(?=K)KEY',
      '15:20: error: lookaround is not available, because patterns always run in linear time; match the context too, or combine two patterns with `near()`',
    ],
    [
      'a backreference',
      '{6}\\b',
      '{6}(a)\\1',
      '15:37: error: backreferences are not available, because patterns always run in linear time; write out what may come again, as in `(?:aa|bb)`',
    ],
    [
      'a broken class',
      '[0-9]',
      '[0-9',
      '15:33: error: not a regular expression of RE2: invalid escape sequence: `\\b`; close the `[` before it where the edge of a word is meant; a backspace is `\\x08`',
    ],
    [
      'a repeat that unrolls to thousands',
      '[0-9]{6}',
      '[0-9]{999}[0-9]{999}',
      '15:20: error: its repeats unroll to 2006 steps, more than the 1000 allowed',
    ],
    [
      'a pattern that always hits',
      '\\bKEY-[0-9]{6}\\b',
      '(KEY)?',
      '15:20: error: this pattern matches an empty text, so it would always hit',
    ],
    [
      'a name that may not be one',
      '    key:',
      '    1key:',
      '15:5: error: `1key`: expected a name of letters, digits, `_` and `-` that starts with a letter',
    ],
    [
      'two rules of one name',
      'id: moon',
      'id: key',
      '24:11: error: another rule of this policy is called `key`',
    ],
    [
      'nothing to cut out',
      'count("gap") > 1',
      'tokens > 1',
      '26:15: error: this rule names nothing to cut out: use `hit` or `found` in its condition, or list it under `redact`',
    ],
    [
      'a failing test',
      "'see KEY-123456'",
      "'see KEY-12'",
      '31:5: error: the test `a key is blocked` fails: expected `block`, and it was `allow`; expected the rules [key], and these fired: []',
    ],
    [
      'a variable that hides a field',
      '  variables:',
      "  variables:\n    model: '1'",
      '18:5: error: `model` is a field of the context; give the variable another name',
    ],
    [
      'a rule that can never fire',
      'count("gap") > 1',
      'hit("gap") && false',
      '25:13: error: this rule can never fire: its condition is always false',
    ],
    [
      'a redaction of a rule that flags',
      'action: redact\n',
      'action: flag\n      redact: { patterns: [gap] }\n',
      '27:7: error: a rule with the action `flag` redacts nothing',
    ],
    [
      'an argument that is worked out',
      'hit("key")',
      'hit(model)',
      '21:13: error: `hit` takes written-out values only, so that they can be checked',
    ],
    [
      'matches()',
      'count("gap") > 1',
      'model.matches("a.*b")',
      '25:18: error: `matches()` compiles its pattern again on every call: name it under `patterns:` and use `hit("…")`',
    ],
    [
      'a date that is none',
      '  rules:',
      '  exemptions:\n    - { match: { key.env: { eq: test } }, owner: me, reason: trial, expires: soon }\n  rules:',
      '20:78: error: expected a date such as `2027-06-30`',
    ],
    [
      'an exemption without expiry',
      '  rules:',
      '  exemptions:\n    - { match: { key.env: { eq: test } }, owner: me, reason: trial }\n  rules:',
      '20:7: error: `expires` is missing',
    ],
    [
      'an exemption of no rule',
      '  rules:',
      '  exemptions:\n    - { rules: [kye], match: { key.env: { eq: test } }, owner: me, reason: trial, expires: 2030-01-01 }\n  rules:',
      '20:17: error: this policy has no rule `kye`; did you mean `key`?',
    ],
    [
      'an exemption for everyone',
      '  rules:',
      '  exemptions:\n    - { match: {}, owner: me, reason: trial, expires: 2030-01-01 }\n  rules:',
      '20:16: error: an exemption has to say for whom it is',
    ],
    [
      'a field to match on that is none',
      '  rules:',
      '  match: { key.evn: { eq: test } }\n  rules:',
      '19:12: error: there is no field `key.evn` to match on; did you mean `key.env`?',
    ],
    [
      'a match on what the caller says',
      '  rules:',
      '  match: { tags: { notIn: [trusted] } }\n  rules:',
      '19:12: error: `tags` is whatever the caller sends, and nothing a caller sends may take a policy away; match on `key.tags` instead',
    ],
    [
      'a time zone that is none',
      '  rules:',
      '  zone: Mars/Base\n  rules:',
      '19:9: error: `Mars/Base` is not a time zone; write one such as `Europe/Berlin`',
    ],
    [
      'a keep without a mask',
      'action: redact\n',
      'action: redact\n      redact: { keep: 2 }\n',
      '27:23: error: `keep` goes with the operator `mask` only',
    ],
    [
      'a word that is no stage',
      'count("gap") > 1',
      'hit("gap") && stage == "requst"',
      '25:36: error: `requst` is no stage; did you mean `request`?',
    ],
    [
      'a word that is no kind of part',
      'count("gap") > 1',
      'hit("gap") && parts.exists(p, p.kind == "usr")',
      '25:53: error: `usr` is no kind of part; did you mean `user`?',
    ],
    [
      'a word that no content is called',
      'count("gap") > 1',
      'hit("gap") && ("imge" in unjudged)',
      '25:28: error: `imge` is no kind of content; did you mean `image`?',
    ],
    [
      'a word that is no severity',
      'count("gap") > 1',
      'hit("gap") && findings.exists(f, f.severity in ["hihg"])',
      '25:61: error: `hihg` is no severity; did you mean `high`?',
    ],
    [
      'a word that is no category',
      'count("gap") > 1',
      'hit("gap") && findings.exists(f, f.category == "pii/crad")',
      '25:60: error: `pii/crad` is no category; did you mean `pii/card`?',
    ],
    [
      'a beginning that no category has',
      'count("gap") > 1',
      'hit("gap") && findings.all(f, f.category.startsWith("pi/"))',
      '25:65: error: no category begins with `pi/`',
    ],
    [
      'a member that is none',
      'count("gap") > 1',
      'hit("gap") && key.naem == "x"',
      '25:30: error: `key` has no field `naem`; it has `id`, `owner`, `team`, `env`, `tags`',
    ],
    [
      '`and`',
      'count("gap") > 1',
      'hit("gap") and tokens > 1',
      '25:24: error: `and` is no operator here; did you mean `&&`?',
    ],
    [
      '`not`',
      'count("gap") > 1',
      'not hit("gap")',
      '25:13: error: `not` is no operator here; did you mean `!`?',
    ],
    [
      'half an `&&`',
      'count("gap") > 1',
      'hit("gap") & tokens > 1',
      '25:24: error: `&` is no operator here; did you mean `&&`?',
    ],
    [
      'half an `==`',
      'count("gap") > 1',
      'hit("gap") && model = "x"',
      '25:33: error: `=` is no operator here; did you mean `==`?',
    ],
    [
      'an `===`',
      'count("gap") > 1',
      'hit("gap") && model === "x"',
      '25:33: error: `===` is no operator here; did you mean `==`?',
    ],
    [
      'a `<>`',
      'count("gap") > 1',
      'hit("gap") && model <> "x"',
      '25:33: error: `<>` is no operator here; did you mean `!=`?',
    ],
    [
      'a function between its values',
      'count("gap") > 1',
      'hit("gap") && model contains "x"',
      '25:33: error: `contains` is a function; write it as in `model.contains("x")`',
    ],
    [
      'quotes of a word processor',
      'count("gap") > 1',
      'hit(“gap”)',
      '25:17: error: `“` is no quote here; write `"`',
    ],
    [
      'a quote that is never closed',
      'count("gap") > 1',
      'hit("gap)',
      '25:17: error: the quote `"` is never closed',
    ],
    [
      'a bracket that is never closed',
      'count("gap") > 1',
      'hit("gap"',
      '25:16: error: the bracket `(` is never closed',
    ],
    [
      'a bracket that closes nothing',
      'count("gap") > 1',
      'hit("gap"))',
      '25:23: error: `)` closes nothing',
    ],
    [
      'a confidence in percent',
      'count("gap") > 1',
      'found("pii/card", 80)',
      '25:13: error: a confidence is from 0 to 1, not 80',
    ],
    [
      'a distance of nothing',
      'count("gap") > 1',
      'near("gap", "key", 0)',
      '25:13: error: `near` needs a distance of at least 1 character, not 0',
    ],
    [
      'a backspace for a word boundary',
      "'\\bKEY-[0-9]{6}\\b'",
      '"\\bKEY"',
      '15:20: error: a control character stands here: in double quotes a backslash begins an escape, so write the pattern in single quotes',
    ],
    [
      'a test of a rule that is none',
      'rules: [key] }',
      'rules: [kye] }',
      '31:38: error: this policy has no rule `kye`; did you mean `key`?',
    ],
    [
      'a condition that is no text',
      'count("gap") > 1',
      'true',
      '25:13: error: `when`: expected a text; put quotes around it',
    ],
    [
      'a keyword that is no text',
      '[blue moon]',
      '[blue moon, 12]',
      '16:34: error: `keywords[1]`: expected a text; put quotes around it',
    ],
    [
      'a misspelt list of keywords',
      'keywords:',
      'keywrds:',
      '16:12: error: there is no key `keywrds` here; did you mean `keywords`?',
    ],
    [
      'nothing where a text belongs',
      'title: Keys stay at home',
      'title:',
      '5:9: error: `title`: expected a text, and nothing stands here; put quotes around a word such as `null`',
    ],
    [
      'another version of the format',
      'governance/v1',
      'governance/v2',
      '1:13: error: `apiVersion`: expected `governance/v1`',
    ],
    [
      'a merge of another mapping',
      'spec:\n',
      'spec:\n  <<: {}\n',
      '10:3: error: `<<` merges nothing in YAML 1.2; write the keys out',
    ],
    [
      'no keyword at all',
      '[blue moon]',
      '[]',
      '16:22: error: `keywords`: expected at least 1 in this list',
    ],
    [
      'both kinds of pattern',
      'ignoreCase: true',
      'regex: x',
      '16:12: error: `keywords` does not go with the other keys here',
    ],
    [
      'a misspelt key of a pattern',
      '{ regex: ',
      '{ regexp: ',
      '15:12: error: there is no key `regexp` here; did you mean `regex`?',
    ],
  ])('%s', (_, from, to, fault) => {
    expect(faultsAfter(from, to).filter((line) => line.includes(' error: '))).toEqual([fault]);
  });

  test.each<[what: string, from: string, to: string, warning: string]>([
    [
      'a pattern nobody uses',
      'count("gap") > 1',
      'count("key") > 1',
      '16:5: warning: no rule uses the pattern `gap`',
    ],
    [
      'a variable nobody uses',
      'model in trusted',
      'model == "x"',
      '18:5: warning: no rule uses the variable `trusted`',
    ],
    [
      'a rule without advice',
      '      message: Take the key out.\n',
      '',
      '20:11: warning: the rule `key` has no message that says what to do',
    ],
    [
      'a rule no test makes fire',
      'rules: [key] }',
      '}',
      '20:11: warning: no test expects the rule `key` to fire; name it under `expect.rules` of a test',
    ],
    [
      'a detector nobody asks',
      '  variables:',
      '  detect: { pii/card: { confidence: 0.5 } }\n  variables:',
      '17:13: warning: no rule asks for `pii/card`',
    ],
    [
      'a dot that is any character',
      'KEY-[0-9]{6}',
      'KEY-[0-9]{6}(?:@acme.com)?',
      '15:42: warning: this dot stands for any character; write `\\.` for the dot of a domain',
    ],
    ...['corp', 'lan', 'intranet', 'example', 'gov'].map(
      (top) =>
        [
          `a dot that is any character before ${top}`,
          'KEY-[0-9]{6}',
          `KEY-[0-9]{6}(?:@(?:acme.${top}|acme\\.${top}))?`,
          '15:45: warning: this dot stands for any character; write `\\.` for the dot of a domain',
        ] as [string, string, string, string],
    ),
    [
      'a class that holds more than letters',
      '[0-9]',
      '[0-9A-z]',
      '15:30: warning: `A-z` also holds `[\\]^_` and the backtick; write `A-Za-z`',
    ],
    [
      'an apostrophe that text processors replace',
      'KEY-[0-9]{6}',
      "KEY-[0-9]{6}(?:doesn''t)?",
      "15:42: warning: text processors write `’` in the place of this `'`; write `['’]`",
    ],
    [
      'the end of a line that stands before a carriage return',
      'KEY-[0-9]{6}',
      '(?m)KEY-[0-9]{6}(?: old$)?',
      '15:45: warning: a line may end in a carriage return, which `$` does not skip; write `\\r?$`',
    ],
    [
      'what a caller may send',
      '!(model in trusted)',
      '!(user in trusted)',
      '21:13: warning: `user` is whatever the caller sends; make sure that it cannot switch this rule off',
    ],
    [
      'a test that is no longer to do',
      '  - name: one moon is fine\n',
      '  - name: one moon is fine\n    todo: later\n',
      '33:5: warning: the test `one moon is fine` passes now; remove its `todo`',
    ],
  ])('warns of %s', (_, from, to, warning) => {
    expect(faultsAfter(from, to)).toContain(warning);
  });

  test.each([
    ['tools', 'size(tools) > 1'],
    ['references', '"x" in references'],
    ['history', 'history > 3'],
  ])('that `%s` does not exist in an answer', (field, when) => {
    const rules = [{ id: 'a', when, action: 'flag' }];
    const judged = (stages: readonly string[]): readonly string[] =>
      wordFaults(compileTexts([policyOf({ stages, rules })])).filter((line) =>
        line.includes(' error: '),
      );
    expect(judged(['request'])).toEqual([]);
    expect(judged(['request', 'response']).join()).toContain(
      `\`${field}\` does not exist in a response, and this policy is judged there; set \`stages: [request]\``,
    );
  });

  test('each keyword that is no text, however many there are', () => {
    expect(faultsAfter('[blue moon]', '[1, true, 1e3, 0x1F, 2, 3]')).toEqual(
      [23, 26, 32, 37, 43, 46].map(
        (column, index) =>
          `16:${column}: error: \`keywords[${index}]\`: expected a text; put quotes around it`,
      ),
    );
  });

  test('all faults at once, in the order of the file', () => {
    const changed = sound
      .replace('hit("key")', 'hit("kee")')
      .replace('count("gap") > 1', 'cuont("gap") > 1')
      .replace('{6}', '{6');
    expect(
      wordFaults(compileTexts([changed])).filter((line) => line.includes('error')),
    ).toHaveLength(2);
  });
});

test('fields that cannot be matched on are told beside all else that is wrong with the file', () => {
  const text = policyOf({
    onError: 'bloc',
    match: { 'key.evn': { eq: 'prod' }, session: { eq: 'x' } },
    exemptions: [{ match: { modle: { eq: 'm' } }, owner: 'o', reason: 'r', expires: 'soon' }],
    rules: [{ id: 'a', when: 'true', action: 'flag' }],
  });
  const faults = wordFaults(compileTexts([text])).join('\n');
  expect(faults).toContain('`bloc` is not one of');
  expect(faults).toContain('expected a date such as');
  expect(faults).toContain('there is no field `key.evn` to match on; did you mean `key.env`?');
  expect(faults).toContain('`session` is whatever the caller sends');
  expect(faults).toContain('there is no field `modle` to match on; did you mean `model`?');
});

describe('compileBundle() refuses a whole', () => {
  test('without a single policy', () => {
    expect(wordFaults(compileTexts([]))).toEqual([
      'policies:1:1: error: there is no policy here, and a gateway without policies would let everything pass',
    ]);
  });

  test('in which every policy is off', () => {
    const off = policyOf({ mode: 'off', rules: [{ id: 'a', when: 'tokens > 1', action: 'flag' }] });
    expect(wordFaults(compileTexts([off])).at(0)).toContain('every policy is off');
  });

  test('with an empty file', () => {
    expect(wordFaults(compileTexts([sound, '']))).toEqual([
      'policy-2.yaml:1:1: error: the file is empty; a policy begins with `apiVersion: governance/v1`',
    ]);
  });

  test('with two policies of one name', () => {
    expect(wordFaults(compileTexts([sound, sound]))).toEqual([
      'policy-2.yaml:4:7: error: the policy `keys` also stands in `policy-1.yaml`',
    ]);
  });

  test('with one faulty policy among sound ones', () => {
    const compiled = compileTexts([sound, policyOf({ rules: [] }, 'other')]);
    expect('bundle' in compiled).toBe(false);
  });

  test('whose floor can be lowered', () => {
    const rules = [{ id: 'a', when: 'key.env == "prod" && tokens > 1', action: 'block' }];
    const exemptions = [
      { match: { 'key.env': { eq: 'x' } }, owner: 'o', reason: 'r', expires: '2030-01-01' },
    ];
    const match = { model: { eq: 'x' } };
    const lowered = policyOf({ floor: true, mode: 'shadow', match, exemptions, rules });
    const faults = wordFaults(compileTexts([lowered])).filter((line) => line.includes(' error: '));
    expect(faults.map((line) => line.replace(/^.*error: /, '')).sort()).toEqual([
      'a floor has no exemptions',
      'a floor holds for every call, so it has no `match`',
      'a floor holds whoever calls, so its conditions may not read `key`',
      'a floor is enforced, so its mode cannot be `shadow`',
    ]);
  });

  test('whose patterns hostile text would slow', () => {
    const patterns = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        { regex: `k${index}(?:.{0,30}a|b{0,30}x)` },
      ]),
    );
    const when = Object.keys(patterns)
      .map((name) => `hit("${name}")`)
      .join(' || ');
    const faults = wordFaults(
      compileTexts([policyOf({ patterns, rules: [{ id: 'a', when, action: 'flag' }] })]),
    );
    expect(faults.join()).toContain(
      'more than the 1320 states that stay fast on hostile text: shorten its repeats',
    );
  });

  test('whose patterns are more than one automaton can be made of', () => {
    const patterns = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`p${index}`, { regex: `k${index}(?:ab){490}` }]),
    );
    const rules = [{ id: 'a', when: 'hit("p8")', action: 'flag' }];
    const text = policyOf({ patterns, rules });
    const faultsOf = (patternStepsMax: number): readonly string[] =>
      wordFaults(compileTexts([text], { patternStepsMax })).filter((line) =>
        line.includes(' error: '),
      );
    expect(faultsOf(9000)).toEqual([]);
    // One automaton of all of them is not tried.
    expect(faultsOf(4500)).toEqual([
      `policy-1.yaml:1:${text.indexOf('"p4"') + 1}: error: with this pattern all patterns of the bundle unroll to more steps than one automaton takes: name fewer words, or shorten repeats`,
    ]);
  });
});

describe('compileBundle() bounds what a condition may cost', () => {
  const flawOf = (when: string): string | undefined =>
    wordFaults(compileTexts([policyOf({ rules: [{ id: 'a', when, action: 'flag' }] })]))
      .find((line) => line.includes(' error: '))
      ?.replace(/^.*error: /, '');

  test.each([
    [
      'a triple loop',
      'tags.exists(a, tags.exists(b, tags.exists(c, a == b && b == c)))',
      'loops are nested 3 deep; at most 2 are allowed',
    ],
    [
      'a loop over a loop',
      'parts.exists(a, parts.exists(b, a.size == b.size))',
      'this may take 100904 steps, more than the 5000 allowed; loop over less',
    ],
    [
      'a condition of 5 KB',
      `model == "${'x'.repeat(5000)}"`,
      'a condition has at most 4,096 characters',
    ],
    [
      'a hundred brackets',
      `${'('.repeat(100)}true${')'.repeat(100)}`,
      'brackets are nested more than 40 deep',
    ],
  ])('%s', (_, when, flaw) => {
    expect(flawOf(when)).toBe(flaw);
  });

  test('a chain of variables that doubles each time', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `v${index}`,
        index === 0 ? 'tokens' : `v${index - 1} + v${index - 1}`,
      ]),
    );
    const rules = [{ id: 'a', when: 'v39 > 1', action: 'flag' }];
    const faults = wordFaults(compileTexts([policyOf({ variables, rules })]));
    expect(faults.some((line) => line.includes('more than the 5000 allowed'))).toBe(true);
  });
});

test('compileBundle() tells an exemption that has expired', () => {
  const exemption = {
    match: { 'key.env': { eq: 'x' } },
    owner: 'o',
    reason: 'r',
    expires: '2026-01-01',
  };
  const rules = [{ id: 'a', when: 'tokens > 1', action: 'flag' }];
  const text = policyOf({ exemptions: [exemption], rules });
  const told = (now: number): boolean =>
    wordFaults(compileTexts([text], { now })).some((line) => line.includes('has expired'));
  expect([told(Date.UTC(2026, 0, 1, 23)), told(Date.UTC(2026, 0, 2))]).toEqual([false, true]);
});

test('compileBundle() tests a policy that is not switched on yet', () => {
  const tests = [{ name: 'it flags', given: { text: 'x' }, expect: { action: 'block' } }];
  const rules = [{ id: 'a', when: 'tokens > 0', action: 'flag' }];
  for (const mode of ['shadow', 'off']) {
    const faults = wordFaults(compileTexts([policyOf({ mode, rules }, 'example', { tests })]));
    expect(faults.join()).toContain('expected `block`, and it was `flag`');
  }
});
