/** The section `detectors` of gateway.yaml: what each kind needs, what it has no use for, and what the policies may ask of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type Config, readConfig } from '../../../src/config/config.ts';
import { toOutsideDetectors } from '../../../src/config/detectors.ts';
import { showConfig } from '../../../src/config/show.ts';
import { readText } from '../../support/repository.ts';

const cwd = mkdtempSync(join(tmpdir(), 'governance-detectors-'));
afterAll(() => rmSync(cwd, { recursive: true }));
writeFileSync(join(cwd, 'model.onnx'), 'x');

function read(detectors: unknown): ReturnType<typeof readConfig> {
  writeFileSync(join(cwd, 'gateway.yaml'), JSON.stringify({ detectors }, undefined, 1));
  return readConfig({ flags: { config: 'gateway.yaml' }, environment: { KEY: 'top-secret' }, cwd });
}

function configOf(detectors: unknown): Config {
  const result = read(detectors);
  if (!result.ok) throw new Error(result.faults.map(({ message }) => message).join('\n'));
  return result.config;
}

function faultsOf(detector: unknown, name = 'tone'): readonly string[] {
  const result = read({ [name]: detector });
  return result.ok ? [] : result.faults.map(({ message }) => message);
}

const labels = { rude: { category: 'tone/rude' } };
const url = 'https://models.example/judge';
const http = { kind: 'http', url, labels };
const judge = {
  ...{ kind: 'judge', url, model: 'small' },
  labels: { rude: { category: 'tone/rude', meaning: 'It is rude.' } },
};
const onnx = { kind: 'onnx', file: 'model.onnx', outputs: ['fine', 'rude'], labels };

describe('the examples of the documents', () => {
  mkdirSync(join(cwd, 'models'));
  for (const name of ['attacks.onnx', 'vocab.txt']) writeFileSync(join(cwd, 'models', name), 'x');
  const examples = ['docs/DETECTION.md', 'docs/CONFIGURATION.md'].flatMap((page) =>
    [...readText(page).matchAll(/^```yaml\n(detectors:\n[^]*?)^```/gm)].map(
      ([, text = '']) => text,
    ),
  );

  test.each(examples)('hold: %s', (text) => {
    writeFileSync(join(cwd, 'example.yaml'), text);
    const environment = { TONE_KEY: 'k', OPENAI_API_KEY: 'k' };
    expect(readConfig({ flags: { config: 'example.yaml' }, environment, cwd })).toMatchObject({
      ok: true,
    });
  });

  test('are three at least', () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });
});

describe('detectors', () => {
  test('of each kind are read, with a default for every bound', () => {
    const { detectors } = configOf({
      a: http,
      b: { ...http, kind: 'moderation' },
      c: judge,
      d: onnx,
    });
    expect(Object.keys(detectors)).toEqual(['a', 'b', 'c', 'd']);
    expect(detectors['a']).toMatchObject({
      ...{ timeoutMs: 2000, charactersMax: 20_000, callsMax: 8, waitingMax: 256 },
      ...{ cacheEntriesMax: 1000, cacheMs: 300_000, failuresMax: 5, pauseMs: 5000 },
      ...{ answerBytesMax: 65_536, credentialHeader: 'authorization' },
      labels: { rude: { category: 'tone/rude', severity: 'high', threshold: 0.5 } },
    });
    expect(detectors['d']?.file).toBe(join(cwd, 'model.onnx'));
  });

  test('give the policies their names and categories', () => {
    const both = { ...labels, cruel: { category: 'tone/rude' }, loud: { category: 'tone/loud' } };
    expect(toOutsideDetectors(configOf({ tone: { ...http, labels: both } }).detectors)).toEqual([
      { name: 'tone', categories: ['tone/rude', 'tone/loud'] },
    ]);
    expect(toOutsideDetectors(configOf({}).detectors)).toEqual([]);
  });

  test('keep their keys to themselves', () => {
    const config = configOf({
      tone: { ...http, credential: '${KEY}', headers: { 'x-org': '${KEY}' } },
    });
    expect(showConfig(config)).not.toContain('top-secret');
    expect(config.detectors['tone']?.credential?.reveal()).toBe('top-secret');
  });

  test('take a number from a variable', () => {
    const from = { rude: { category: 'tone/rude', threshold: '${NONE:-0.8}' } };
    expect(
      configOf({ tone: { ...http, labels: from } }).detectors['tone']?.labels['rude']?.threshold,
    ).toBe(0.8);
  });

  test.each<[string, unknown, RegExp]>([
    ['without a kind', { url, labels }, /tone\.kind: expected one of `http`/],
    ['of an unknown kind', { ...http, kind: 'grpc' }, /tone\.kind: expected one of `http`/],
    ['without an address', { kind: 'http', labels }, /expected `url` beside `kind: http`/],
    ['with an address that is none', { ...http, url: 'ftp://x' }, /tone\.url: expected an http/],
    [
      'with a password in its address',
      { ...http, url: 'http://a:b@c/' },
      /tone\.url: expected an http/,
    ],
    [
      'with a key it has no use for',
      { ...http, model: 'x' },
      /`kind: http` has no use for `model`/,
    ],
    ['with an unknown key', { ...http, timeout: 5 }, /unknown key .*timeout/],
    ['without labels', { kind: 'http', url }, /tone\.labels: expected a mapping/],
    ['with no label', { ...http, labels: {} }, /expected at least one label/],
    [
      'with a category that is none',
      { ...http, labels: { a: { category: 'Rude' } } },
      /expected a category such as/,
    ],
    [
      'with a threshold that is none',
      { ...http, labels: { a: { category: 'a/b', threshold: 2 } } },
      /threshold: expected a number from 0 to 1/,
    ],
    [
      'with a time that is none',
      { ...http, timeoutMs: 0 },
      /timeoutMs: expected a whole number from 1/,
    ],
    [
      'that judges without a model',
      { ...judge, model: undefined },
      /expected `model` beside `kind: judge`/,
    ],
    ['that judges by labels without a meaning', { ...judge, labels }, /expected a `meaning`/],
    [
      'that is a file without outputs',
      { ...onnx, outputs: undefined },
      /expected `outputs` beside/,
    ],
    [
      'whose labels are no outputs',
      { ...onnx, outputs: ['fine'] },
      /expected one of the `outputs`, got `rude`/,
    ],
    [
      'whose file is not there',
      { ...onnx, file: 'gone.onnx' },
      /expected a file that can be read, got `gone.onnx`/,
    ],
    ['that is a file with an address', { ...onnx, url }, /`kind: onnx` has no use for `url`/],
  ])('%s are refused', (_name, detector, message) => {
    expect(faultsOf(detector).join('\n')).toMatch(message);
  });

  test.each(['Tone', 'my tone', 'secrets', 'patterns'])(
    'under the name `%s` are refused',
    (name) => {
      expect(faultsOf(http, name)).toHaveLength(1);
    },
  );
});
