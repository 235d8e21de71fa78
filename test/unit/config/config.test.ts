/** What flags, environment and gateway.yaml become together, and every fault they can have. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type ConfigInput, readConfig } from '../../../src/config/config.ts';
import { variables } from '../../../src/config/environment.ts';
import { writeFault } from '../../../src/config/fault.ts';
import { readFlags } from '../../../src/config/flags.ts';
import type { Config } from '../../../src/config/schema.ts';
import { Secret } from '../../../src/config/secret.ts';
import { toSharedSettings } from '../../../src/config/shared-index.ts';
import { showConfig } from '../../../src/config/show.ts';
import { upstreamVariables } from '../../../src/proxy/upstream.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder with these files in it; gateway.yaml lies where it usually does. */
function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  folders.push(folder);
  mkdirSync(join(folder, 'config'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

type Given = {
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly environment?: ConfigInput['environment'];
  readonly args?: readonly string[];
};

function read({ yaml, files = {}, environment = {}, args = [] }: Given) {
  const cwd = folderWith({ ...files, ...(yaml !== undefined && { 'config/gateway.yaml': yaml }) });
  const { flags, faults } = readFlags(args);
  expect(faults).toEqual([]);
  return { result: readConfig({ flags, environment, cwd }), cwd };
}

function configOf(given: Given): Config {
  const { result } = read(given);
  if (!result.ok) throw new Error(result.faults.map(writeFault).join('\n'));
  return result.config;
}

function faultsOf(given: Given): readonly string[] {
  const { result } = read(given);
  return result.ok ? [] : result.faults.map(writeFault);
}

const master = Buffer.alloc(32, 7).toString('base64');

describe('readConfig() takes', () => {
  test('the defaults where nothing is said', () => {
    const { result, cwd } = read({});
    expect(result).toMatchObject({
      ok: true,
      file: undefined,
      config: {
        listen: { host: '127.0.0.1', port: 8080, trustProxy: 0 },
        data: join(cwd, 'data'),
        policies: join(cwd, 'config/policies'),
        sandbox: true,
        upstreams: {},
        routes: [],
        rateLimit: { requestsPerMinute: 600 },
        audit: { durability: 'fsync', content: 'redacted' },
        log: { level: 'info' },
      },
    });
  });

  test.each<[string, Given, number]>([
    ['the default', {}, 8080],
    ['the file over the default', { yaml: 'listen: { port: 1 }' }, 1],
    [
      'the environment over the file',
      { yaml: 'listen: { port: 1 }', environment: { PORT: '2' } },
      2,
    ],
    [
      'a flag over the environment',
      { yaml: 'listen: { port: 1 }', environment: { PORT: '2' }, args: ['--port', '3'] },
      3,
    ],
    ['a flag with its value attached', { args: ['--port=4'] }, 4],
    [
      'the file where the variable is empty',
      { yaml: 'listen: { port: 1 }', environment: { PORT: '' } },
      1,
    ],
    [
      'a variable named in the file',
      { yaml: 'listen: { port: "${P}" }', environment: { P: '5' } },
      5,
    ],
    ['its default', { yaml: 'listen: { port: "${P:-6}" }' }, 6],
    [
      'its default where it is empty',
      { yaml: 'listen: { port: "${P:-6}" }', environment: { P: '' } },
      6,
    ],
    [
      'parts put together',
      { yaml: 'listen:\n  port: ${A}${B}', environment: { A: '8', B: '1' } },
      81,
    ],
    ['port 0', { environment: { PORT: '0' } }, 0],
    [
      'another file',
      {
        files: { 'other.yaml': 'listen: { port: 7 }' },
        environment: { GATEWAY_CONFIG: 'other.yaml' },
      },
      7,
    ],
    [
      'another file named by a flag',
      {
        files: { 'a.yaml': 'listen: { port: 8 }', 'b.yaml': 'listen: { port: 9 }' },
        environment: { GATEWAY_CONFIG: 'a.yaml' },
        args: ['--config', 'b.yaml'],
      },
      9,
    ],
  ])('the port from %s', (_name, given, port) => {
    expect(configOf(given).listen.port).toBe(port);
  });

  test.each<[string, Given, unknown]>([
    [
      'GATEWAY_RATE_LIMIT=0',
      { environment: { GATEWAY_RATE_LIMIT: '0' } },
      { rateLimit: { requestsPerMinute: 0 } },
    ],
    ['HOST', { environment: { HOST: '::1' } }, { listen: { host: '::1' } }],
    ['LOG_LEVEL', { environment: { LOG_LEVEL: 'silent' } }, { log: { level: 'silent' } }],
    [
      'a boolean from a variable',
      { yaml: 'sandbox: ${S}', environment: { S: 'false' } },
      { sandbox: false },
    ],
    [
      'an escaped reference',
      { yaml: "routes: [{ model: '$${x}', upstream: sandbox }]" },
      { routes: [{ model: '${x}' }] },
    ],
    [
      'a number that belongs into a text',
      { yaml: 'routes:\n  - { model: "${M}", upstream: sandbox }', environment: { M: '42' } },
      { routes: [{ model: '42' }] },
    ],
    [
      'a variable that looks like YAML as one text',
      {
        yaml: 'detectors:\n  d:\n    kind: http\n    url: http://d.test\n    labels: { l: { category: tone/rude, meaning: "${M}" } }',
        environment: { M: 'a: [1]\nb: *x' },
      },
      { detectors: { d: { labels: { l: { meaning: 'a: [1]\nb: *x' } } } } },
    ],
  ])('%s', (_name, given, expected) => {
    expect(configOf(given)).toMatchObject(expected as Record<string, unknown>);
  });
});

describe('readConfig() makes upstreams of', () => {
  test('the variables that callers are told of whose model nobody serves', () => {
    const known = variables.filter(({ path }) => path[0] === 'upstreams');
    const told = Object.entries(upstreamVariables).flatMap(([family, names]) =>
      names.map((name) => [family, name]),
    );
    expect(told).toEqual(known.map(({ name, path }) => [path[1], name]));
  });

  test.each([
    [
      'OPENAI_API_KEY',
      { OPENAI_API_KEY: 'sk' },
      'openai',
      'https://api.openai.com/v1',
      'authorization',
    ],
    [
      'OPENAI_BASE_URL',
      { OPENAI_BASE_URL: 'http://x/v1/' },
      'openai',
      'http://x/v1',
      'authorization',
    ],
    [
      'ANTHROPIC_API_KEY',
      { ANTHROPIC_API_KEY: 'k' },
      'anthropic',
      'https://api.anthropic.com',
      'x-api-key',
    ],
    [
      'GEMINI_API_KEY',
      { GEMINI_API_KEY: 'k' },
      'gemini',
      'https://generativelanguage.googleapis.com',
      'x-goog-api-key',
    ],
    [
      'GOOGLE_GEMINI_BASE_URL',
      { GOOGLE_GEMINI_BASE_URL: 'http://g' },
      'gemini',
      'http://g',
      'x-goog-api-key',
    ],
    [
      'a bare OLLAMA_HOST',
      { OLLAMA_HOST: 'models' },
      'ollama',
      'http://models:11434',
      'authorization',
    ],
    [
      'OLLAMA_HOST with a port',
      { OLLAMA_HOST: 'models:99' },
      'ollama',
      'http://models:99',
      'authorization',
    ],
    [
      'OLLAMA_HOST with port 80',
      { OLLAMA_HOST: 'models:80' },
      'ollama',
      'http://models',
      'authorization',
    ],
    [
      'OLLAMA_HOST with a scheme',
      { OLLAMA_HOST: 'http://m' },
      'ollama',
      'http://m',
      'authorization',
    ],
    [
      'OLLAMA_HOST with https and a port',
      { OLLAMA_HOST: 'https://m:8/' },
      'ollama',
      'https://m:8',
      'authorization',
    ],
    [
      'OLLAMA_HOST with a path',
      { OLLAMA_HOST: 'http://m/ollama/' },
      'ollama',
      'http://m/ollama',
      'authorization',
    ],
    [
      'OLLAMA_HOST as only a port',
      { OLLAMA_HOST: ':99' },
      'ollama',
      'http://127.0.0.1:99',
      'authorization',
    ],
    [
      'OLLAMA_HOST that means all addresses',
      { OLLAMA_HOST: '0.0.0.0' },
      'ollama',
      'http://127.0.0.1:11434',
      'authorization',
    ],
    [
      'OLLAMA_HOST as IPv6',
      { OLLAMA_HOST: '::1' },
      'ollama',
      'http://[::1]:11434',
      'authorization',
    ],
    [
      'OLLAMA_HOST as IPv6 with a port',
      { OLLAMA_HOST: '[::]:5' },
      'ollama',
      'http://[::1]:5',
      'authorization',
    ],
    [
      'a quoted OLLAMA_HOST',
      { OLLAMA_HOST: '"models:99"' },
      'ollama',
      'http://models:99',
      'authorization',
    ],
  ])('%s', (_name, environment, name, baseUrl, credentialHeader) => {
    const { upstreams } = configOf({ environment });
    expect(Object.keys(upstreams)).toEqual([name]);
    expect(upstreams[name]).toMatchObject({ dialect: name, baseUrl, credentialHeader });
  });

  test('a variable and the file: the variable fills in, the file keeps its dialect', () => {
    const { upstreams } = configOf({
      yaml: 'upstreams: { openai: { dialect: anthropic, models: [a] } }',
      environment: { OPENAI_API_KEY: 'sk' },
    });
    expect(upstreams.openai).toMatchObject({ dialect: 'anthropic', models: ['a'] });
    expect(upstreams.openai?.credential?.reveal()).toBe('sk');
  });

  test('an Azure upstream', () => {
    const yaml =
      'upstreams:\n  eu: { dialect: openai, paths: azure, apiVersion: 2024-10-21, baseUrl: https://e.example }';
    expect(configOf({ yaml }).upstreams.eu).toMatchObject({
      credentialHeader: 'api-key',
      apiVersion: '2024-10-21',
    });
  });
});

describe('a secret', () => {
  const canary = 'canary-5f1c9a-canary';

  test.each<[string, Given]>([
    ['a variable', { environment: { GATEWAY_BOOTSTRAP_KEY: canary } }],
    ['the file', { yaml: `keys: { bootstrapKey: ${canary} }` }],
    [
      'a variable in the file',
      { yaml: 'keys: { bootstrapKey: "${K}" }', environment: { K: canary } },
    ],
    [
      'a file that a variable names',
      { files: { k: `${canary}\n` }, environment: { GATEWAY_BOOTSTRAP_KEY_FILE: 'k' } },
    ],
    [
      'a file for a variable in the file',
      {
        yaml: 'keys: { bootstrapKey: "${K}" }',
        files: { k: canary },
        environment: { K_FILE: 'k' },
      },
    ],
  ])('comes from %s and prints masked', (_name, given) => {
    const config = configOf(given);
    expect(config.keys.bootstrapKey?.reveal()).toBe(canary);
    const printed = [JSON.stringify(config), inspect(config, { depth: 9 }), showConfig(config)];
    printed.push(String(config.keys.bootstrapKey), inspect(config.keys, { showHidden: true }));
    for (const text of printed) expect(text).not.toContain('canary-');
    expect(showConfig(config)).toContain('bootstrapKey: "[secret]"');
  });

  test('is masked in the query of an address, and stands in no other part of a witness', () => {
    const yaml = `audit: { witnesses: ['https://w.example/take?token=${canary}'] }`;
    const config = configOf({ yaml });
    expect(config.audit.witnesses).toEqual([`https://w.example/take?token=${canary}`]);
    expect(showConfig(config)).toContain('https://w.example/take?[secret]');
    expect(showConfig(config)).not.toContain('canary-');
    const [fault = ''] = faultsOf({
      yaml: `audit: { witnesses: ['https://u:${canary}@w.example/'] }`,
    });
    expect(fault).toContain('expected a file, or an http or https URL without user');
    expect(fault).not.toContain('canary-');
  });

  test('is masked in headers and in the credential of an upstream', () => {
    const yaml = `upstreams: { x: { dialect: openai, credential: ${canary}, headers: { a-b: ${canary} } } }`;
    const config = configOf({ yaml });
    expect(config.upstreams.x?.headers['a-b']).toBeInstanceOf(Secret);
    expect(showConfig(config)).not.toContain('canary-');
  });

  test.each<[string, Given]>([
    ['too short', { environment: { GATEWAY_BOOTSTRAP_KEY: 'canary-short' } }],
    ['a list', { yaml: 'keys: { bootstrapKey: [canary-in-list] }' }],
    ['not base64', { environment: { GATEWAY_MASTER_KEY: 'canary-not-base64' } }],
    ['not a URL', { environment: { DATABASE_URL: 'canary:canary-password@host' } }],
    ['beside broken syntax', { yaml: 'audit: "x" y\nkeys: { bootstrapKey: "canary-text" }' }],
    ['inside a base URL', { environment: { OPENAI_BASE_URL: 'https://me:canary-pass@host/v1' } }],
    ['behind a base URL', { environment: { OPENAI_BASE_URL: 'https://host/v1?key=canary-key' } }],
    ['behind a collector', { yaml: 'traces: { endpoint: "https://host/#canary-token" }' }],
    [
      'a header with a line break',
      { yaml: 'upstreams: { x: { dialect: openai, headers: { a: "canary-\\n" } } }' },
    ],
  ])('that is wrong (%s) is refused without being repeated', (_name, given) => {
    const faults = faultsOf(given);
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.join('\n')).not.toContain('canary');
  });
});

describe('readConfig() takes a route of the pattern of one before it', () => {
  test.each([
    ['for another format', 'a', 'b'],
    ['where another format is one of its own', 'a', 'sandbox'],
  ])('%s', (_, first, second) => {
    const yaml = `upstreams:
  a: { dialect: openai, baseUrl: 'http://a/v1' }
  b: { dialect: anthropic, baseUrl: 'http://b' }
routes:
  - { model: 'g*', upstream: ${first} }
  - { model: 'g*', upstream: ${second} }`;
    expect(faultsOf({ yaml })).toEqual([]);
  });
});

describe('readConfig() tells', () => {
  test.each<[string, Given, string]>([
    [
      'a wrong type with its line',
      { yaml: 'listen:\n  port: http' },
      'config/gateway.yaml:2:9: listen.port: expected a whole number from 0 to 65535, got `http`',
    ],
    [
      'a number out of range',
      { yaml: 'limits: { jsonDepthMax: 0 }' },
      'config/gateway.yaml:1:25: limits.jsonDepthMax: expected a whole number from 1 to 10000, got `0`',
    ],
    [
      'a time with its unit',
      { yaml: 'limits: { drainTimeoutMs: 30s }' },
      'config/gateway.yaml:1:27: limits.drainTimeoutMs: expected a whole number from 1 to 3600000, got `30s`; in milliseconds that is `30000`',
    ],
    [
      'a size with its unit',
      { yaml: 'limits: { bodyBytesMax: 10MiB }' },
      'config/gateway.yaml:1:25: limits.bodyBytesMax: expected a whole number from 1024 to 1073741824, got `10MiB`; in bytes that is `10485760`',
    ],
    [
      'days in weeks',
      { yaml: 'audit: { retention: { blockedDays: 2w } }' },
      'config/gateway.yaml:1:36: audit.retention.blockedDays: expected a whole number from 0 to 36500, got `2w`; in days that is `14`',
    ],
    [
      'a number in groups of three',
      { environment: { GATEWAY_RATE_LIMIT: '1_000' } },
      'GATEWAY_RATE_LIMIT: rateLimit.requestsPerMinute: expected a whole number from 0 to 1000000, got `1_000`; write `1000`',
    ],
    [
      'a unit that does not help',
      { yaml: 'limits: { drainTimeoutMs: 2d }' },
      'config/gateway.yaml:1:27: limits.drainTimeoutMs: expected a whole number from 1 to 3600000, got `2d`',
    ],
    [
      'no number',
      { yaml: 'limits: { jsonDepthMax: .nan }' },
      'config/gateway.yaml:1:25: limits.jsonDepthMax: expected a whole number from 1 to 10000, got `NaN`',
    ],
    [
      'too large a number, once',
      { yaml: 'limits: { jsonDepthMax: 1e300 }' },
      'config/gateway.yaml:1:25: limits.jsonDepthMax: expected a whole number from 1 to 10000, got `1e+300`',
    ],
    [
      'a text of blanks',
      { environment: { GATEWAY_DATA: ' ' } },
      'GATEWAY_DATA: data: expected a text in one line, and not of blanks alone, got ` `',
    ],
    [
      'a host with its port',
      { environment: { HOST: '127.0.0.1:80' } },
      'HOST: listen.host: expected an address or the name of a host, without scheme, brackets and port, got `127.0.0.1:80`',
    ],
    [
      'a credential that no header can hold',
      { environment: { OPENAI_API_KEY: 'sk-a\nb' } },
      'OPENAI_API_KEY: upstreams.openai.credential: expected printable ASCII characters in one line, without blanks at its ends',
    ],
    [
      'a secret that is empty',
      { yaml: 'databaseUrl: ""' },
      'config/gateway.yaml:1:14: databaseUrl: expected a `postgres://` URL, but it is empty',
    ],
    [
      'an address that the parser would mend',
      { environment: { OLLAMA_HOST: 'a\nb' } },
      'OLLAMA_HOST: upstreams.ollama.baseUrl: expected an http or https URL without user, query or fragment, got `a b`',
    ],
    [
      'an unknown dialect alone',
      { yaml: 'upstreams: { x: { dialect: openia, baseUrl: "http://x/v1" } }' },
      'config/gateway.yaml:1:28: upstreams.x.dialect: expected one of `openai`, `anthropic`, `gemini`, `ollama`, got `openia`',
    ],
    [
      'half a token',
      { yaml: 'budgets: [{ name: b, window: day, measure: tokens, soft: 0.5 }]' },
      'config/gateway.yaml:1:58: budgets[0].soft: expected whole numbers of tokens',
    ],
    [
      'a variable that has no prefix',
      { environment: { GATEWAY_LOG_LEVEL: 'debug' } },
      'GATEWAY_LOG_LEVEL: unknown variable; did you mean `LOG_LEVEL`?',
    ],
    [
      'a fraction',
      { yaml: 'limits: { jsonDepthMax: 1.5 }' },
      'config/gateway.yaml:1:25: limits.jsonDepthMax: expected a whole number from 1 to 10000, got `1.5`',
    ],
    [
      'an unknown word',
      { yaml: 'audit: { durability: none }' },
      'config/gateway.yaml:1:22: audit.durability: expected one of `fsync`, `os`, `strict`, got `none`',
    ],
    [
      'an unknown key',
      { yaml: 'audit:\n  durabilty: os' },
      'config/gateway.yaml:2:3: unknown key `audit.durabilty`; did you mean `audit.durability`?',
    ],
    [
      'a key in the wrong section',
      { yaml: 'port: 1' },
      'config/gateway.yaml:1:1: unknown key `port`; did you mean `listen.port`?',
    ],
    [
      'a key that is near to nothing',
      { yaml: 'log: { zzzzzz: 1 }' },
      'config/gateway.yaml:1:8: unknown key `log.zzzzzz`; expected one of `level`',
    ],
    [
      'an empty section',
      { yaml: 'listen:\n' },
      'config/gateway.yaml:1:8: listen: expected a mapping, but it is empty',
    ],
    [
      'a key that stands twice',
      { yaml: 'data: a\ndata: b' },
      'config/gateway.yaml:2:1: the key `data` stands here twice',
    ],
    [
      'a list at the top',
      { yaml: '- a' },
      'config/gateway.yaml:1:1: expected a mapping of settings',
    ],
    [
      'half of a pair of files',
      { yaml: 'listen: { tls: { key: k } }', files: { k: '' } },
      'config/gateway.yaml:1:11: listen.tls.certificate: expected a text, but it is missing',
    ],
    [
      'a file that is not there',
      { yaml: 'listen: { tls: { certificate: c, key: k } }', files: { k: '' } },
      'config/gateway.yaml:1:31: listen.tls.certificate: expected a file that can be read, got `c`: it is not there',
    ],
    [
      'a variable with its name',
      { environment: { PORT: '70000' } },
      'PORT: listen.port: expected a whole number from 0 to 65535, got `70000`',
    ],
    [
      'a flag with its name',
      { environment: { PORT: '1' }, args: ['--port', 'x'] },
      '--port: listen.port: expected a whole number from 0 to 65535, got `x`',
    ],
    [
      'a slip in a variable',
      { environment: { GATEWAY_RATE_LIMTI: '5' } },
      'GATEWAY_RATE_LIMTI: unknown variable; did you mean `GATEWAY_RATE_LIMIT`?',
    ],
    [
      'a variable that is not set',
      { yaml: 'data: ${NOPE}' },
      'config/gateway.yaml:1:7: the variable `NOPE` is not set; set it or write `${NOPE:-default}`',
    ],
    [
      'a reference that is not closed',
      { yaml: 'data: "${NOPE"' },
      'config/gateway.yaml:1:7: expected `${NAME}` or `${NAME:-default}`, got `${`',
    ],
    [
      'a reference without a name',
      { yaml: 'data: "${1x}"' },
      'config/gateway.yaml:1:7: expected `${NAME}` or `${NAME:-default}`, got `${1x}`',
    ],
    [
      'a secret that is set twice',
      { files: { k: 'x' }, environment: { OPENAI_API_KEY: 'a', OPENAI_API_KEY_FILE: 'k' } },
      'OPENAI_API_KEY_FILE: expected either this or `OPENAI_API_KEY`, but both are set',
    ],
    [
      'a secret whose file is missing',
      { environment: { OPENAI_API_KEY_FILE: 'k' } },
      'OPENAI_API_KEY_FILE: expected a file that can be read, got `k`: it is not there',
    ],
    [
      'a secret whose file is empty',
      { files: { k: '\n' }, environment: { REDIS_URL_FILE: 'k' } },
      'REDIS_URL_FILE: expected a value in `k`, but it is empty',
    ],
    [
      'a secret whose file is too large',
      { files: { k: 'x'.repeat(65_537) }, environment: { REDIS_URL_FILE: 'k' } },
      'REDIS_URL_FILE: expected a file of at most 65536 bytes, got `k`',
    ],
    [
      'a file that is missing',
      { environment: { GATEWAY_CONFIG: 'x.yaml' } },
      'GATEWAY_CONFIG: expected a UTF-8 file that can be read, got `x.yaml`: it is not there',
    ],
    [
      'a file that is not UTF-8',
      { files: { 'config/gateway.yaml': new Uint8Array([0x61, 0x3a, 0xff]) } },
      'config/gateway.yaml: expected a UTF-8 file that can be read, got `config/gateway.yaml`: it is not UTF-8',
    ],
    [
      'a route to nowhere',
      { yaml: 'routes:\n  - { model: a, upstream: nope }' },
      'config/gateway.yaml:2:27: routes[0].upstream: expected the name of an upstream, got `nope`; known: `sandbox`',
    ],
    [
      'a fallback to nowhere',
      { yaml: 'routes:\n  - { model: a, upstream: sandbox, fallback: [nope] }' },
      'config/gateway.yaml:2:47: routes[0].fallback[0]: expected the name of an upstream, got `nope`; known: `sandbox`',
    ],
    [
      'a fallback that speaks another format',
      {
        yaml: 'upstreams:\n  a: { dialect: openai, baseUrl: http://a.test/v1 }\n  b: { dialect: anthropic }\nroutes:\n  - { model: a, upstream: a, fallback: [sandbox, b] }',
      },
      'config/gateway.yaml:5:50: routes[0].fallback[1]: expected an upstream that speaks `openai` like those before it, got `b`, which speaks `anthropic`',
    ],
    [
      'a mark at nothing',
      { yaml: 'budgets:\n  - { name: a, window: day, measure: tokens, hard: 0 }' },
      'config/gateway.yaml:2:52: budgets[0].hard: expected a number above 0, up to 1000000000000, got `0`',
    ],
    [
      'a target that is nowhere',
      { yaml: 'routes:\n  - { model: a, targets: [{ upstream: nope }] }' },
      'config/gateway.yaml:2:39: routes[0].targets[0].upstream: expected the name of an upstream, got `nope`; known: `sandbox`',
    ],
    [
      'a list of targets that is empty',
      { yaml: 'routes:\n  - { model: a, upstream: sandbox, targets: [] }' },
      'config/gateway.yaml:2:45: routes[0].targets: expected at least 1 element, but it is empty',
    ],
    [
      'a route that a wider one before it leaves nothing',
      {
        yaml: 'routes:\n  - { model: "g*", upstream: sandbox }\n  - { model: "gp*-4", upstream: sandbox }',
      },
      'config/gateway.yaml:3:14: routes[1].model: expected what no route before it takes, but `g*` of `routes[0]` takes all of `gp*-4`; put this one before it, or take it out',
    ],
    [
      'one address for two things',
      { yaml: 'listen: { port: 80, metrics: { host: 0.0.0.0, port: 80 } }' },
      'config/gateway.yaml:1:17: listen.port: expected another port than `listen.metrics.port`, got `80` for both',
    ],
    [
      'one address for two things, of which a variable gives one',
      { yaml: 'listen: { metrics: { port: 9 } }', environment: { PORT: '9' } },
      'PORT: listen.port: expected another port than `listen.metrics.port`, got `9` for both',
    ],
    ...['ftp://x', 'htp://y/z', 'localhost:9/x', 'https:/x'].map(
      (place): [string, Given, string] => [
        `a witness that is neither file nor address: ${place}`,
        { yaml: `audit: { witnesses: ["${place}"] }` },
        `config/gateway.yaml:1:22: audit.witnesses[0]: expected a file, or an http or https URL without user, got \`${place}\``,
      ],
    ),
    [
      'a number in quotes',
      { yaml: 'limits: { judgingTimeoutMs: "300" }' },
      'config/gateway.yaml:1:29: limits.judgingTimeoutMs: expected a whole number from 1 to 3600000, got `300`; write it without quotes',
    ],
    [
      'a truth in quotes',
      { yaml: 'sandbox: "false"' },
      'config/gateway.yaml:1:10: sandbox: expected `true` or `false`, got `false`; write it without quotes',
    ],
    [
      'a route without a target',
      { yaml: 'routes:\n  - { model: a }' },
      'config/gateway.yaml:2:5: routes[0]: expected either `upstream` or `targets`',
    ],
    [
      'a name that is taken',
      { yaml: 'upstreams: { v1: { dialect: openai } }' },
      'config/gateway.yaml:1:14: upstreams: expected another name than `v1`, which the gateway uses itself',
    ],
    [
      'a header of the gateway',
      { yaml: 'upstreams: { x: { dialect: openai, headers: { authorization: x } } }' },
      'config/gateway.yaml:1:47: upstreams.x.headers: expected a header that the gateway does not set itself, got `authorization`',
    ],
    [
      'Azure without a version',
      { yaml: 'upstreams: { x: { dialect: openai, baseUrl: "http://x", paths: azure } }' },
      'config/gateway.yaml:1:64: upstreams.x.paths: expected an `apiVersion` beside `paths: azure`',
    ],
    [
      'a version in a base URL',
      { environment: { ANTHROPIC_BASE_URL: 'http://x/v1' } },
      'ANTHROPIC_BASE_URL: upstreams.anthropic.baseUrl: expected a base URL without the version, which the gateway adds',
    ],
    [
      'a loop',
      { environment: { OPENAI_BASE_URL: 'http://localhost:8080/v1' } },
      'OPENAI_BASE_URL: upstreams.openai.baseUrl: expected another server, but this is the gateway’s own address',
    ],
    [
      'a base URL with a query',
      { environment: { OPENAI_BASE_URL: 'http://x/v1?a' } },
      'OPENAI_BASE_URL: upstreams.openai.baseUrl: expected an http or https URL without user, query or fragment, got `http://x/v1?…`',
    ],
    [
      'an OLLAMA_HOST that is none',
      { environment: { OLLAMA_HOST: 'ftp://x' } },
      'OLLAMA_HOST: upstreams.ollama.baseUrl: expected an http or https URL without user, query or fragment, got `ftp://x`',
    ],
  ])('%s', (_name, given, expected) => {
    expect(faultsOf(given)).toEqual([expected]);
  });

  test.each([
    ['GATEWAY_OIDC_CLIENT_SECRET', 'signIn.oidc', { yaml: 'data: x' }],
    ['GATEWAY_SHIP_SECRET_KEY', 'audit.ship.bucket', {}],
  ])('%s by its name where it stands alone in its section', (name, section, given) => {
    const faults = faultsOf({ ...given, environment: { [name]: 'x' } });
    expect(faults.length).toBeGreaterThan(1);
    for (const fault of faults) {
      expect(fault).toMatch(
        new RegExp(`^${name}: ${section}\\.[a-zA-Z]+: expected .* is missing;`),
      );
      expect(fault).toContain(`; of \`${section}\` only this is set`);
    }
  });

  test('syntax faults once, with a hint at references that need quotes', () => {
    expect(faultsOf({ yaml: 'listen: { port: ${PORT} }\ndata: x\nsandbox: true' })[0]).toMatch(
      /^config\/gateway\.yaml:1:18: .*quoted$/,
    );
  });

  test('every fault of every source at once, in the order of the file', () => {
    const faults = faultsOf({
      yaml: 'port: 1\nlog: { level: loud }\nrouts: []\nroutes: [{ model: x, upstream: y }]\ndata: ${NOPE}',
      environment: { GATEWAY_RATE_LIMIT: 'many', REDIS_URL: 'http://x', GATEWAY_DATAS: 'x' },
      args: ['--host', ' '],
    });
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      '--host',
      'config/gateway.yaml:1:1',
      'config/gateway.yaml:2:15',
      'config/gateway.yaml:3:1',
      'config/gateway.yaml:4:32',
      'config/gateway.yaml:5:7',
      'GATEWAY_DATAS',
      'GATEWAY_RATE_LIMIT',
      'REDIS_URL',
    ]);
  });

  test.each(['tcp://10.0.0.1:80', 'udp://10.0.0.1:53', 'sctp://10.0.0.1:80', 'tcp://[fd00::1]:80'])(
    'nothing of what the platform sets for a service named gateway at %s',
    (address) => {
      const environment = {
        GATEWAY_PORT: address,
        GATEWAY_SERVICE_HOST: '10.0.0.1',
        GATEWAY_PORT_80_TCP_ADDR: '10.0.0.1',
      };
      expect(faultsOf({ environment })).toEqual([]);
    },
  );
});

test('the 32 bytes of GATEWAY_MASTER_KEY are taken as base64', () => {
  expect(configOf({ environment: { GATEWAY_MASTER_KEY: master } }).audit.masterKey?.reveal()).toBe(
    master,
  );
});

describe('a shared index', () => {
  const yaml = 'audit:\n  index: { shared: true }';
  const environment = { DATABASE_URL: 'postgres://localhost/x', GATEWAY_MASTER_KEY: master };

  test('needs a database and one master key for all replicas', () => {
    const place = 'config/gateway.yaml:2:20: audit.index.shared: expected';
    expect(faultsOf({ yaml })).toEqual([
      `${place} \`databaseUrl\` (DATABASE_URL) beside it`,
      `${place} \`audit.masterKey\` (GATEWAY_MASTER_KEY) beside it, the same for all replicas`,
    ]);
  });

  test('is what the trail is told of only where it is asked for', () => {
    const settings = { databaseUrl: 'postgres://localhost/x', retentionDays: 0 };
    expect(toSharedSettings(configOf({ yaml, environment }))).toEqual(settings);
    expect(toSharedSettings(configOf({ environment }))).toBeUndefined();
  });
});

describe('readFlags() tells', () => {
  test.each([
    ['a flag without a value', ['--port'], '--port: expected a value'],
    ['a flag before another flag', ['--port', '--host', 'x'], '--port: expected a value'],
    ['an empty value', ['--port='], '--port: expected a value'],
    [
      'a flag that stands twice',
      ['--port', '1', '--port=2'],
      '--port: expected once, but it stands here twice',
    ],
  ])('%s', (_name, args, expected) => {
    expect(readFlags(args).faults.map(writeFault)[0]).toBe(expected);
  });

  test('and leaves what it does not know', () => {
    expect(readFlags(['create', '--owner', 'a', '--port', '1', '--json'])).toEqual({
      flags: { port: '1' },
      rest: ['create', '--owner', 'a', '--json'],
      faults: [],
    });
  });
});
