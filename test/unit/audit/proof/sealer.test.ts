import { afterEach, describe, expect, test } from '@jest/globals';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  rmdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { segmentPath } from '../../../../src/audit/journal-files.ts';
import { readCheckpoint } from '../../../../src/audit/proof/checkpoint.ts';
import { createSigner, readNote, readVerifierKey } from '../../../../src/audit/proof/note.ts';
import { checkpointFile, historyFile, readKeys } from '../../../../src/audit/proof/sealed-files.ts';
import { tilePath } from '../../../../src/audit/proof/tile-path.ts';
import { hashLeaf, rootFromInclusion, TreeEdge } from '../../../../src/audit/proof/tree.ts';
import { verifyTrail } from '../../../../src/audit/verify.ts';
import { decisionEvent } from '../../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readJournal,
} from '../../../support/trail-directory.ts';
import { until } from '../../../support/until.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(7);

function signedIn(directory: string): { readonly size: number; readonly root: string } {
  const note = readNote(readFileSync(join(directory, checkpointFile), 'utf8'));
  const key = readVerifierKey(readKeys(directory).at(-1) ?? '');
  if (note === undefined || key === undefined) throw new Error('no checkpoint');
  expect(key.verifies(note)).toBe(true);
  const checkpoint = readCheckpoint(note.text);
  return { size: checkpoint?.size ?? 0, root: Buffer.from(checkpoint?.root ?? []).toString('hex') };
}

function rootOf(lines: readonly string[]): string {
  const edge = new TreeEdge();
  for (const line of lines) edge.add(hashLeaf(Buffer.from(line)));
  return Buffer.from(edge.root()).toString('hex');
}

describe('a signed note', () => {
  const signer = createSigner('log.example/one', masterKey);
  const text = 'log.example/one\n1\nAAAA\n';

  test('holds under its own key and no other', () => {
    const note = readNote(signer.sign(text));
    if (note === undefined) throw new Error('unreadable');
    expect(note.text).toBe(text);
    expect(readVerifierKey(signer.verifierKey)?.verifies(note)).toBe(true);
    const others = [
      createSigner('log.example/two', masterKey),
      createSigner('log.example/one', new Uint8Array(32)),
    ];
    for (const { verifierKey } of others) {
      expect(readVerifierKey(verifierKey)?.verifies(note)).toBe(false);
    }
    expect(readVerifierKey(signer.verifierKey)?.verifies({ ...note, text: `${text}x\n` })).toBe(
      false,
    );
  });

  test.each([
    ['nothing', ''],
    ['text only', text],
    ['no final newline', signer.sign(text).slice(0, -1)],
    ['a signature line that is none', `${text}\n\u2014 x\n`],
  ])('is not read from %s', (_, note) => {
    expect(readNote(note)).toBeUndefined();
  });

  test.each(['', 'a+b', 'a+00000000+AAAA', signer.verifierKey.replace('+', '+0')])(
    'has no key in %p',
    (key) => {
      expect(readVerifierKey(key)).toBeUndefined();
    },
  );
});

describe('tilePath()', () => {
  test.each([
    [0, 0, 256, 'tile/0/000'],
    [1, 1234067, 256, 'tile/1/x001/x234/067'],
    [0, 1, 17, 'tile/0/001.p/17'],
  ])('of level %i, index %i, width %i', (level, index, width, path) => {
    expect(tilePath(level, index, width)).toBe(path);
  });
});

describe('the sealed trail', () => {
  test('signs the root over exactly the lines of the journal, across runs', async () => {
    const directory = newDirectory();
    for (const count of [3, 700, 0, 5]) {
      const { trail } = await openIn(directory, { masterKey });
      await Promise.all(Array.from({ length: count }, () => trail.record(decisionEvent())));
      await trail.close();
      const lines = readJournal(directory);
      expect(signedIn(directory)).toEqual({ size: lines.length, root: rootOf(lines) });
    }
    expect(existsSync(join(directory, tilePath(0, 1)))).toBe(true);
    expect(readKeys(directory)).toHaveLength(1);
    const announced = readJournal(directory).filter((line) => line.includes('"act":"signing"'));
    expect(announced).toHaveLength(1);
  });

  test('proves each entry under the last checkpoint', async () => {
    const { directory, trail } = await openNew({ masterKey, sealIntervalMs: 20 });
    const recorded = await Promise.all(
      Array.from({ length: 600 }, () => trail.record(decisionEvent())),
    );
    for (const { id, seq } of [recorded[0], recorded[300], recorded[599]].filter(
      (each) => each !== undefined,
    )) {
      const proof = await trail.proveEntry(id);
      const { size, root } = readCheckpoint(readNote(proof.checkpoint)?.text ?? '') ?? {};
      const leaf = hashLeaf(Buffer.from(readJournal(directory)[seq] ?? ''));
      const path = proof.hashes.map((each) => Buffer.from(each, 'hex'));
      expect(proof.seq).toBe(seq);
      expect(rootFromInclusion(seq, size ?? 0, leaf, path)).toEqual(root);
    }
    expect((await trail.readTile({ level: 0, index: 1, width: 256 }))?.length).toBe(8192);
    expect(await trail.readTile({ level: 0, index: 900, width: 256 })).toBeUndefined();
  });

  test('rebuilds tiles that were lost, damaged or left over', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await Promise.all(Array.from({ length: 1100 }, () => trail.record(decisionEvent())));
    await trail.close();
    const damages = [
      () => rmSync(join(directory, tilePath(0, 2))),
      () => truncateSync(join(directory, tilePath(0, 3)), 100),
      () => writeFileSync(join(directory, tilePath(0, 1)), Buffer.alloc(8192)),
      () => rmSync(join(directory, 'tile'), { recursive: true }),
    ];
    for (const damage of damages) {
      damage();
      const again = await openIn(directory, { masterKey });
      await again.trail.close();
      const lines = readJournal(directory);
      expect(signedIn(directory)).toEqual({ size: lines.length, root: rootOf(lines) });
    }
  });

  test('does not start on a journal that lost what was signed', async () => {
    const { directory, trail } = await openNew({ masterKey });
    await trail.record(decisionEvent());
    await trail.close();
    const lines = readJournal(directory);
    writeFileSync(segmentPath(directory, 1), `${lines.slice(0, -1).join('\n')}\n`);
    await expect(openIn(directory, { masterKey })).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
  });

  test('cuts off what a crash left of a checkpoint that was being kept', async () => {
    const { directory, trail } = await openNew();
    await trail.record(decisionEvent());
    await trail.close();
    const path = join(directory, historyFile);
    const before = readFileSync(path, 'utf8');
    appendFileSync(path, before.slice(0, 100));
    const again = await openIn(directory);
    await again.trail.close();
    const after = readFileSync(path, 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(
      after
        .split('\n')
        .slice(0, -1)
        .map((line) => typeof JSON.parse(line)),
    ).toEqual(Array.from({ length: after.split('\n').length - 1 }, () => 'string'));
    expect(verifyTrail({ directory }).verdict).toBe('intact');
  });

  test('gives its checkpoints to witnesses and tells of one that does not take them', async () => {
    const taken: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => taken.push(chunk));
      request.on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const alarms: string[] = [];
    const copy = join(newDirectory(), 'copy.jsonl');
    const { directory, trail } = await openNew({
      masterKey,
      witnesses: [copy, `http://127.0.0.1:${port}/w`, 'http://127.0.0.1:1/secret-path'],
      onAlarm: (message, fields) => alarms.push(`${message} ${JSON.stringify(fields)}`),
    });
    await trail.record(decisionEvent());
    await trail.close();
    await until(() => taken.length >= 2 && alarms.length >= 1);
    await new Promise((resolve) => server.close(resolve));
    const last = readFileSync(join(directory, checkpointFile), 'utf8');
    // Each witness takes them at its own pace.
    await until(() => readFileSync(copy, 'utf8').endsWith(`${JSON.stringify(last)}\n`));
    expect(taken.at(-1)).toBe(last);
    expect(readFileSync(join(directory, historyFile), 'utf8')).toContain(JSON.stringify(last));
    expect(alarms).toEqual([expect.stringContaining('a witness did not take the checkpoint')]);
    expect(alarms.join()).not.toContain('secret-path');
  });

  test('says that it cannot be sealed, once, and that it can again', async () => {
    const alarms: string[] = [];
    const onAlarm = (message: string): unknown => alarms.push(message);
    const { directory, trail } = await openNew({ masterKey, sealIntervalMs: 10, onAlarm });
    const inTheWay = join(directory, `${checkpointFile}.new`);
    mkdirSync(inTheWay);
    await trail.record(decisionEvent());
    await until(() => alarms.length > 0);
    const { sealAgeMs } = trail.gauges();
    // It is counted from the first try on, however many fail after it.
    await until(() => trail.gauges().sealAgeMs > sealAgeMs + 1_000);
    rmdirSync(inTheWay);
    await until(() => alarms.length > 1);
    expect(trail.gauges().sealAgeMs).toBeLessThan(100);
    await trail.close();
    expect(alarms).toEqual([
      'the audit trail cannot be sealed',
      'the audit trail can be sealed again',
    ]);
  });
});
