/** What a forger changes in how a trail or a bundle is written, and not in what it says: both verifiers come to the same verdict and name the same place. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { columnId, digestOfBlock } from '../../src/audit/index-sqlite.ts';
import { writeCheckpoint } from '../../src/audit/proof/checkpoint.ts';
import { createSigner } from '../../src/audit/proof/note.ts';
import { hashLeaf } from '../../src/audit/proof/tree.ts';
import { columnNames } from '../../src/audit/search/block.ts';
import { verifyBundle } from '../../src/audit/verify/bundle-check.ts';
import { exitStatus } from '../../src/audit/verify/report.ts';
import { verifyTrail } from '../../src/audit/verify.ts';
import { type Scene, createScene } from '../../tools/tampering/scene.ts';
import { type Forgery, addEntry, changeIndex, edit, withManifest } from '../support/forgery.ts';
import { aloneFlags, hasPython, python } from '../support/python.ts';
import { root } from '../support/repository.ts';

const patienceMs = 300_000;
/** A tile of the tree and more. */
const few = 300;
/** More than a block of the index has. */
const many = 4200;

let scene: Scene;
let long: Scene;
let folder: string;

beforeAll(async () => {
  scene = await createScene(few, 6);
  long = await createScene(many, 7);
  folder = mkdtempSync(join(tmpdir(), 'verdicts-'));
  const out = join(folder, 'bundle');
  const exported = [
    'audit',
    'export',
    '--dir',
    scene.directory,
    '--query',
    'type:answered',
    '--out',
    out,
  ];
  spawnSync(process.execPath, [join(root, 'bin', 'governance.js'), ...exported]);
}, patienceMs);
afterAll(() => {
  scene.remove();
  long.remove();
  rmSync(folder, { recursive: true, force: true });
});

type Said = { readonly status: number | null; readonly places: string };

function judge(kind: 'trail' | 'long trail' | 'bundle', act: Forgery): readonly Said[] {
  const directory = join(folder, 'copy');
  rmSync(directory, { recursive: true, force: true });
  const from = {
    trail: scene.directory,
    'long trail': long.directory,
    bundle: join(folder, 'bundle'),
  };
  cpSync(from[kind], directory, { recursive: true });
  act(directory);
  const report = kind === 'bundle' ? verifyBundle(directory) : verifyTrail({ directory });
  const places = report.faults.map(({ place, detail }) => `${place}: ${detail}`).join('\n');
  const own = { status: exitStatus(report.verdict), places };
  if (!hasPython()) return [own];
  const asked = [...aloneFlags, join(root, 'tools', 'verify.py'), directory];
  const second = spawnSync(python, asked, { encoding: 'utf8' });
  return [own, { status: second.status, places: second.stdout + second.stderr }];
}

function expectBoth(said: readonly Said[], status: number, place: RegExp): void {
  for (const each of said) {
    expect(each).toMatchObject({ status, places: expect.stringMatching(place) });
    expect(each.places).not.toMatch(/Traceback|node:internal|invalid_type/);
  }
}

const remove =
  (...names: readonly string[]): Forgery =>
  (directory) => {
    for (const name of names) rmSync(join(directory, name), { recursive: true, force: true });
  };

const put =
  (name: string, bytes: string | Uint8Array): Forgery =>
  (directory) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), bytes);
  };

const together =
  (...acts: readonly Forgery[]): Forgery =>
  (directory) => {
    for (const act of acts) act(directory);
  };

/** A note that has its text there. */
const aText = (blob: string): Readonly<Record<string, unknown>> => ({
  ...{ bytes: 1, commitment: '', digest: '', blob },
});

const changeKeys =
  (sql: string): Forgery =>
  (directory) => {
    const database = new DatabaseSync(join(directory, 'keys.sqlite'), { defensive: false });
    database.exec(sql);
    database.close();
  };

/** Says another thing of a block of the index, with the digest that this has. */
const changeBlock =
  (column: string, value: string): Forgery =>
  (directory) => {
    const database = new DatabaseSync(join(directory, 'index.sqlite'));
    database.prepare(`UPDATE blocks SET ${column} = ? WHERE first = 0`).run(value);
    const { digest: _, ...facts } = database.prepare('SELECT * FROM blocks').get() ?? {};
    const read = database.prepare('SELECT digest FROM columns WHERE id = ?');
    const digests = columnNames.map(
      (_name, index) => read.get(columnId(0, index))?.['digest'] as Uint8Array,
    );
    const digest = digestOfBlock(Object.values(facts) as (string | number)[], digests);
    database.prepare('UPDATE blocks SET digest = ? WHERE first = 0').run(digest);
    database.close();
  };

const dash = '\xe2\x80\x94';
const key = /checkpoint\.pub line \d: it is no key/;
const note = /^(?:altered: )?checkpoint: /m;
const lastEntry = /entry 30\d|journal\/|content: /;
const index = /index\.sqlite: /;

describe('of a trail both verifiers say the same', () => {
  test.each<[string, number, Forgery, RegExp]>([
    ['as it is', 0, () => undefined, /(?:)/],
    [
      'without journal and checkpoints',
      3,
      remove(
        'journal',
        'checkpoint',
        'checkpoint.pub',
        'checkpoints.jsonl',
        'tile',
        'index.sqlite',
      ),
      /journal: /,
    ],
    [
      'with a signature that could be written another way',
      1,
      edit('checkpoint', (text) => `${text}${dash} other AB==\n`),
      note,
    ],
    [
      'with a signature of one character',
      1,
      edit('checkpoint', (text) => `${text}${dash} other A\n`),
      note,
    ],
    [
      'with a name of separators',
      1,
      edit('checkpoint', (text) => `${text}${dash} o\x1cther AAAA\n`),
      note,
    ],
    [
      'with a kept signature that is no text',
      1,
      edit('checkpoints.jsonl', (text) =>
        text.replace('\\n"\n', `\\n${dash} o\xffther AAAA\\n"\n`),
      ),
      /checkpoints\.jsonl line 1: /,
    ],
    [
      'with two keys on a line',
      1,
      edit('checkpoint.pub', (text) => `${text.trimEnd()} ${text}`),
      key,
    ],
    [
      'with a key that ends in a space',
      1,
      edit('checkpoint.pub', (text) => text.replace('\n', ' \n')),
      key,
    ],
    [
      'with keys that end as on another system',
      1,
      edit('checkpoint.pub', (text) => text.replace('\n', '\r\n')),
      key,
    ],
    ['with a key that does not end', 1, edit('checkpoint.pub', (text) => text.trimEnd()), key],
    ['with keys of nothing but spaces', 1, edit('checkpoint.pub', () => '  \n'), key],
    [
      'with a key that is told without its name',
      1,
      addEntry({ type: 'key', act: 'signing', detail: {} }),
      lastEntry,
    ],
    [
      'with an opening that lists nothing',
      1,
      addEntry({ type: 'heartbeat', cause: 'opened', open: {} }),
      lastEntry,
    ],
    [
      'with an end that names no number',
      1,
      addEntry({ type: 'blocked', exchange: 'x', attempt: 1, request: null }),
      lastEntry,
    ],
    [
      'with an expiry of no file',
      1,
      addEntry({ type: 'erasure', act: 'expired', detail: { texts: 1 } }),
      lastEntry,
    ],
    [
      'with an erasure of nobody',
      1,
      addEntry({ type: 'erasure', act: 'erased', detail: null }),
      lastEntry,
    ],
    ['with content of no form', 1, addEntry({ content: { key: 'x.1', received: [] } }), lastEntry],
    ['with content of no key', 1, addEntry({ content: {} }), lastEntry],
    [
      'with a text without its digest',
      1,
      addEntry({
        content: { key: 'x.1', note: { bytes: 1, commitment: '', blob: '20260101-0001/0/5' } },
      }),
      lastEntry,
    ],
    [
      'with a text that lies elsewhere',
      1,
      addEntry({
        content: {
          key: 'x.1',
          note: { bytes: 1, commitment: '', blob: '../../etc/passwd/0/5', digest: '' },
        },
      }),
      lastEntry,
    ],
    ...['x', 'x.', 'x.0', 'x.-1', 'x.1_0', 'x. 1', 'x.\u0661', '.1', ''].map(
      (named): [string, number, Forgery, RegExp] => [
        `with a text under the key ${JSON.stringify(named)}`,
        1,
        addEntry({ content: { key: named, note: aText('20260101-0001/0/5') } }),
        lastEntry,
      ],
    ),
    [
      'with a text that is longer than any, in a file that has room for it',
      1,
      together(
        addEntry({ content: { key: 'x.1', note: aText('20260101-0001/0/3000000000') } }),
        (directory) => {
          put('content/20260101-0001.bin', '')(directory);
          truncateSync(join(directory, 'content/20260101-0001.bin'), 4e9);
        },
      ),
      lastEntry,
    ],
    ['with a hold of nobody', 1, addEntry({ type: 'admin', act: 'hold', detail: {} }), lastEntry],
    [
      'with a release of a number',
      1,
      addEntry({ type: 'admin', act: 'release', detail: { subject: 5 } }),
      lastEntry,
    ],
    ['with a hold of no form', 1, addEntry({ type: 'admin', act: 'hold' }), lastEntry],
    [
      'that has seen nothing',
      1,
      addEntry({ type: 'admin', act: 'witnessed', detail: { log: 1 } }),
      lastEntry,
    ],
    [
      'that has seen a log of no number',
      1,
      addEntry({
        type: 'admin',
        act: 'witnessed',
        detail: { log: 'x', checkpoint: 'x', worker: -1 },
      }),
      lastEntry,
    ],
    ['with a file where its tiles lie', 3, together(remove('tile'), put('tile', '')), /tile: /],
    [
      'with a view where its holds stand',
      3,
      changeKeys(`DROP TABLE holds; CREATE VIEW holds AS SELECT 'x' AS id`),
      /keys\.sqlite.*`holds`/,
    ],
    [
      'with a trigger on its keys',
      3,
      changeKeys('CREATE TRIGGER more AFTER INSERT ON keys BEGIN DELETE FROM holds; END'),
      /keys\.sqlite.*`more`/,
    ],
    ['as a copy of nothing', 3, put('copy.json', 'null'), /copy\.json|TypeError/],
    ['with an id that is none', 1, addEntry({ id: '\u0001~~' }), lastEntry],
    [
      'with a tile of entries that are not here',
      1,
      put('tile/0/016', new Uint8Array(8192)),
      /tile\/0\/016: .*missing/,
    ],
    [
      'with a tile of tiles that are not here',
      1,
      put('tile/1/000', new Uint8Array(8192)),
      /tile\/1\/000: .*missing/,
    ],
    [
      'with a tile that goes on',
      1,
      (directory) => appendFileSync(join(directory, 'tile/0/000'), 'x'),
      /tile\/0\/000: /,
    ],
    ['as a copy of nobody knows what', 3, put('copy.json', '{}'), /copy\.json/],
    [
      'as a copy without texts',
      0,
      together(
        put('copy.json', '{"v":1,"log":"x","content":false}\n'),
        remove('content', 'keys.sqlite'),
      ),
      /(?:)/,
    ],
    ['with a manifest beside it', 0, put('manifest.json', '{'), /(?:)/],
  ])('%s', (_, status, act, place) => expectBoth(judge('trail', act), status, place), patienceMs);
});

describe('of a search index both verifiers say the same', () => {
  test.each<[string, number, Forgery, RegExp]>([
    ['as it is', 0, () => undefined, /(?:)/],
    ['with a table more in its index', 1, changeIndex('CREATE TABLE more (x)'), index],
    [
      'with an index that does not say its version',
      1,
      changeIndex(`DELETE FROM meta WHERE name = 'version'`),
      index,
    ],
    ['with an index without its first block', 1, changeIndex('DELETE FROM blocks'), index],
    [
      'with a column more in its index',
      1,
      changeIndex('INSERT INTO columns SELECT 63, data, digest FROM columns LIMIT 1'),
      index,
    ],
    [
      'with reviews of which it has no digest',
      1,
      changeIndex(
        `DELETE FROM meta WHERE name = 'words'; DELETE FROM words; INSERT INTO erased VALUES ('x', 1)`,
      ),
      index,
    ],
    [
      'with an index of other entries',
      1,
      changeBlock('first_id', '01a20083-a92f-7000-b3a0-48106a50bfb7'),
      index,
    ],
    [
      'with an index that ends after other entries',
      1,
      changeBlock('end_hash', '0'.repeat(64)),
      index,
    ],
    [
      'with an index of more entries',
      1,
      changeIndex(`DELETE FROM meta WHERE name = 'texts'; UPDATE text_mark SET seq = 99999`),
      index,
    ],
    [
      'with a full text that keeps traces',
      1,
      changeIndex(`UPDATE texts_config SET v = 0 WHERE k = 'secure-delete'`),
      index,
    ],
  ])(
    '%s',
    (_, status, act, place) => expectBoth(judge('long trail', act), status, place),
    patienceMs,
  );
});

const proofs = (change: (text: string) => string): Forgery =>
  withManifest(edit('proofs.jsonl', change));
const keys = (change: (text: string) => string): Forgery =>
  withManifest(edit('checkpoint.pub', change));
const firstLine = /entries\.jsonl line 1: /;
const manifest = (change: (text: string) => string): Forgery => edit('manifest.json', change);

/** Signs, with a key of the forger's own, a tree whose only line is no entry. */
const signAnew: Forgery = (directory) => {
  const line = '{"x":1}';
  const signer = createSigner('forged', Buffer.alloc(32));
  const root = hashLeaf(Buffer.from(line));
  const checkpoint = { origin: 'forged', size: 1, root, at: 'now', durability: 'fsync' };
  put('checkpoint', signer.sign(writeCheckpoint(checkpoint)))(directory);
  put('checkpoint.pub', `${signer.verifierKey}\n`)(directory);
  put('entries.jsonl', `${line}\n`)(directory);
  put('proofs.jsonl', '{}\n')(directory);
};

describe('of a bundle both verifiers say the same', () => {
  test.each<[string, number, Forgery, RegExp]>([
    ['as it is', 0, () => undefined, /(?:)/],
    [
      'with a count that is a text',
      1,
      manifest((text) => text.replace(/"entries": (\d+)/, '"entries": "$1"')),
      /entries\.jsonl: /,
    ],
    [
      'with another number of entries under its checkpoint',
      1,
      manifest((text) => text.replace(/"size": \d+/, '"size": 1')),
      /manifest\.json: /,
    ],
    [
      'with a file that is named twice over',
      1,
      manifest((text) => text.replace('"files": {', '"files": {"__proto__": "x",')),
      /__proto__: /,
    ],
    [
      'with a digest that is none',
      1,
      manifest((text) => text.replace(/"README.txt": "[^"]*"/, '"README.txt": null')),
      /README\.txt: /,
    ],
    ['with a manifest that is none', 3, manifest(() => '[]'), /manifest\.json|bundle|copy/],
    [
      'with a manifest that begins with a mark',
      3,
      manifest((text) => `\xef\xbb\xbf${text}`),
      /manifest|copy/,
    ],
    ['with a folder in it', 1, put('more/file', ''), /more: /],
    ['with a proof that is spaced', 1, proofs((text) => text.replace('{"', '{ "')), firstLine],
    [
      'with a proof in another order',
      1,
      proofs((text) => text.replace(/^\{("hashes":.*?\]),("seq":\d+)\}/, '{$2,$1}')),
      firstLine,
    ],
    ['with a proof that says more', 1, proofs((text) => text.replace('}', ',"x":1}')), firstLine],
    [
      'with a hash that goes on',
      1,
      proofs((text) => text.replace(/([0-9a-f]{64})"/, '$1zz"')),
      firstLine,
    ],
    [
      'with a hash that is spaced',
      1,
      proofs((text) => text.replace(/"([0-9a-f]{2})/, '"$1 ')),
      firstLine,
    ],
    [
      'with a hash in large letters',
      1,
      proofs((text) =>
        text.replace(/"(?=[0-9a-f]*[a-f])([0-9a-f]{64})"/, (hex) => hex.toUpperCase()),
      ),
      /entries\.jsonl line \d+: /,
    ],
    [
      'with a number that is a text',
      1,
      proofs((text) => text.replace(/"seq":(\d+)/, '"seq":"$1"')),
      firstLine,
    ],
    [
      'with proofs that end as on another system',
      1,
      proofs((text) => text.replaceAll('\n', '\r\n')),
      firstLine,
    ],
    ['with no proof of a line that is no entry', 1, withManifest(signAnew), firstLine],
    ['with no hashes', 1, proofs((text) => text.replace(/\[[^\]]*\]/, 'null')), firstLine],
    ['with a key that is none', 1, keys((text) => `${text}trust-me\n`), key],
    [
      'with a key that ends as on another system',
      1,
      keys((text) => text.replace('\n', '\r\n')),
      key,
    ],
    ['without a key', 2, keys(() => ''), /checkpoint\.pub: /],
    ['without its entries', 1, remove('entries.jsonl'), /entries\.jsonl: /],
    ['without its checkpoint', 1, remove('checkpoint'), /checkpoint: /],
  ])('%s', (_, status, act, place) => expectBoth(judge('bundle', act), status, place), patienceMs);
});

test('a crowd of missing things hides nothing that was altered', () => {
  const text = readFileSync(join(scene.directory, 'checkpoint'), 'latin1');
  const act = together(remove('keys.sqlite', 'content'), put('checkpoint', `${text}trust me\n`));
  expectBoth(judge('trail', act), 1, note);
});
