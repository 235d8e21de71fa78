/** Whatever is written at a key of gateway.yaml, or in its variable, is taken as written or refused by the key's name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ConfigResult, readConfig } from '../../../src/config/config.ts';
import { variables } from '../../../src/config/environment.ts';
import { type Field, listFields } from '../../../src/config/field.ts';
import { put, valueAt } from '../../../src/config/setting.ts';
import { Secret } from '../../../src/config/secret.ts';
import { writeYaml } from '../../../src/config/yaml-document.ts';
import { pathOf } from '../../../src/governance/interaction.ts';
import { draws } from '../../support/draws.ts';

const cwd = mkdtempSync(join(tmpdir(), 'every-key-'));
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

/** A configuration that holds and has something at every section, so that a single value decides. */
const base = {
  upstreams: { x: { dialect: 'openai', baseUrl: 'http://u.test/v1' } },
  routes: [{ model: 'a', targets: [{ upstream: 'x' }] }],
  detectors: {
    x: {
      ...{ kind: 'judge', url: 'http://d.test/', model: 'm' },
      labels: { x: { category: 'tone/rude', meaning: 'rude' } },
    },
  },
  listen: { metrics: { port: 9 } },
  signIn: { oidc: { issuer: 'https://i.test', clientId: 'c', roles: { r: ['admin'] } } },
  budgets: [{ name: 'b', window: 'day', measure: 'tokens', hard: 10 }],
  concurrency: [{ name: 'c', exchangesMax: 3 }],
  prices: { models: [{ model: 'm', input: 1, output: 2 }] },
  audit: {
    ship: {
      bucket: {
        ...{ endpoint: 'http://s.test', name: 'bucket', accessKeyId: 'a' },
        secretAccessKey: 's',
      },
    },
  },
  traces: { endpoint: 'http://t.test/v1/traces' },
};

const named = new Set(['upstreams', 'detectors', 'labels']);

/** With a name or an index in the place of each `*`. */
function concrete({ path }: Pick<Field, 'path'>): readonly (string | number)[] {
  return path.map((step, at) => (step !== '*' ? step : named.has(path[at - 1] ?? '') ? 'x' : 0));
}

function treeWith(path: readonly (string | number)[], value: unknown): Record<string, unknown> {
  const tree = structuredClone(base) as Record<string, unknown>;
  const list = path.findLastIndex((step) => typeof step === 'number');
  const parent = list < 0 ? tree : valueAt(tree, path.slice(0, list + 1));
  put(parent as Record<string, unknown>, path.slice(list + 1).map(String), value);
  return tree;
}

function readTree(tree: unknown): ConfigResult {
  return readConfig({ flags: {}, environment: {}, cwd, source: { text: writeYaml(tree) } });
}

/** What people write: units, other kinds, nothing, too much, and the words and numbers that are right. */
const slips = fc.oneof(
  fc.constantFrom<unknown>('30s', '10MB', '1_000', '10,000', '5 min', '', ' ', '~', 'yes', 'off'),
  fc.constantFrom<unknown>('a\0b', 'a\nb', '\u001b[31mred', ' a', 'a ', 'ünïcode', '-', '*', '${'),
  fc.constantFrom<unknown>(null, true, false, NaN, Infinity, -Infinity, -1, 0, 0.5, 1e300, 2 ** 53),
  fc.constantFrom<unknown>([], [[]], [null], [' '], ['a', 'a'], {}, { a: 'b' }, { a: null }),
  fc.constantFrom<unknown>('http://a.test', 'https://a.test/x/', 'ftp://a', 'file:///x', '::1'),
  fc.constantFrom<unknown>(' http://a.test', 'http://a\n.test', 'http:\\\\a.test', 'http:a.test'),
  fc.constantFrom<unknown>('[::1]', '127.0.0.1:80', 'localhost', '2024-10-21', 'x'.repeat(9_999)),
);

function valuesOf({ expectation, from, to }: Field): fc.Arbitrary<unknown> {
  const words = [...expectation.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  const near = fc.integer({ min: Math.max(from - 2, -9), max: Math.min(to + 2, 2 ** 40) });
  return fc.oneof(
    slips,
    near,
    near.map(String),
    fc.double(),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    ...(words.length > 0 ? [fc.constantFrom(...words, ...words.map((word) => ` ${word}`))] : []),
  );
}

const paths = new Set(['data', 'policies', 'audit.ship.directory']);

/** As it is kept: a path from where it is meant, a base URL without its last slashes, all else as it was written. */
function kept(field: Pick<Field, 'path'>, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (paths.has(field.path.join('.'))) return resolve(cwd, value);
  return field.path.at(-1) === 'baseUrl' ? value.replace(/\/+$/, '') : value;
}

function plain(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

/** Lists of files are kept as paths too. */
function listed(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) =>
    typeof item !== 'string' || /^https?:/.test(item) ? item : resolve(cwd, item),
  );
}

function expectHeld(field: Field, result: ConfigResult, written: unknown): void {
  const path = concrete(field);
  if (result.ok) {
    const held = plain(valueAt(result.config, path));
    const meant = plain(kept(field, written));
    expect(held).toEqual(field.path.at(-1) === 'witnesses' ? listed(meant) : meant);
    return;
  }
  const messages = result.faults.map(({ message }) => message);
  expect(messages.some((message) => names(message, path))).toBe(true);
  expect(new Set(result.faults.map(({ where, message }) => where + message)).size).toBe(
    messages.length,
  );
  for (const message of messages) expect(message).not.toMatch(/[\p{Cc}]|undefined|\[object/u);
}

/** Of these it depends what may stand beside them, so theirs may be the fault of a neighbour. */
const deciding = new Set<unknown>(['dialect', 'kind']);

function names(message: string, path: readonly (string | number)[]): boolean {
  if (deciding.has(path.at(-1)) && message.startsWith(pathOf(path.slice(0, -1)))) return true;
  return message.includes(pathOf(path)) || message.includes(`\`${String(path.at(-1))}\``);
}

describe('a value is taken as it was written, or refused by the name of its key', () => {
  test('where nothing is wrong', () => {
    expect(readTree(base)).toHaveProperty('ok', true);
  });

  test.each(listFields().map((field) => [field.path.join('.'), field] as const))(
    'at %s',
    (_name, field) => {
      fc.assert(
        fc.property(valuesOf(field), (value) => {
          // What holds a reference is read from the environment, which is another law.
          fc.pre(!JSON.stringify(value ?? null).includes('${'));
          expectHeld(field, readTree(treeWith(concrete(field), value)), value);
        }),
        draws(8),
      );
    },
  );

  const own = listFields().filter(({ environment }) => environment !== undefined);
  test.each(own.map((field) => [field.environment ?? '', field] as const))(
    'in the variable %s, whatever the file says',
    (name, field) => {
      const texts = valuesOf(field).map((value) =>
        // What an environment can hold.
        (typeof value === 'string' ? value : writeYaml(value).trim()).replaceAll('\0', ''),
      );
      const path = concrete(field);
      const without = treeWith(path, undefined);
      fc.assert(
        fc.property(texts, fc.boolean(), (text, beside) => {
          const source = { text: writeYaml(beside ? treeWith(path, '30s') : without) };
          const result = readConfig({ flags: {}, environment: { [name]: text }, cwd, source });
          if (text === '') return;
          const isNumber = typeof (result.ok && valueAt(result.config, path)) === 'number';
          expectHeld(field, result, isNumber ? Number(text) : text);
          if (!result.ok && !beside)
            expect(result.faults.map(({ where }) => where)).toContain(name);
        }),
        draws(10),
      );
    },
  );

  test('in each variable that there is', () => {
    const fields = own.map(({ environment }) => environment);
    const rest = variables.filter(({ name }) => !fields.includes(name));
    for (const { name, path } of rest)
      for (const text of [' ', 'a\nb', '\u001b[31m']) {
        const result = readConfig({ flags: {}, environment: { [name]: text }, cwd });
        if (result.ok) throw new Error(`${name} takes ${JSON.stringify(text)}`);
        const found = result.faults.filter(({ where }) => where === name);
        expect(found.map(({ message }) => message).join('\n')).toContain(path.join('.'));
      }
  });
});
