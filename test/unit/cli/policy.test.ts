/** The commands on policies as their authors use them: what they say, and the status they end with. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { main } from '../../../src/cli/main.ts';
import { mintKey } from '../../../src/keys/key.ts';
import { root } from '../../support/repository.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const keys = `apiVersion: governance/v1
kind: Policy
metadata: { id: keys, title: Keys, owner: tests, severity: high, status: test }
spec:
  mode: enforce
  onError: block
  patterns: { key: { regex: '\\bKEY-[0-9]{6}\\b' } }
  variables: { ours: 'model in ["ours"]' }
  rules:
    - id: key
      when: hit("key") && !ours
      action: block
      message: Take the key out.
    - id: long
      when: tokens > 100
      action: flag
tests:
  - name: a key is blocked
    given: { text: 'KEY-123456' }
    expect: { action: block, rules: [key] }
  - name: our own model may see it
    given: { text: 'KEY-123456', model: ours }
    expect: { action: allow, rules: [] }
  - name: a long text is flagged
    given: { text: 'word ', repeat: 200 }
    expect: { action: flag, rules: [long] }
`;

function newFolder(files: Readonly<Record<string, string>> = { 'keys.yaml': keys }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cli-policy-'));
  folders.push(folder);
  mkdirSync(join(folder, 'config/policies'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, 'config/policies', name), text);
  return folder;
}

async function run(cwd: string, ...args: readonly string[]) {
  let [out, error] = ['', ''];
  const status = await main(['policy', ...args], {
    out: (text) => (out += text),
    error: (text) => (error += text),
    environment: {},
    cwd,
    terminal: false,
  });
  return { status, out, error };
}

function change(from: string, to: string): string {
  const changed = keys.replace(from, to);
  expect(changed).not.toBe(keys);
  return newFolder({ 'keys.yaml': changed });
}

const commands = 'new lint fmt test explain bench diff replay shadow schema'.split(' ');

describe('governance policy', () => {
  test.each(commands)('%s --help tells how it is used', async (name) => {
    const { status, out } = await run(newFolder(), name, '--help');
    expect(status).toBe(0);
    expect(out).toContain(`usage: governance policy ${name}`);
  });

  test.each(commands)('help %s tells the same', async (name) => {
    const folder = newFolder();
    expect(await run(folder, 'help', name)).toEqual(await run(folder, name, '--help'));
  });

  test('lists its commands', async () => {
    const { status, out } = await run(newFolder(), '--help');
    expect(status).toBe(0);
    for (const name of commands) expect(out).toContain(`  ${name} `);
  });

  test.each([
    [['lnit'], '`lnit` is no command; did you mean `lint`?'],
    [['check'], '`check` is no command; did you mean `lint`?'],
    [['validate', 'keys.yaml'], '`validate` is no command; did you mean `lint`?'],
    [['format', '--check'], '`format` is no command; did you mean `fmt`?'],
    [['lint', '--strcit'], '`--strcit` is not known here; did you mean `--strict`?'],
    [['test', '--format', 'junt'], 'got `junt`; did you mean `junit`?'],
    [['test', '--threshold', 'all'], '--threshold: expected `90` or `rules=100,operands=95`'],
    [['test', '--filter', 'nothing'], 'no test has `nothing` in its policy'],
    [['explain'], 'expected a file, or `-` for standard input'],
    [
      ['explain', 'config/policies/keys.yaml', '--key-tags', 'a,,b'],
      '--key-tags: expected tags such as `batch,internal`, got `a,,b`',
    ],
    [['diff', 'one'], 'expected two directories of policies'],
    [
      ['replay', '--since', 'ever'],
      '--since: expected an age such as `24h`, a day such as `2026-01-31`',
    ],
    [['replay', '--since', '2026-02-30'], '--since: expected an age such as'],
    [['shadow', '--since', '2026-02-03T10:00'], '--since: expected an age such as'],
    [['new'], 'expected the id of the new policy'],
    [['new', '../evil'], 'expected an id of letters'],
  ])('%p is wrong usage', async (args, message) => {
    const { status, error } = await run(newFolder(), ...args);
    expect(status).toBe(2);
    expect(error).toContain(message);
  });
});

describe('governance policy lint', () => {
  test('passes what loads, with its warnings', async () => {
    const { status, out } = await run(newFolder(), 'lint');
    expect({ status, out }).toEqual({ status: 0, out: '' });
  });

  test.each([
    ['a function', 'hit("key")', 'hitt("key")', ':11:13: error: there is no function `hitt`'],
    ['a member', 'onError', 'onErorr', ':6:3: error: there is no key `onErorr` here; did you mean'],
    ['a failing test', 'action: block, r', 'action: allow, r', ':20:5: error: the test `a key is'],
  ])('tells the place of %s', async (_, from, to, expected) => {
    const { status, out } = await run(change(from, to), 'lint');
    expect(status).toBe(1);
    expect(out).toContain(`keys.yaml${expected}`);
  });

  test.each(['lint', 'test'])(
    'does not say of a file that no gateway reads that nothing is wrong with it: %s',
    async (command) => {
      for (const name of ['keys.json', '.keys.yaml', 'keys.yaml.bak']) {
        const folder = newFolder({ 'keys.yaml': keys, [name]: 'spoilt: [' });
        const { status, error } = await run(folder, command, `config/policies/${name}`);
        expect([name, status]).toEqual([name, 1]);
        expect(error).toContain(`no gateway reads \`config/policies/${name}\``);
      }
    },
  );

  test('tells of the file that is named, and not of one further down that is named alike', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'config/policies/more'));
    writeFileSync(join(folder, 'config/policies/more/keys.yaml'), 'spoilt: [');
    expect(await run(folder, 'lint', 'config/policies/keys.yaml')).toMatchObject({ out: '' });
    expect(await run(folder, 'lint', 'config/policies/more/keys.yaml')).toMatchObject({
      status: 1,
      out: expect.stringContaining('more/keys.yaml:'),
    });
  });

  test('ends with 1 for a warning only where asked to', async () => {
    const folder = change('      message: Take the key out.\n', '');
    expect(await run(folder, 'lint')).toMatchObject({ status: 0 });
    const { status, out } = await run(folder, 'lint', '--strict', '--json');
    expect(status).toBe(1);
    const fault = z.looseObject({ level: z.string(), line: z.int() }).parse(JSON.parse(out));
    expect(fault).toMatchObject({ level: 'warning', line: 10 });
  });
});

describe('governance policy test', () => {
  test('tells each test, what they reach and what they would miss', async () => {
    const { status, out } = await run(newFolder(), 'test', '--coverage', '--mutate');
    expect(status).toBe(0);
    expect(out).toContain('  ok    a key is blocked\n');
    expect(out).toContain('3 passed, 0 failed, 0 to do\n');
    expect(out).toContain('coverage: 100 % of rules, 100 % of operands\n');
    expect(out).toContain('mutants: 4 of 4 caught\n');
  });

  test('names the operand that no test makes true, and misses the threshold for it', async () => {
    const folder = change("text: 'KEY-123456', model: ours", "text: 'nothing'");
    const { status, out } = await run(folder, 'test', '--threshold', 'rules=100,operands=100');
    expect(status).toBe(1);
    expect(out).toMatch(/never true: .*keys\.yaml:11:28: ours/);
    expect(out).toContain('% of operands (at least 100 %)');
  });

  test('names the mutants that survive', async () => {
    const folder = change('expect: { action: flag, rules: [long] }', 'expect: { action: flag }');
    const weak = readFileSync(join(folder, 'config/policies/keys.yaml'), 'utf8');
    const without = weak.slice(0, weak.indexOf('  - name: a long'));
    writeFileSync(join(folder, 'config/policies/keys.yaml'), without);
    const { status, out } = await run(folder, 'test', '--mutate');
    expect(status).toBe(1);
    expect(out).toContain('survives: keys/long removed\n');
  });

  test('ends with 1 and the difference where a test fails, in every format', async () => {
    const folder = change('action: block, rules: [key]', 'action: flag, rules: [key]');
    const expected: Readonly<Record<string, string>> = {
      text: 'FAIL  a key is blocked',
      tap: 'not ok 1 - keys: a key is blocked',
      junit: '<failure message="expected `flag`, and it was `block` (fired: key)"/>',
      json: '"status": "failed"',
    };
    const { out: json } = await run(folder, 'test', '--json');
    expect(JSON.parse(json)).toMatchObject({ outcomes: [{ status: 'failed' }, {}, {}] });
    for (const [format, part] of Object.entries(expected)) {
      const { status, out } = await run(folder, 'test', '--format', format);
      expect(status).toBe(1);
      expect(out).toContain(part);
    }
  });

  test('runs fixtures of any spelling of the ending, and passes no place without any', async () => {
    const failing = [
      ...['apiVersion: governance/v1', 'kind: PolicyTests', 'tests:', '  - name: failing'],
      ...['    given: { text: hello }', '    expect: { action: block }', ''],
    ].join('\n');
    for (const name of ['more.yml', 'more.YAML', 'more.Yml']) {
      const folder = newFolder();
      mkdirSync(join(folder, 'fixtures'));
      const empty = await run(folder, 'test', '--fixtures', 'fixtures');
      expect(empty).toMatchObject({
        status: 1,
        error: expect.stringContaining('there is no fixture file below `fixtures`'),
      });
      writeFileSync(join(folder, 'fixtures', name), failing);
      expect(await run(folder, 'test', '--fixtures', 'fixtures')).toMatchObject({
        status: 1,
        out: expect.stringContaining('3 passed, 1 failed'),
      });
    }
  });

  test('lets a test fail that is still to do, and takes fixtures from elsewhere', async () => {
    const folder = newFolder();
    const fixture = `apiVersion: governance/v1
kind: PolicyTests
policy: keys
tests:
  - name: a split key
    todo: not before spring
    given: { text: 'KEY-123 456' }
    expect: { action: block }
`;
    writeFileSync(join(folder, 'more.yaml'), fixture);
    const { status, out } = await run(folder, 'test', '--fixtures', 'more.yaml', '--format', 'tap');
    expect(status).toBe(0);
    expect(out).toContain('not ok 4 - keys: a split key # TODO not before spring');
    writeFileSync(join(folder, 'more.yaml'), fixture.replace('policy: keys', 'policy: kyes'));
    expect(await run(folder, 'test', '--fixtures', 'more.yaml')).toMatchObject({
      status: 1,
      error: 'more.yaml:3:9: there is no policy `kyes`; did you mean `keys`?\n',
    });
  });

  test('finds nothing that the tests of the shipped policies would miss', async () => {
    const args = ['--threshold', 'rules=100,operands=95', '--mutate', '--format', 'json'];
    const { status, out } = await run(root, 'test', ...args);
    expect(status).toBe(0);
    const mutants = z
      .looseObject({ mutants: z.array(z.looseObject({ caughtBy: z.string().optional() })) })
      .parse(JSON.parse(out)).mutants;
    expect(mutants.length).toBeGreaterThan(50);
    expect(mutants.filter(({ caughtBy }) => caughtBy === undefined)).toEqual([]);
  });
});

const request = {
  '/v1/chat/completions': { model: 'm', messages: [{ role: 'user', content: 'KEY-123456' }] },
  '/v1/messages': {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'KEY-123456' }] }],
  },
  '/v1beta/models/m:generateContent': { contents: [{ parts: [{ text: 'KEY-123456' }] }] },
  '/api/generate': { model: 'm', prompt: 'KEY-123456' },
};

describe('governance policy explain', () => {
  async function explain(folder: string, input: string, ...args: readonly string[]) {
    writeFileSync(join(folder, 'input'), input);
    return run(folder, 'explain', 'input', ...args);
  }

  test('only names the policies in which nothing fired or was found, unless all are asked for', async () => {
    const folder = newFolder();
    const { out } = await explain(folder, 'hello');
    expect(out).toContain('nothing fired or was found in keys: `--all` says why, rule by rule');
    expect(out).not.toContain('did not fire');
    const all = (await explain(folder, 'hello', '--all')).out;
    expect(all).toMatch(/did not fire, because `hit\("key"\)` is false .*\n +false {2}/);
  });

  test('says of a text why each rule did or did not fire, down to the first false operand', async () => {
    const { status, out } = await explain(newFolder(), 'use KEY-123456', '--model', 'ours');
    expect(status).toBe(0);
    expect(out).toContain('key: block: did not fire, because `!ours` is false');
    expect(out).toMatch(
      /true {2}hit\("key"\) {2}\(.*keys\.yaml:11:13\)\n +pattern\/key \(0\.9\) at text 4 to 14/,
    );
    expect(out).toContain('long: flag: did not fire, because `tokens > 100` is false');
    expect(out).not.toContain('KEY-123456');
  });

  test.each(Object.entries(request))('reads a request to %s', async (route, body) => {
    const folder = newFolder();
    const told = await explain(folder, JSON.stringify(body), '--json', '--route', route);
    expect(told.status).toBe(0);
    expect(told.out).toContain('"action": "block"');
    const found = await explain(folder, JSON.stringify(body), '--json');
    expect(found.out.replace(/"dialect".*/, '')).toBe(told.out.replace(/"dialect".*/, ''));
  });

  test.each([
    ['/v1beta/models/m:generateContent', '/v1beta/models/{model}:generateContent'],
    ['/openai/deployments/m/chat/completions', '/openai/deployments/{model}/chat/completions'],
  ])('names the route of %s as entries do', async (route, named) => {
    const folder = change('hit("key") && !ours', `hit("key") && route == "${named}"`);
    const body = { ...request['/v1beta/models/m:generateContent'], messages: [] };
    const told = await explain(folder, JSON.stringify(body), '--json', '--route', route);
    expect(JSON.parse(told.out)).toMatchObject({ action: 'block' });
  });

  test.each([
    [`key.id == "kAb3kAb3kAb3"`, ['--key-id', 'kAb3kAb3kAb3']],
    [`key.tags.exists(t, t == "batch")`, ['--key-tags', 'ours, batch']],
    [`"batch" in tags`, ['--key-tags', 'batch']],
  ])('judges %s by the key that is given, in a text and in a request', async (asked, given) => {
    const folder = change('hit("key") && !ours', `hit("key") && ${asked}`);
    const body = request['/v1/chat/completions'];
    for (const input of ['use KEY-123456', JSON.stringify(body)]) {
      const without = await explain(folder, input, '--json');
      expect(JSON.parse(without.out)).toMatchObject({ action: 'allow' });
      const { error, out } = await explain(folder, input, '--json', ...given);
      expect(error).toBe('');
      expect(JSON.parse(out)).toMatchObject({ action: 'block' });
    }
  });

  test('says of a policy that matches on the key whether it is about this one', async () => {
    const folder = change(
      '  mode: enforce',
      '  mode: enforce\n  match: { key.tags: { eq: batch } }',
    );
    const judged = 'key: block: FIRED';
    const input = 'use KEY-123456';
    expect((await explain(folder, input, '--key-tags', 'ours')).out).not.toContain(judged);
    expect((await explain(folder, input, '--key-tags', 'batch')).out).toContain(judged);
  });

  test('takes no key for the id of one, and does not repeat it', async () => {
    const { key } = mintKey();
    const { status, error } = await explain(newFolder(), 'hi', '--key-id', key);
    expect(status).toBe(2);
    expect(error).toContain('--key-id: expected the id of a key');
    expect(error).not.toContain(key);
  });

  test('refuses what is of no format, and a route that is not governed', async () => {
    const folder = newFolder();
    expect(await explain(folder, '{"a":')).toMatchObject({ status: 0 });
    expect(await explain(folder, '{"a": 1}')).toMatchObject({ status: 1 });
    const { status, error } = await explain(folder, '{}', '--route', '/v1/nothing');
    expect(status).toBe(2);
    expect(error).toContain('routes are /v1/chat/completions');
  });
});

describe('governance policy diff', () => {
  test('tells what would change, by rule, with samples', async () => {
    const folder = newFolder();
    cpSync(join(folder, 'config/policies'), join(folder, 'new'), { recursive: true });
    const changed = keys
      .replace('tokens > 100', 'tokens > 1')
      .replace('action: flag', 'action: block');
    writeFileSync(join(folder, 'new/keys.yaml'), changed);
    writeFileSync(join(folder, 'samples'), 'hello to all of you\n\nKEY-123456\n');
    const args = ['config/policies', 'new', '--samples', 'samples', '--lines', '--exit-code'];
    const { status, out } = await run(folder, 'diff', ...args);
    expect(status).toBe(1);
    expect(out).toContain('5 tests and samples, 3 ruled differently');
    expect(out).toContain('2 would be blocked instead of let through\n  rules: keys/long (2)\n');
    expect(out).toContain('  e.g. samples:1\n');
    expect(await run(folder, 'diff', 'new', 'new', '--exit-code')).toMatchObject({ status: 0 });
  });
});

describe('governance policy new, fmt and schema', () => {
  test('new makes a policy that loads without a warning and is laid out already', async () => {
    const folder = newFolder();
    expect(await run(folder, 'new', 'projects', '--owner', 'Ada')).toMatchObject({ status: 0 });
    expect(await run(folder, 'lint', '--strict')).toMatchObject({ status: 0 });
    expect(await run(folder, 'test', '--mutate', '--filter', 'projects')).toMatchObject({
      status: 0,
    });
    expect(await run(folder, 'fmt', '--check', 'config/policies/projects.yaml')).toMatchObject({
      status: 0,
    });
    expect(await run(folder, 'new', 'projects')).toMatchObject({ status: 1 });
  });

  test('new makes no second policy of an id that stands in a file of another name', async () => {
    const folder = newFolder();
    await run(folder, 'new', 'projects');
    renameSync(
      join(folder, 'config/policies/projects.yaml'),
      join(folder, 'config/policies/first.yaml'),
    );
    const { status, error } = await run(folder, 'new', 'projects');
    expect(status).toBe(1);
    expect(error).toMatch(/^the policy `projects` stands in `.*first\.yaml` already\n$/);
    expect(await run(folder, 'lint')).toMatchObject({ status: 0 });
  });

  test.each([
    ['--title', ' '],
    ['--owner', ''],
    ['--title', 'x'.repeat(501)],
    ['--owner', '\x1b'],
  ])('new takes no %s that would not load', async (flag, text) => {
    const { status, error } = await run(newFolder(), 'new', 'projects', `${flag}=${text}`);
    expect(status).toBe(2);
    expect(error).toContain(`${flag}: expected a sentence of 1 to 500 characters`);
  });

  test('explain refuses a text that is not UTF-8 and does not judge what it cannot read', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'odd.txt'), Buffer.from('\ufeffKEY-123456', 'utf16le'));
    expect(await run(folder, 'explain', 'odd.txt')).toMatchObject({
      status: 1,
      out: '',
      error: '`odd.txt` is not UTF-8; save it as UTF-8\n',
    });
  });

  test('fmt keeps every comment and the meaning, once and for all', async () => {
    const messy = `# of the file
kind: Policy
apiVersion:   governance/v1
spec: {mode: enforce, rules: [
  {action: flag, id: a, when: "tokens > 1" # of the rule
  }], onError: block}
metadata: # of the metadata
  owner: o
  id: messy
  title: "It's messy"
  severity: low
  status: test
`;
    const folder = newFolder({ 'messy.yaml': messy });
    expect(await run(folder, 'fmt', '--check')).toMatchObject({ status: 1 });
    expect(await run(folder, 'fmt')).toMatchObject({ out: 'config/policies/messy.yaml\n' });
    const tidy = readFileSync(join(folder, 'config/policies/messy.yaml'), 'utf8');
    for (const comment of ['# of the file', '# of the rule', '# of the metadata'])
      expect(tidy).toContain(comment);
    expect(tidy.search('apiVersion')).toBeLessThan(tidy.search('kind'));
    expect(tidy.search('metadata')).toBeLessThan(tidy.search('spec'));
    expect(await run(folder, 'fmt', '--check')).toMatchObject({ status: 0 });
    expect(await run(folder, 'lint')).toMatchObject({ status: 0 });
  });

  test.each<[string, Buffer | string, string]>([
    ['is no UTF-8', Buffer.from([0xff, 0xfe, 0x61]), 'expected UTF-8'],
    ['is empty', '', 'expected a mapping'],
    ['is no YAML', 'a: [', 'this is not YAML that can be laid out'],
    ['has aliases', 'a: &a [1]\nb: [*a, *a]\n', 'cannot be laid out'],
  ])('fmt leaves a file alone that %s, and says so', async (_, source, message) => {
    const folder = newFolder();
    const path = join(folder, 'config/policies/odd.yaml');
    writeFileSync(path, source);
    const { status, out, error } = await run(folder, 'fmt');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(error).toMatch(/^config\/policies\/odd\.yaml:\d+:\d+: error: /);
    expect(error).toContain(message);
    expect(readFileSync(path).equals(Buffer.from(source))).toBe(true);
    const { out: json } = await run(folder, 'fmt', '--check', '--json');
    expect(JSON.parse(json)).toMatchObject({ file: 'config/policies/odd.yaml' });
  });

  test('fmt takes off what Windows adds', async () => {
    const folder = newFolder();
    await run(folder, 'fmt');
    const path = join(folder, 'config/policies/keys.yaml');
    const tidy = readFileSync(path, 'utf8');
    writeFileSync(path, `\ufeff${tidy.replaceAll('\n', '\r\n')}`);
    expect(await run(folder, 'lint', '--strict')).toMatchObject({ status: 0 });
    expect(await run(folder, 'fmt')).toMatchObject({ status: 0 });
    expect(readFileSync(path, 'utf8')).toBe(tidy);
  });

  test.each([
    ['fmt', 'nowhere', 'there is no file or directory `nowhere`'],
    ['lint', 'nowhere', 'there is no file or directory `nowhere`'],
    ['test', 'nowhere', 'there is no file or directory `nowhere`'],
    ['bench', 'nowhere', 'there is no file or directory `nowhere`'],
    ['explain', 'nowhere', '`nowhere` cannot be read: it is not there'],
    ['new', '--policies=nowhere', 'there is no directory `nowhere`'],
  ])('%s says that there is no %s', async (command, operand, message) => {
    const operands = command === 'new' ? ['projects', operand] : [operand];
    expect(await run(newFolder(), command, ...operands)).toMatchObject({
      status: 1,
      error: `${message}\n`,
    });
  });

  test('a directory without a policy is named', async () => {
    const { status, out } = await run(newFolder({}), 'lint');
    expect(status).toBe(1);
    expect(out).toContain('config/policies:1:1: error: there is no policy here');
  });

  test('schema prints the schema that is committed', async () => {
    const { out } = await run(newFolder(), 'schema');
    const committed = readFileSync(join(root, 'config/policy.schema.json'), 'utf8');
    expect(JSON.parse(committed)).toEqual(JSON.parse(out));
  });
});

describe('governance policy bench', () => {
  test('measures what the budget names, and ends with 1 over it', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'budget.yaml'), 'reference.growth: 0.001\n');
    const { status, out, error } = await run(folder, 'bench', '--json', '--budget', 'budget.yaml');
    expect(status).toBe(1);
    expect(error).toMatch(/^over budget: reference\.growth is [\d.]+, at most 0\.001\n$/);
    const { figures } = z
      .looseObject({ figures: z.record(z.string(), z.number()) })
      .parse(JSON.parse(out));
    expect(figures['rule.keys/key']).toBeGreaterThan(0);
    expect(figures['bundle.ordinary.p50Us']).toBeGreaterThan(0);
    writeFileSync(join(folder, 'budget.yaml'), 'reference.grwth: 2\n');
    const wrong = await run(folder, 'bench', '--budget', 'budget.yaml');
    expect(wrong).toMatchObject({ status: 1 });
    expect(wrong.error).toContain('did you mean `reference.growth`?');
  });
});
