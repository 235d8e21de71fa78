import { describe, expect, test } from '@jest/globals';
import { GatewayError } from '../../../src/errors.ts';
import {
  chooseUpstream,
  isAllowed,
  type Pick,
  type Upstream,
} from '../../../src/proxy/upstream.ts';

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
