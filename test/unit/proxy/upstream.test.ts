import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import {
  chooseUpstream,
  isAllowed,
  matches,
  type Pick,
  type Upstream,
} from '../../../src/proxy/upstream.ts';

describe('matches()', () => {
  test.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-*', 'gpt-', true],
    ['gpt-*', 'gpt-4o', true],
    ['gpt-*', 'xgpt-4o', false],
    ['*', '', true],
    ['*mini', 'gpt-4o-mini', true],
    ['*mini', 'mini-4o', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'acb', false],
    ['aa*aa', 'aaa', false],
    ['aa*aa', 'aaaa', true],
    ['a.c', 'abc', false],
    ['GPT-*', 'gpt-4o', false],
    ['*/llama*', 'meta/llama-3', true],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(matches(pattern, name)).toBe(expected);
  });

  test('in linear time for any number of stars', () => {
    const started = process.threadCpuUsage();
    expect(matches(`${'*a'.repeat(2_000)}b`, 'a'.repeat(5_000))).toBe(false);
    // Some milliseconds; tried one by one, the places of the stars would take longer than anybody waits.
    expect(process.threadCpuUsage(started).user).toBeLessThan(2_000_000);
  });
});

describe('isAllowed()', () => {
  test('allows everything where nothing is listed, and only what is listed else', () => {
    expect(isAllowed([], 'anything')).toBe(true);
    expect(isAllowed(['a*', 'b'], 'b')).toBe(true);
    expect(isAllowed(['a*', 'b'], 'c')).toBe(false);
  });
});

describe('chooseUpstream()', () => {
  const upstream = (name: string, more: Partial<Upstream> = {}): Upstream => ({
    name,
    family: 'openai',
    baseUrl: 'http://127.0.0.1',
    ...more,
  });
  const upstreams = [
    upstream('sandbox'),
    upstream('claude', { family: 'anthropic' }),
    upstream('main', { models: ['gpt-*'] }),
    upstream('local'),
  ];
  const routes = [
    { model: 'gpt-*-local', upstream: 'local' },
    { model: '*', upstream: 'claude' },
  ];
  const first: Pick = (entry, ours) => ours.find(({ name }) => name === entry.upstream);
  const choose = (model: string, prefix?: string, among = upstreams): string =>
    chooseUpstream({ family: 'openai', model, prefix }, among, routes, first).name;

  test.each([
    ['gpt-4o', undefined, 'main'],
    ['gpt-4o-local', undefined, 'local'],
    ['llama', undefined, 'local'],
    ['sandbox', undefined, 'sandbox'],
    ['sandbox', 'local', 'local'],
    ['gpt-4o', 'local', 'local'],
    ['gpt-4o', 'sandbox', 'sandbox'],
  ])('%s under %s: %s', (model, prefix, expected) => {
    expect(choose(model, prefix)).toBe(expected);
  });

  test.each([
    ['a model that the named upstream does not serve', 'llama', 'main', upstreams],
    ['an upstream of another family', 'gpt-4o', 'claude', upstreams],
    ['the sandbox by default', 'gpt-4o', undefined, [upstream('sandbox')]],
  ])('never %s', (_, model, prefix, among) => {
    expect(() => choose(model, prefix, among)).toThrow(GatewayError);
  });
});
