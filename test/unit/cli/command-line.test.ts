/** The command line as people and scripts use it: what it says where, and the status it ends with. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { main } from '../../../src/cli/main.ts';
import { openKeys } from '../../../src/keys/keys.ts';
import { policyOf } from '../../support/policy.ts';
import { readText } from '../../support/repository.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function newFolder(yaml?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'));
  folders.push(folder);
  mkdirSync(join(folder, 'config'));
  if (yaml !== undefined) writeFileSync(join(folder, 'config', 'gateway.yaml'), yaml);
  return folder;
}

async function run(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
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

describe('the version', () => {
  test.each(['--version', '-v'])('is told with %s', async (word) => {
    const { version } = JSON.parse(readText('package.json')) as { readonly version: string };
    const told = await run(newFolder(), [word]);
    expect(told).toEqual({ status: 0, out: `${version}\n`, error: '' });
  });

  test('stands in the help', async () => {
    expect((await run(newFolder(), ['--help'])).out).toContain('--version');
  });
});

describe('help', () => {
  test.each([
    [['--help'], 'usage: governance <command>'],
    [['-h'], 'usage: governance <command>'],
    [['help'], 'usage: governance <command>'],
    [['serve', '--help'], 'usage: governance serve'],
    [['check-config', '--help'], 'usage: governance check-config'],
    [['keys', '--help'], 'usage: governance keys <command>'],
    [['keys', 'create', '--help'], 'usage: governance keys create'],
    [['keys', 'list', '-h'], 'usage: governance keys list'],
    [['keys', 'revoke', '--help'], 'usage: governance keys revoke'],
    [['keys', 'rotate', '--help'], 'usage: governance keys rotate'],
    [['audit', '--help'], 'usage: governance audit'],
  ])('%p', async (args, expected) => {
    const { status, out, error } = await run(newFolder(), args);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    expect(out).toContain(expected);
  });

  test('of every command fits in 80 columns', async () => {
    const readNames = async (args: readonly string[]): Promise<readonly string[]> => {
      const { out } = await run(newFolder(), [...args, '--help']);
      const wide = out.split('\n').filter((line) => line.length > 80);
      expect([args, wide]).toEqual([args, []]);
      if (!out.includes('<command>')) return [];
      return [...out.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name = '']) => name);
    };
    let seen = 0;
    for (const room of await readNames([]))
      for (const name of await readNames([room])) {
        seen += 1;
        await readNames([room, name]);
      }
    expect(seen).toBeGreaterThan(20);
  });

  test('every command and every flag of the configuration is named', async () => {
    const { out } = await run(newFolder(), ['--help']);
    for (const name of ['serve', 'check-config', 'keys', 'audit'])
      expect(out).toContain(`  ${name} `);
    const serve = await run(newFolder(), ['serve', '--help']);
    for (const name of ['--config', '--port', '--log-level', 'OPENAI_API_KEY', 'GATEWAY_CONFIG'])
      expect(serve.out).toContain(name);
  });
});

describe('wrong usage ends with 2 and says what was meant', () => {
  test.each([
    [[], 'usage: governance <command>'],
    [['kyes'], '`kyes` is no command; did you mean `keys`?'],
    [['keys'], 'usage: governance keys <command>'],
    [['keys', 'creat'], '`creat` is no command; did you mean `create`?'],
    [['check-config', '--prnt'], '`--prnt` is not known here; did you mean `--print`?'],
    [['check-config', '--prot=1'], '`--prot=1` is not known here; did you mean `--port`?'],
    [
      ['audit', 'export', '--query', '-decision:allow'],
      'a value that begins with a minus is written `--query=-decision:allow`',
    ],
    [['check-config', 'x'], '`x` is not expected here'],
    [['audit', 'verify', 'x'], '`x` is not expected here; a trail is named by `--dir x`'],
    [['audit', 'verify', '--dri', 'x'], '`--dri` is not known here; did you mean `--dir`?'],
    [['check-config', '--port'], '--port: expected a value'],
    [['keys', 'create'], '--owner: expected the name of an owner'],
    [['keys', 'create', '--owner'], "option '--owner <value>' argument missing"],
    [
      ['keys', 'create', '--owner', 'a', '--scopes', 'all'],
      '--scopes: expected one or more of govern',
    ],
    [
      ['keys', 'create', '--owner', 'a', '--rate', '60'],
      '--rate: expected a rate such as `60/m`, got `60`',
    ],
    [
      ['keys', 'create', '--owner', 'a', '--expires', 'never'],
      '--expires: expected a span such as `90d`',
    ],
    [['keys', 'create', '--owner', 'a\nb'], '--owner: expected text without control characters'],
    [['keys', 'create', '--owner', 'a', '--tags', 'x,,y'], '--tags: expected text'],
    [['keys', 'revoke'], 'expected the id of a key'],
    [['keys', 'rotate'], 'expected the id of a key'],
    [['keys', 'rotate', 'a', 'b'], '`b` is not expected here'],
    [['keys', 'rotate', 'a', '--overlap', 'long'], '--overlap: expected a span such as `2d`, or 0'],
  ])('%p', async (args, expected) => {
    const { status, out, error } = await run(newFolder(), args);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(error).toContain(expected);
    expect(error).not.toMatch(/\n\s+at /);
  });

  test('and names the help that helps', async () => {
    expect((await run(newFolder(), ['keys', 'create'])).error).toContain(
      'see `governance keys create --help`',
    );
    expect((await run(newFolder(), ['check-config', 'x'])).error).toContain(
      'see `governance check-config --help`',
    );
    expect((await run(newFolder(), ['audit', 'verify', '--di', 'x'])).error).toContain(
      'see `governance audit verify --help`',
    );
  });
});

describe('check-config', () => {
  const rules = [{ id: 'long', when: 'tokens > 9', action: 'flag', message: 'It is long.' }];
  const tests = [
    { name: 'long', given: { text: 'word ', repeat: 9 }, expect: { action: 'flag' } },
    { name: 'short', given: { text: 'word' }, expect: { action: 'allow' } },
  ];
  const withPolicy = (policy: string): string => {
    const folder = newFolder('listen: { port: 1 }');
    mkdirSync(join(folder, 'config/policies'));
    writeFileSync(join(folder, 'config/policies/length.yaml'), policy);
    return folder;
  };

  test('says that all is fine, the policies too', async () => {
    const folder = withPolicy(policyOf({ rules }, 'length', { tests }));
    expect(await run(folder, ['check-config'])).toEqual({
      status: 0,
      out: expect.stringMatching(
        /^the configuration is fine\nthe policies are fine: 1 in `config\/policies`, version sha256:[0-9a-f]{64}\n$/,
      ),
      error: '',
    });
  });

  test.each([
    [
      'do not compile',
      { rules: [{ ...rules[0], when: 'tokns > 9' }] },
      /there is no field `tokns`/,
    ],
    [
      'fail their tests',
      { rules: [{ ...rules[0], when: 'tokens > 99' }] },
      /the test `long` fails/,
    ],
  ])('ends with 78 where the policies %s', async (_, spec, message) => {
    const folder = withPolicy(policyOf(spec, 'length', { tests }));
    const { status, out, error } = await run(folder, ['check-config']);
    expect({ status, out }).toEqual({ status: 78, out: '' });
    expect(error).toMatch(message);
    expect(error).toMatch(/length\.yaml:1:\d+: error: /);
  });

  test('ends with 78 where there are no policies', async () => {
    const { status, error } = await run(newFolder(), ['check-config']);
    expect({ status, error }).toEqual({
      status: 78,
      error: expect.stringContaining('policies:1:1: error: expected a directory that can be read'),
    });
  });

  test.each([[['check-config']], [['keys', 'list']]])(
    '%p tells every fault with its place and ends with 78',
    async (args) => {
      const folder = newFolder('listen: { port: http }\nlog: { levle: info }');
      expect(await run(folder, args, { GATEWAY_RATE_LIMIT: '-1' })).toEqual({
        status: 78,
        out: '',
        error: [
          'config/gateway.yaml:1:17: listen.port: expected a whole number from 0 to 65535, got `http`',
          'config/gateway.yaml:2:8: unknown key `log.levle`; did you mean `log.level`?',
          'GATEWAY_RATE_LIMIT: rateLimit.requestsPerMinute: expected a whole number from 0 to 1000000, got `-1`',
          '',
        ].join('\n'),
      });
    },
  );

  test('--print shows what holds, from every source, with secrets masked', async () => {
    const folder = newFolder(
      'listen: { port: 1 }\nupstreams: { eu: { dialect: openai, credential: "${K}" } }',
    );
    const { status, out } = await run(folder, ['check-config', '--print', '--host', '::1'], {
      K: 'canary-of-the-file',
      GATEWAY_BOOTSTRAP_KEY: 'canary-of-the-environment',
    });
    expect(status).toBe(0);
    expect(out).toContain('host: ::1');
    expect(out).toContain('port: 1\n');
    expect(out).toContain('bodyBytesMax: 10485760');
    expect(out).toContain('credential: "[secret]"');
    expect(out).not.toContain('canary');
  });
});

const createdSchema = z.looseObject({ id: z.string(), key: z.string() });

async function create(folder: string, args: readonly string[]) {
  const { status, out } = await run(folder, ['keys', 'create', ...args, '--json']);
  expect(status).toBe(0);
  return createdSchema.parse(JSON.parse(out));
}

/** What a gateway on the same folder would make of a key. */
async function verdictOn(folder: string, key: string) {
  const keys = await openKeys({ data: join(folder, 'data') });
  const verdict = await keys.authenticate(key);
  await keys.close();
  return verdict;
}

describe('keys', () => {
  test('create --json prints the key once, with what it may do', async () => {
    const folder = newFolder();
    const made = await create(folder, [
      ...['--owner', 'Ada', '--team', 'research', '--env', 'prod', '--tags', 'a, b'],
      ...['--scopes', 'govern,audit:read', '--models', 'gpt-*', '--upstreams', 'openai'],
      ...['--rate', '60/m', '--expires', '90d'],
    ]);
    expect(made).toMatchObject({
      owner: 'Ada',
      team: 'research',
      env: 'prod',
      tags: ['a', 'b'],
      scopes: ['govern', 'audit:read'],
      models: ['gpt-*'],
      upstreams: ['openai'],
      rate: '60/m',
    });
    expect(Date.parse(z.string().parse(made['expires_at']))).toBeCloseTo(
      Date.now() + 7_776_000_000,
      -5,
    );
    expect(await verdictOn(folder, made.key)).toMatchObject({
      kind: 'accepted',
      identity: {
        caller: { id: made.id, owner: 'Ada', team: 'research', env: 'prod', tags: ['a', 'b'] },
        scopes: ['govern', 'audit:read'],
        models: ['gpt-*'],
        upstreams: ['openai'],
        rate: { count: 60, windowMs: 60_000 },
      },
    });
  });

  test('create prints the key alone to standard output, for scripts', async () => {
    const folder = newFolder();
    const { out, error } = await run(folder, ['keys', 'create', '--owner', 'Ada']);
    expect(out).toMatch(/^ggw_[0-9A-Za-z]{12}_[0-9A-Za-z]{33}\n$/);
    expect(error).toContain('it may govern, proxy and never ends');
    expect(error).not.toContain(out.trim());
    expect(await verdictOn(folder, out.trim())).toMatchObject({ kind: 'accepted' });
  });

  test('list shows who holds keys, and no key', async () => {
    const folder = newFolder();
    const made = await create(folder, ['--owner', 'Ada', '--rate', '5/s']);
    const gone = await create(folder, ['--owner', 'Bob']);
    await run(folder, ['keys', 'revoke', gone.id]);
    const { out } = await run(folder, ['keys', 'list']);
    expect(out.split('\n')[0]).toMatch(
      /^ID +OWNER +TEAM +SCOPES +RATE +CREATED +ENDS +SEEN +STATE$/,
    );
    expect(out).toMatch(new RegExp(`${made.id} +Ada +govern,proxy +5/s .* never +never +works`));
    expect(out).not.toContain('Bob');
    const all = await run(folder, ['keys', 'list', '--all', '--json']);
    const states = all.out
      .trim()
      .split('\n')
      .map((line) => z.looseObject({ state: z.string() }).parse(JSON.parse(line)).state);
    expect(states.sort()).toEqual(['revoked', 'works']);
    for (const { key } of [made, gone]) expect(out + all.out).not.toContain(key.slice(17));
  });

  test('revoke ends keys, and says which it could not', async () => {
    const folder = newFolder();
    const [first, second] = [
      await create(folder, ['--owner', 'a']),
      await create(folder, ['--owner', 'b']),
    ];
    expect(await run(folder, ['keys', 'revoke', first.id, second.key])).toEqual({
      status: 0,
      out: `${first.id} is revoked\n${second.id} is revoked\n`,
      error: '',
    });
    expect(await run(folder, ['keys', 'revoke', first.id, 'nobody'])).toEqual({
      status: 1,
      out: '',
      error: `\`${first.id}\` was revoked before\n\`nobody\` is not known; \`keys list\` shows those there are\n`,
    });
    expect(await verdictOn(folder, first.key)).toEqual({ kind: 'refused', reason: 'revoked' });
    expect(await verdictOn(folder, second.key)).toEqual({ kind: 'refused', reason: 'revoked' });
  });

  test('rotate makes a key that may do the same, and lets the old one work for a while', async () => {
    const folder = newFolder();
    const old = await create(folder, ['--owner', 'Ada', '--scopes', 'audit:read', '--rate', '9/m']);
    const { status, out, error } = await run(folder, ['keys', 'rotate', old.id, '--json']);
    const next = createdSchema.parse(JSON.parse(out));
    expect(status).toBe(0);
    expect(next).toMatchObject({ owner: 'Ada', scopes: ['audit:read'], rate: '9/m' });
    expect(next.id).not.toBe(old.id);
    expect(error).toMatch(new RegExp(`^${old.id} works until \\d{4}-`));
    for (const { key } of [old, next])
      expect(await verdictOn(folder, key)).toMatchObject({ kind: 'accepted' });
  });

  test('rotate --overlap 0 revokes the old key', async () => {
    const folder = newFolder();
    const old = await create(folder, ['--owner', 'Ada']);
    await run(folder, ['keys', 'rotate', old.id, '--overlap', '0']);
    expect(await verdictOn(folder, old.key)).toEqual({ kind: 'refused', reason: 'revoked' });
    expect(await run(folder, ['keys', 'rotate', old.id])).toMatchObject({
      status: 1,
      error: `\`${old.id}\` has ended already\n`,
    });
    expect(await run(folder, ['keys', 'rotate', 'nobody'])).toMatchObject({ status: 1 });
  });

  test('wait for the audit trail with every change that was made', async () => {
    const folder = newFolder();
    const made = await create(folder, ['--owner', 'Ada']);
    await run(folder, ['keys', 'rotate', made.id]);
    await run(folder, ['keys', 'revoke', made.id]);
    const keys = await openKeys({ data: join(folder, 'data') });
    const acts: string[] = [];
    await keys.drainOutbox((event) => {
      acts.push(event.type === 'key' ? `${event.act} by ${event.actor.agent}` : event.type);
      return Promise.resolve({ id: '', seq: 0 });
    });
    await keys.close();
    expect(acts).toEqual(
      ['created', 'rotated', 'created', 'revoked'].map((act) => `${act} by command line`),
    );
  });

  test('are kept where flags, environment and file say', async () => {
    const folder = newFolder('data: from-file');
    await run(folder, ['keys', 'create', '--owner', 'a']);
    await run(folder, ['keys', 'create', '--owner', 'b'], { GATEWAY_DATA: 'from-environment' });
    await run(folder, ['keys', 'create', '--owner', 'c', '--data', 'from-flag']);
    for (const name of ['from-file', 'from-environment', 'from-flag'])
      expect(
        readFileSync(join(folder, name, 'keys.sqlite'))
          .subarray(0, 6)
          .toString(),
      ).toBe('SQLite');
  });

  test('that cannot be kept end with 1 and a sentence', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const { status, error } = await run(folder, ['keys', 'list', '--data', 'file']);
    expect(status).toBe(1);
    expect(error).not.toMatch(/\n\s+at /);
    const remote = await run(folder, ['keys', 'list'], {
      DATABASE_URL: 'postgres://u:canary-password@127.0.0.1:1/x',
    });
    expect(remote.status).toBe(1);
    expect(remote.error).toContain('the key store cannot be used: ');
    expect(remote.error).not.toContain('canary');
  });
});

test('a database that is away is told of in words, without its address', async () => {
  const environment = { DATABASE_URL: 'postgres://canary:canary@localhost:2/x' };
  expect(await run(newFolder(), ['keys', 'list'], environment)).toEqual({
    ...{ status: 1, out: '' },
    error: 'the key store cannot be used: nobody listens there (ECONNREFUSED)\n',
  });
});

test.each([
  ['keys', 'list'],
  ['policy', 'lint'],
])('%s %s tells in its help of those options of the gateway that matter to it', async (...args) => {
  const { out } = await run(newFolder(), [...args, '--help']);
  expect(out).toContain('--config FILE');
  expect(out).not.toContain('--workers');
});
