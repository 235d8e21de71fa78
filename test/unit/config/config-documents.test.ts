/** The JSON Schema and the reference say what the schema says, both ways. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readConfig } from '../../../src/config/config.ts';
import { fileVariable, variables } from '../../../src/config/environment.ts';
import { listFields } from '../../../src/config/field.ts';
import { toJsonSchema } from '../../../src/config/json-schema.ts';
import { readYaml } from '../../../src/config/yaml-document.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = readFileSync(resolve(root, 'docs/CONFIGURATION.md'), 'utf8');
const shipped = readFileSync(resolve(root, 'config/gateway.yaml'), 'utf8');

/** The cells of a table between its two marks, without its head. */
function rowsOf(name: string): string[][] {
  const table = page.split(`<!-- ${name} -->`)[1]?.split(`<!-- end of ${name} -->`)[0] ?? '';
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const code = (text: string) => `\`${text}\``;

describe('docs/CONFIGURATION.md', () => {
  test('lists every key with its default, its variable, its flag and its meaning, and no other', () => {
    const expected = listFields().map((field) => [
      code(field.path.join('.')),
      field.default === undefined ? '' : code(JSON.stringify(field.default)),
      [field.environment && code(field.environment), field.flag && code(`--${field.flag}`)]
        .filter((text) => text !== undefined)
        .join(', '),
      field.description,
    ]);
    expect(rowsOf('fields')).toEqual(expected);
    for (const [, , , meaning] of expected) expect(meaning).toMatch(/\.$/);
  });

  test('lists every variable, and no other', () => {
    expect(rowsOf('variables')).toEqual(
      variables.map(({ name, secret, path, description }) => [
        secret ? `${code(name)}, ${code(`${name}_FILE`)}` : code(name),
        code(path.join('.')),
        description,
      ]),
    );
    expect(page).toContain(code(fileVariable));
  });
});

describe('config/gateway.schema.json', () => {
  const text = readFileSync(resolve(root, 'config/gateway.schema.json'), 'utf8');
  const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(
    JSON.parse(text) as Record<string, unknown>,
  );

  test('is current: node tools/write-config-documents.ts writes it', () => {
    expect(JSON.parse(text)).toEqual(toJsonSchema());
  });

  test.each([
    ['an empty file', {}, true],
    ['a value', { listen: { port: 1 } }, true],
    ['a reference in the place of a number', { listen: { port: '${PORT:-8080}' } }, true],
    ['another text in the place of a number', { listen: { port: 'http' } }, false],
    ['an unknown key', { listen: { prot: 1 } }, false],
    ['an upstream', { upstreams: { eu: { dialect: 'openai', credential: '${K}' } } }, true],
    ['an upstream whose name is no name', { upstreams: { 'E U': { dialect: 'openai' } } }, false],
    ['an upstream without a dialect', { upstreams: { eu: {} } }, false],
  ])('judges %s', (_name, value, valid) => {
    expect(accepts(value)).toBe(valid);
  });

  test('accepts the shipped gateway.yaml, which names it', () => {
    expect(accepts(readYaml(shipped).value)).toBe(true);
    expect(shipped.split('\n')[0]).toBe('# yaml-language-server: $schema=gateway.schema.json');
  });
});

describe('config/gateway.yaml', () => {
  test('is what the gateway would do without it', () => {
    const cwd = root;
    const shippedResult = readConfig({ flags: {}, environment: {}, cwd });
    const bare = readConfig({ flags: {}, environment: {}, cwd: resolve(root, 'docs') });
    if (!shippedResult.ok || !bare.ok) throw new Error('the shipped configuration has faults');
    const { data, policies, ...rest } = shippedResult.config;
    expect(rest).toMatchObject(
      Object.fromEntries(
        Object.entries(bare.config).filter(([name]) => name !== 'data' && name !== 'policies'),
      ),
    );
    expect([data, policies]).toEqual([resolve(root, 'data'), resolve(root, 'config/policies')]);
  });

  test('holds examples that are right where they are uncommented', () => {
    const uncommented = shipped
      .replace('upstreams: {}', 'upstreams:')
      .replace('routes: []', 'routes:')
      .replace('detectors: {}', 'detectors:')
      .replace('budgets: []', 'budgets:')
      .replace('concurrency: []', 'concurrency:')
      .replace('prices: {}', 'prices:')
      .replace(/^# {2}(?=\S| {2})/gm, '  ')
      .replace(/^#(?= {2})/gm, '')
      .replace(/^ {2}# (?=tls|trustProxy|metrics)/gm, '  ');
    const { value, faults } = readYaml(uncommented);
    expect(faults).toEqual([]);
    expect(value).toMatchObject({
      listen: { trustProxy: 1, metrics: { port: 9090 } },
      upstreams: { 'azure-eu': { paths: 'azure' }, local: { models: ['llama-*'] } },
      routes: [{ upstream: 'azure-eu' }, { upstream: 'local' }],
      budgets: [{ name: 'research', hard: 1000 }, { per: ['key'] }],
      concurrency: [{ exchangesMax: 20 }],
      prices: { models: [{ cachedInput: 1.25 }] },
      detectors: { tone: { kind: 'http', labels: { rude: { threshold: 0.6 } } } },
    });
  });
});
