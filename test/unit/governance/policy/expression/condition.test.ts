/** Conditions: what is refused, what they come to, and that the three ways of running one agree. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Interaction } from '../../../../../src/governance/interaction.ts';
import type { Names } from '../../../../../src/governance/policy/expression/check.ts';
import {
  compileCondition,
  type Condition,
} from '../../../../../src/governance/policy/expression/condition.ts';
import { context } from '../../../../../src/governance/policy/expression/context.ts';
import { bool } from '../../../../../src/governance/policy/expression/type.ts';
import type { Query } from '../../../../../src/governance/policy/query.ts';
import { emptySight, indexSeen, toSight } from '../../../../../src/governance/policy/sight.ts';
import type { Seen } from '../../../../../src/governance/seen.ts';
import { draws } from '../../../../support/draws.ts';
import { callOf, partOf, type Given } from '../../../../support/policy.ts';

const names: Names = {
  types: new Map(Object.entries(context).map(([name, field]) => [name, field.type])),
  refused: new Map(),
};
const patterns = ['a', 'b', 'c'];

function resolve(name: string, _form: string, confidence = 0.5): Query {
  const pattern = patterns.indexOf(name);
  if (pattern >= 0) return { kind: 'pattern', name, pattern };
  return { kind: 'category', selector: name, confidence };
}

function compile(text: string): Condition {
  const compiled = compileCondition(text, { names, variables: new Map(), resolve }, bool);
  if (!('root' in compiled)) throw new Error(`${text}: ${compiled[0]?.message ?? ''}`);
  return compiled;
}

function flawOf(text: string): string {
  const compiled = compileCondition(text, { names, variables: new Map(), resolve }, bool);
  return 'root' in compiled ? 'none' : (compiled[0]?.message ?? '');
}

function seenOf(
  pattern: number,
  start: number,
  category = `pattern/${patterns[pattern] ?? ''}`,
): Seen {
  const spans = [{ part: 0, start, end: start + 2 }];
  const rated = { severity: 'high', confidence: 0.8 } as const;
  return { category, ...rated, spans, decoded: [], pattern, kind: 'user' };
}

function run(
  condition: Condition,
  interaction: Interaction,
  seen: readonly Seen[] = [],
  tool?: { readonly name: string; readonly args: unknown },
): unknown {
  const sight = toSight(indexSeen(seen));
  const outcome = condition.run({ interaction, sight, zone: 'UTC', tool });
  return 'error' in outcome ? 'error' : outcome.value;
}

const usual: Given = {
  text: 'twelve words',
  model: 'gpt-4o',
  key: { env: 'prod', team: 'care', tags: ['eu'] },
  tags: ['x'],
  tools: ['search', 'shell'],
  unjudged: ['image'],
  at: '2026-11-20T23:30:00Z',
};

describe('a condition comes to', () => {
  test.each<[when: string, value: unknown]>([
    ['model == "gpt-4o" && key.env in ["prod", "stage"]', true],
    ['model.startsWith("gpt") || stream', true],
    ['!("eu" in key.tags)', false],
    ['tokens == 3', true],
    ['size(tools) == 2 && tools.exists(name, name == "shell")', true],
    ['tools.all(name, name.size() > 5)', false],
    ['parts.exists(part, part.kind == "user" && part.size > 10)', true],
    ['parts[0].path == "messages[0].content"', true],
    ['"image" in unjudged && !("audio" in unjudged)', true],
    ['time.hour == 23 && time.weekday == 5', true],
    ['history == 1', true],
    ['findings.filter(one, one.confidence > 0.5).size() == 2', true],
    ['hit("a") && !hit("c")', true],
    ['count("b") == 1 && found("pattern/*")', true],
    ['found("pattern/a", 0.9)', false],
    ['near("a", "b", 10)', true],
    ['near("a", "b", 7)', false],
    ['near("b", "a", 8)', true],
    ['has(key.env) && key.team.contains("ar")', true],
    ['(tokens > 2 ? model : user) == "gpt-4o"', true],
    ['tools[5] == "x"', 'error'],
    ['tools[5] == "x" || true', true],
  ])('%s → %s', (when, value) => {
    expect(run(compile(when), callOf(usual), [seenOf(0, 0), seenOf(1, 10)])).toBe(value);
  });

  test.each<[when: string, value: unknown]>([
    ['tool.name == "pay" && number(tool.args, "amount", 0) > 1000', true],
    ['number(tool.args, "items.1.price", -1) == 7.5', true],
    ['number(tool.args, "items.9.price", -1) == -1', true],
    ['number(tool.args, "text", 5) == 12.0', true],
    ['text(tool.args, "to.name", "") == "Jo"', true],
    ['text(tool.args, "amount", "") == "2000"', true],
    ['text(tool.args, "to", "none") == "none"', true],
    ['text(tool.args, "__proto__.x", "none") == "none"', true],
    ['tool.args.amount == 2000', true],
    ['tool.args.nothing == 1', 'error'],
    ['has(tool.args.nothing)', false],
    ['tool.args.items.exists(item, item.price > 7.0)', true],
  ])('%s → %s for a tool call', (when, value) => {
    const args = {
      amount: 2000,
      items: [{ price: 1 }, { price: 7.5 }],
      to: { name: 'Jo' },
      text: '12',
    };
    expect(run(compile(when), callOf(usual), [], { name: 'pay', args })).toBe(value);
  });

  test.each([['a text'], [['a list']], [null]])('an error where the arguments are %j', (args) => {
    const condition = compile('number(tool.args, "amount", 0) > 1000');
    expect(run(condition, callOf(usual), [], { name: 'pay', args })).toBe('error');
  });
});

describe('a condition is refused for', () => {
  test.each([
    ['model > 3', '`>` does not take string and int'],
    ['model + 1 == "x"', '`+` does not take string and int'],
    ['!tokens', '`!` does not take int'],
    ['tokens ? true : false', '`?` needs a bool, not an int'],
    ['tokens.size() == 1', '`size` of an int does not take ()'],
    ['key.tem == "x"', '`key` has no field `tem`; did you mean `team`?'],
    ['model.name == "x"', 'a string has no field `name`'],
    ['tools["a"] == "x"', 'a list of string has no item at a string'],
    ['3 in tools', 'an int is never in a list of string'],
    ['"x" in model', '`in` needs a list or a map, not a string'],
    [
      'tools.exists(model, true)',
      '`model` already names something else; give the items another name',
    ],
    ['tokens.exists(x, true)', 'an int has no items to go through'],
    ['tools.exists(x)', '`exists` takes a list, a new name and a condition on it'],
    ['google.protobuf.Value{} == 1', 'there is no type `google.protobuf.Value` here'],
    ['near("a", "b", tokens)', '`near` takes written-out values only, so that they can be checked'],
    ['hit(3)', '`hit` does not take (int)'],
    ['1', 'this has to be a bool, and it is an int'],
    ['model matches "x"', '`matches` is not expected here'],
    ['"\\ud800" == model', 'this is not a condition'],
  ])('%s', (when, flaw) => {
    expect(flawOf(when)).toBe(flaw);
  });
});

/** Conditions of the plain kind, as trees of text. */
const strings = fc.constantFrom('model', 'key.env', 'user', '"gpt-4o"', '"prod"', '""');
const numbers = fc.constantFrom(
  'tokens',
  'history',
  'size(tools)',
  'tags.size()',
  'count("a")',
  '0',
  '1',
  '3',
);
const leaves = fc.oneof(
  fc.constantFrom('stage == "request"', '!(stage in ["response"])', 'stage.startsWith("re")'),
  fc.constantFrom('stream', 'true', 'false', 'hit("a")', 'hit("b")', 'found("pattern/*")'),
  fc.constantFrom(
    'found("pattern/a", 0.9)',
    'near("a", "b", 5)',
    '"image" in unjudged',
    'size(unjudged) > 0',
  ),
  fc
    .tuple(strings, fc.constantFrom('==', '!='), strings)
    .map(([left, sign, right]) => `${left} ${sign} ${right}`),
  fc
    .tuple(numbers, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), numbers)
    .map(([left, sign, right]) => `${left} ${sign} ${right}`),
  fc
    .tuple(strings, fc.constantFrom('tools', 'key.tags', '["prod", "x"]'))
    .map(([item, list]) => `${item} in ${list}`),
  fc
    .tuple(strings, fc.constantFrom('startsWith', 'endsWith', 'contains'), strings)
    .map(([left, name, right]) => `${left}.${name}(${right})`),
  fc
    .tuple(
      fc.constantFrom('exists', 'all'),
      fc.constantFrom('part.size > 3', 'part.kind == "user"', 'hit("a")'),
    )
    .map(([name, body]) => `parts.${name}(part, ${body})`),
  fc.constantFrom(
    'unjudged.exists(kind, kind == "image")',
    'findings.exists(one, one.confidence > 0.7)',
    'findings.all(one, one.category == "x")',
  ),
  fc.constantFrom(
    'references.exists(id, id == "r")',
    'tags.all(tag, tag in tools)',
    'tool.name == "pay"',
  ),
);
const { condition: conditions } = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaves,
    fc
      .tuple(tie('condition'), fc.constantFrom('&&', '||', '=='), tie('condition'))
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    tie('condition').map((inner) => `!(${inner})`),
    fc
      .tuple(tie('condition'), tie('condition'), tie('condition'))
      .map(([test, yes, no]) => `(${test}) ? (${yes}) : (${no})`),
  ),
}));
const givens = fc.record({
  model: fc.constantFrom('gpt-4o', 'prod', ''),
  user: fc.constantFrom('', 'prod'),
  stream: fc.boolean(),
  tools: fc.subarray(['prod', 'search', 'gpt-4o']),
  tags: fc.subarray(['prod', 'x']),
  references: fc.subarray(['r', 's']),
  unjudged: fc.subarray(['image', 'audio'] as const),
  texts: fc.array(fc.constantFrom('', 'a', 'abcd', 'abcdefghijkl'), { maxLength: 3 }),
});
const seens = fc.array(
  fc.tuple(fc.nat(2), fc.nat(20)).map(([pattern, start]) => seenOf(pattern, start)),
  { maxLength: 4 },
);

/** Undefined for what would cost too much; there is nothing else to refuse in these. */
function compileCheap(when: string): Condition | undefined {
  return flawOf(when).endsWith('loop over less') ? undefined : compile(when);
}

test('a plain condition comes to the same with and without the evaluator', () => {
  let plain = 0;
  fc.assert(
    fc.property(conditions, givens, seens, (when, { texts, ...given }, seen) => {
      const condition = compileCheap(when);
      if (condition === undefined) return;
      const parts = texts.map((text) => partOf(text));
      const interaction = callOf({ ...given, key: { env: 'prod', tags: ['x'] } }, { parts });
      const tool = { name: 'pay', args: {} };
      const subject = { interaction, sight: toSight(indexSeen(seen)), zone: 'UTC', tool };
      if (condition.holds === undefined) return;
      plain += 1;
      expect(condition.run(subject)).toEqual({ value: condition.holds(subject) });
    }),
    draws(1500),
  );
  expect(plain).toBeGreaterThan(1400);
});

test('a condition that is called silent is false while nothing was seen', () => {
  let silent = 0;
  fc.assert(
    fc.property(conditions, givens, (when, { texts, ...given }) => {
      const condition = compileCheap(when);
      if (condition?.silent !== true) return;
      silent += 1;
      const parts = texts.map((text) => partOf(text));
      const interaction = callOf({ ...given, references: [], unjudged: [] }, { parts });
      const subject = {
        interaction,
        sight: emptySight,
        zone: 'UTC',
        tool: { name: 'x', args: {} },
      };
      expect(condition.run(subject)).toEqual({ value: false });
    }),
    draws(1500),
  );
  expect(silent).toBeGreaterThan(100);
});

test('the steps of a condition are bounded by the call it is run on', () => {
  const condition = compile('tags.exists(a, tags.exists(b, a != b && a == "z"))');
  const interaction = callOf({ tags: Array.from({ length: 3000 }, (_, index) => `t${index}`) });
  const steps = condition.steps?.(() => interaction.tags.length) ?? 0;
  expect(steps).toBeGreaterThan(3000 * 3000);
});
