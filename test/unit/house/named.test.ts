/** What the documents name in code exists: settings, variables, routes and flags, and the settings that they show are taken. */
import { afterAll, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { main } from '../../../src/cli/main.ts';
import { fieldAt } from '../../../src/config/field.ts';
import { namesAt } from '../../../src/config/outline.ts';
import { listFiles, readText, root } from '../../support/repository.ts';

const documents = listFiles(/^[A-Z]+\.md$|^docs\/[A-Z-]+\.md$/);
const sources = listFiles(
  /^docker-compose\.yml$|^(src|bench|tools|test|deploy)\/.*\.(ts|js|py|yaml|yml|service)$/,
)
  .map(readText)
  .join('\n');

type Named = { readonly document: string; readonly code: string };

/** What stands between single backticks, wrapped lines joined. */
const codes: readonly Named[] = documents.flatMap((document) =>
  [
    ...readText(document)
      .replace(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/`([^`]+)`/g),
  ].map(([, code = '']) => ({ document, code: code.replace(/\s+/g, ' ') })),
);

const tell = ({ document, code }: Named): string => `${document}: ${code}`;

async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  cwd = root,
) {
  let [out, error] = ['', ''];
  const status = await main(args, {
    out: (text) => (out += text),
    error: (text) => (error += text),
    environment,
    cwd,
    terminal: false,
  });
  return { status, out, error };
}

/** What the text around an example says has to be set beside it, by a word of the example. */
const beside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bucket: { GATEWAY_SHIP_SECRET_KEY: 'x' },
  shared: {
    DATABASE_URL: 'postgres://localhost/governance',
    GATEWAY_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  },
};

function listVariables(source: string): Readonly<Record<string, string>> {
  const named = [...source.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  const others = Object.keys(beside).filter((word) => source.includes(`${word}:`));
  const found: Record<string, string> = {};
  for (const name of named) found[name] = 'x';
  for (const word of others) Object.assign(found, beside[word]);
  return found;
}

/** Written like variables, and none. */
const ofTheSystem: ReadonlySet<string> = new Set(['SO_REUSEPORT']);
/** Read by clients that stand before the gateway. */
const ofClients: ReadonlySet<string> = new Set([
  'ANTHROPIC_AUTH_TOKEN',
  'COPILOT_PROVIDER_API_KEY',
  'COPILOT_PROVIDER_BASE_URL',
]);

describe('documents', () => {
  const rooms = namesAt([]);

  test('name only settings that there are', () => {
    const named = codes.filter(
      ({ code }) =>
        /^\w+(\.\w+)+$/.test(code) &&
        rooms.includes(code.split('.')[0] ?? '') &&
        !/\.(ts|yaml|json|sqlite|key)$/.test(code),
    );
    expect(named.length).toBeGreaterThan(50);
    const strange = named.filter(({ code }) => fieldAt(code.split('.')) === undefined);
    expect(strange.map(tell)).toEqual([]);
  });

  test('name only variables that something reads', () => {
    const named = codes.filter(({ code }) => /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+_?(=.*)?$/.test(code));
    expect(named.length).toBeGreaterThan(30);
    const strange = named.filter(({ code }) => {
      const [name = ''] = code.split('=');
      if (ofTheSystem.has(name) || ofClients.has(name)) return false;
      return !sources.includes(name.replace(/_FILE$/, ''));
    });
    expect(strange.map(tell)).toEqual([]);
  });

  test('name only routes that there are', () => {
    const shape = (path: string): string =>
      path
        .replace(/\?.*$/, '')
        .replace(/\{[\w+]+\}|:[a-z]\w*|\*\w+/g, '*')
        .replace(/\/$/, '');
    const known = new Set(
      [...sources.matchAll(/['"`](\/[\w./:{}*-]*)['"`]/g)].map(([, path = '']) => shape(path)),
    );
    const named = codes.flatMap(({ document, code }) => {
      const [, path] = /^(?:GET|POST|PUT|DELETE) (\/[^\s]*)$/.exec(code) ?? [];
      // Those of formats are put together of two parts; docs/DIALECTS.md has a test of its own.
      return path === undefined || document === 'docs/DIALECTS.md'
        ? []
        : [{ document, code: path }];
    });
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ code }) => !known.has(shape(code))).map(tell)).toEqual([]);
  });

  test('give commands only flags that they take', async () => {
    const named = codes.flatMap(({ document, code }) => {
      const [, words, flags] =
        /^(?:npx )?governance ([a-z-]+(?: [a-z]+)?)(.* --.*)$/.exec(code) ?? [];
      return words === undefined || flags === undefined ? [] : [{ document, words, flags }];
    });
    expect(named.length).toBeGreaterThan(5);
    for (const { document, words, flags } of named) {
      const { out } = await run([...words.split(' '), '--help']);
      for (const [flag] of flags.matchAll(/--[a-z][a-z-]*/g))
        expect([document, words, flag, out.includes(flag)]).toEqual([document, words, flag, true]);
    }
  });
});

describe('the settings that a document shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shown-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const shown = documents.flatMap((document) =>
    [...readText(document).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
      .map(([, source = '']) => ({ document, source }))
      .filter(({ source }) => {
        const [first = ''] = Object.keys((parse(source) as object | null) ?? {});
        return namesAt([]).includes(first);
      }),
  );

  test('are some', () => {
    expect(shown.length).toBeGreaterThan(3);
  });

  test.each(shown)('in $document are taken', async ({ source }) => {
    const file = join(folder, 'gateway.yaml');
    writeFileSync(file, source);
    for (const [, path = ''] of source.matchAll(/^ +(?:file|vocabulary): (\S+)$/gm)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), '');
    }
    const args = ['check-config', '--print', '--config', file];
    const { status, error } = await run(args, listVariables(source), folder);
    expect({ status, error }).toEqual({ status: 0, error: '' });
  });
});
