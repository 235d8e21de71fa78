import { afterEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeAhead } from '../../../src/audit/content/ahead.ts';
import { contentPath, findAddresses } from '../../../src/audit/content/address.ts';
import {
  createContentKey,
  createWrapping,
  newDataKey,
  sealedBytes,
} from '../../../src/audit/content/content-key.ts';
import { KeyStore } from '../../../src/audit/content/key-store.ts';
import { indexPath } from '../../../src/audit/index-sqlite.ts';
import { KeptText } from '../../../src/audit/search/kept-text.ts';
import { TextIndex } from '../../../src/audit/search/text-index.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { toPlainText } from '../../../src/audit/search/plain-text.ts';
import type { Trail } from '../../../src/audit/trail.ts';
import type { TrailOptions } from '../../../src/audit/trail-options.ts';
import { verifyTrail } from '../../../src/audit/verify.ts';
import type { Content, Contents } from '../../../src/governance/event.ts';
import { answerTo, requestEvent, sampleActor } from '../../support/audit-samples.ts';
import {
  cleanTrails,
  newDirectory,
  openIn,
  openNew,
  readEntries,
  readJournal,
} from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = new Uint8Array(32).fill(9);

function said(text: string, redacted = text): Content {
  return { raw: Buffer.from(text), redacted: () => Buffer.from(redacted) };
}

function chat(text: string): string {
  return JSON.stringify({ messages: [{ role: 'user', content: text }] });
}

/** Records a request by somebody and answers the entry's id. */
async function say(trail: Trail, subject: string, contents: Contents): Promise<string> {
  const request = requestEvent({ actor: { ...sampleActor, subject }, contents });
  const { id } = await trail.record(request);
  await trail.record(answerTo(request));
  return id;
}

async function idsFor(trail: Trail, query: string): Promise<string[]> {
  const { answer } = await trail.listEntries(readListQuery(new URLSearchParams(query), Date.now()));
  return answer.entries.map(({ id }) => id);
}

function opened(options: Partial<TrailOptions> = {}): ReturnType<typeof openNew> {
  return openNew({ masterKey, ...options });
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** The files in which a word stands, in either case and as UTF-8 or UTF-16. */
function filesWith(directory: string, word: string): string[] {
  const forms = [word, word.toLowerCase()].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
  ]);
  return filesBelow(directory).filter((path) => {
    const bytes = readFileSync(path);
    return forms.some((form) => bytes.includes(form));
  });
}

describe('a content key', () => {
  const key = createContentKey('alice.1', newDataKey());

  test('opens what it sealed, in its place only', () => {
    const blob = Buffer.alloc(sealedBytes(Buffer.from('hello')));
    key.seal(Buffer.from('hello'), 'here', blob);
    expect(key.open(blob, 'here')?.toString()).toBe('hello');
    expect(key.open(blob, 'there')).toBeUndefined();
    const turned = Buffer.from(blob);
    turned.writeUInt8(turned.readUInt8(turned.length - 1) ^ 1, turned.length - 1);
    expect(key.open(turned, 'here')).toBeUndefined();
    expect(key.open(Buffer.alloc(3), 'here')).toBeUndefined();
    expect(createContentKey('alice.1', newDataKey()).open(blob, 'here')).toBeUndefined();
  });

  test('commits alike to the same text and under no other key', () => {
    expect(key.commit(Buffer.from('a'))).toBe(key.commit(Buffer.from('a')));
    expect(key.commit(Buffer.from('a'))).not.toBe(key.commit(Buffer.from('b')));
    expect(createContentKey('alice.1', newDataKey()).commit(Buffer.from('a'))).not.toBe(
      key.commit(Buffer.from('a')),
    );
  });

  test('is unwrapped by the same master key and reference only', () => {
    const dataKey = newDataKey();
    const wrapped = createWrapping(masterKey).wrap(dataKey, 'alice.1');
    expect(createWrapping(masterKey).unwrap(wrapped, 'alice.1')).toEqual(dataKey);
    expect(createWrapping(masterKey).unwrap(wrapped, 'alice.2')).toBeUndefined();
    expect(createWrapping(new Uint8Array(32)).unwrap(wrapped, 'alice.1')).toBeUndefined();
  });
});

describe('captured content', () => {
  const contents = {
    received: said(chat('my card is 4111-never-seen'), chat('my card is [CARD]')),
    forwarded: said(chat('my card is [CARD]')),
  };

  test.each([
    ['redacted', [chat('my card is [CARD]'), false]],
    ['full', [chat('my card is 4111-never-seen'), true]],
  ] as const)('at level %s is read back as far as it was kept', async (level, [text, whole]) => {
    const { directory, trail } = await opened({ content: level });
    const id = await say(trail, 'alice', contents);
    expect(await trail.readContent(id)).toEqual([
      expect.objectContaining({ leg: 'forwarded', text: chat('my card is [CARD]'), whole: true }),
      expect.objectContaining({ leg: 'received', text: chat('my card is [CARD]'), whole: false }),
    ]);
    const revealed = await trail.reveal(id, 'ticket 7', sampleActor);
    expect(revealed[1]).toEqual(expect.objectContaining({ leg: 'received', text, whole }));
    expect(readEntries(directory).at(-1)).toMatchObject({
      type: 'reveal',
      detail: { entry: id, reason: 'ticket 7' },
    });
    await trail.close();
    expect(filesWith(directory, '4111-never-seen')).toEqual([]);
    expect(filesWith(join(directory, 'journal'), 'card')).toEqual([]);
    expect(verifyTrail({ directory }).verdict).toBe('intact');
  });

  test('at level none keeps a commitment and no text', async () => {
    const { directory, trail } = await opened({ content: 'none' });
    const id = await say(trail, 'alice', contents);
    expect(await trail.readContent(id)).toEqual([
      { leg: 'forwarded', bytes: contents.forwarded.raw.length, missing: 'not kept' },
      { leg: 'received', bytes: contents.received.raw.length, missing: 'not kept' },
    ]);
    expect(readdirSync(join(directory, 'content'))).toEqual([]);
  });

  test('that was sent on as it came is kept once', async () => {
    const { directory, trail } = await opened();
    await say(trail, 'alice', { received: said(chat('hello')), forwarded: said(chat('hello')) });
    const entry = readEntries(directory).find(({ type }) => type === 'request');
    expect(entry?.['content']).toMatchObject({ forwarded: { same: 'received' } });
    expect(findAddresses(readJournal(directory).join('\n'))).toHaveLength(1);
  });

  test('is refused where no name is left for another file of the day, and never lost', async () => {
    const directory = newDirectory();
    mkdirSync(join(directory, 'content'));
    const days = [0, 1].map((later) => new Date(Date.now() + later * 86_400_000).toISOString());
    for (const day of days)
      writeFileSync(contentPath(directory, `${day.slice(0, 10).replaceAll('-', '')}-9999`), '');
    const { trail } = await openIn(directory, { masterKey });
    await expect(say(trail, 'alice', contents)).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
  });

  test('lies where its entry says, short or long, alone or among many, in one file or the next', async () => {
    const { directory, trail } = await opened({ contentBytesMax: 40_000 });
    const sizes = [10, 30_000, 1, 2000, 300_000, 60_000, 5];
    const texts = Array.from({ length: 60 }, (_, index) =>
      chat(`${index} `.repeat(sizes[index % sizes.length] ?? 1)),
    );
    const told = new Map<string, string>();
    const tell = async (text: string): Promise<void> => {
      told.set(await say(trail, 'alice', { received: said(text) }), text);
    };
    // One, then many that share a write, then one again into memory that was used before.
    await tell(texts[0] ?? '');
    await Promise.all(texts.slice(1, -1).map(tell));
    await tell(texts.at(-1) ?? '');
    for (const [id, text] of told)
      expect(await trail.readContent(id)).toEqual([expect.objectContaining({ text, whole: true })]);
    await trail.close();
    expect(readdirSync(join(directory, 'content')).length).toBeGreaterThan(1);
    expect(verifyTrail({ directory, masterKey }).verdict).toBe('intact');
  });

  describe('of megabytes', () => {
    const long = chat('a long text '.repeat(300_000));
    const masked = chat('[masked] text '.repeat(300_000));

    test.each(['redacted', 'full', 'none'] as const)(
      'at level %s is read back as far as it was kept, among short ones',
      async (level) => {
        const { directory, trail } = await opened({ content: level });
        const contents = { received: said(long, masked), forwarded: said(masked) };
        const [id, ...others] = await Promise.all([
          say(trail, 'alice', contents),
          ...['one', 'two', 'three'].map((text) =>
            say(trail, 'bob', { received: said(chat(text)) }),
          ),
        ]);
        const kept = level === 'none' ? {} : { text: masked };
        expect((await trail.readContent(id)).map(({ leg }) => leg)).toEqual([
          'forwarded',
          'received',
        ]);
        for (const leg of await trail.readContent(id)) expect(leg).toMatchObject(kept);
        if (level === 'full')
          expect((await trail.reveal(id, 'ticket 7', sampleActor))[1]).toMatchObject({
            text: long,
            whole: true,
          });
        for (const other of others) expect(await trail.readContent(other)).toHaveLength(1);
        await trail.close();
        expect(verifyTrail({ directory }).verdict).toBe('intact');
      },
    );

    test('is committed to and encrypted a piece in a turn, and as at once', async () => {
      const key = createContentKey('alice.1', newDataKey());
      const text = Buffer.alloc(5 * 1_048_576 + 7, 'some text ');
      let turns = 0;
      const count = (): void => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      const { commitments, blobs } = await makeAhead(key, [text], [{ text, place: 'here' }]);
      clearImmediate(next);
      expect(turns).toBeGreaterThanOrEqual(10);
      expect(commitments.get(text)).toBe(key.commit(text));
      const { bytes, digest } = blobs.get('here') ?? { bytes: Buffer.alloc(0), digest: '' };
      expect(key.open(bytes, 'here')?.equals(text)).toBe(true);
      expect(digest).toBe(createHash('sha256').update(bytes).digest('hex'));
    });

    test('is under the next key where its subject was erased meanwhile', async () => {
      const { directory, trail } = await opened();
      const before = await say(trail, 'alice', { received: said(chat('before')) });
      const late = say(trail, 'alice', { received: said(long, masked) });
      await trail.eraseSubject({ subject: 'alice' }, sampleActor);
      const id = await late;
      const keyOf = (of: string): unknown => {
        const content = readEntries(directory).find((entry) => entry['id'] === of)?.['content'];
        return (content as { key: unknown }).key;
      };
      const [leg] = await trail.readContent(id);
      // Recorded either before the key was destroyed or under the next one, and never readable by the old one.
      expect(leg !== undefined && 'text' in leg).toBe(keyOf(id) !== keyOf(before));
      await trail.close();
      expect(verifyTrail({ directory }).verdict).toBe('intact');
    });
  });

  test('is not revealed without a reason', async () => {
    const { directory, trail } = await opened();
    const id = await say(trail, 'alice', contents);
    await expect(trail.reveal(id, '  ', sampleActor)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(readEntries(directory).some(({ type }) => type === 'reveal')).toBe(false);
  });

  test('that did not reach the disk takes its unacknowledged entry with it', async () => {
    const { directory, trail } = await opened();
    await say(trail, 'alice', contents);
    await trail.close();
    const lines = readJournal(directory);
    const at = lines.findIndex((line) => line.includes('"type":"request"'));
    const [blob] = findAddresses(lines[at] ?? '');
    if (blob === undefined) throw new Error('no blob');
    const crashed = newDirectory();
    await (await openIn(crashed, { masterKey })).trail.close();
    // The checkpoint covers the entry in the one directory and not in the other.
    truncateSync(contentPath(directory, blob.file), blob.offset + 1);
    const again = await openIn(directory, { masterKey });
    await again.trail.close();
    expect(readJournal(directory)[at]).toBe(lines[at]);
  });
});

describe('free text', () => {
  test.each([
    ['a word', 'q=zebra', [0, 2]],
    ['a word in another case and without accents', 'q=ZEBRA CAFE', [2]],
    ['a phrase', 'q="brown zebra"', [0]],
    ['a beginning', 'q=zeb*', [0, 2]],
    ['words that must not be there', 'q=zebra -brown', [2]],
    ['words together with a field', 'q=zebra subject:bob', [2]],
    ['nothing for a word that was redacted', 'q=secretword', []],
    ['nothing for its own operators', 'q=zebra "OR" giraffe', []],
    ['names of members not at all', 'q=messages', []],
  ])('finds %s', async (_, query, expected) => {
    const { trail } = await opened();
    const ids = [
      await say(trail, 'alice', { received: said(chat('a brown zebra')) }),
      await say(trail, 'alice', {
        received: said(chat('secretword giraffe'), chat('[X] giraffe')),
      }),
      await say(trail, 'bob', { received: said('data: {"delta":"zebra café"}\n\ndata: [DONE]\n') }),
    ];
    const found = await idsFor(trail, query.replaceAll(' ', '%20'));
    expect(found.map((id) => ids.indexOf(id)).sort()).toEqual(expected);
  });

  test('is as it was sealed where somebody opened the index and was killed', async () => {
    const { directory, trail } = await opened();
    await say(trail, 'alice', { received: said(chat('a brown zebra')) });
    expect(await idsFor(trail, 'q=zebra')).toHaveLength(1);
    await trail.close();
    const database = new DatabaseSync(indexPath(directory));
    try {
      new TextIndex(database, directory, new KeptText(directory, masterKey), 1);
      expect(verifyTrail({ directory }).faults).toEqual([]);
    } finally {
      database.close();
    }
  });

  test('reads the strings of any body', () => {
    expect(toPlainText('{"a":["x",{"b":"y"}],"c":1}')).toBe('x\ny');
    expect(toPlainText('{"a":"x"}\n{"a":"y"}\n')).toBe('x\ny');
    expect(toPlainText('plain words')).toBe('plain words');
  });

  test('reads the texts of a stream whole, each by itself, and what is said again once', () => {
    const chunk = (index: number, content: string): string =>
      `data: ${JSON.stringify({ id: 'c1', choices: [{ index, delta: { content } }] })}\n\n`;
    const frames = ['The br', 'own ', 'zebra'].flatMap((piece) => [
      chunk(0, piece),
      chunk(1, piece),
    ]);
    expect(toPlainText(`${frames.join('')}data: [DONE]\n\n`)).toBe('[DONE]\nThe brown zebra\nc1');
    const event = (value: { readonly type: string }): string =>
      `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
    const delta = { type: 'response.output_text.delta', output_index: 0, item_id: 'msg_1' };
    const done = { type: 'response.output_text.done', output_index: 0, item_id: 'msg_1' };
    const response = [
      event({ ...delta, delta: 'Quagga' } as never),
      event({ ...delta, delta: 's run' } as never),
      event({ ...done, text: 'Quaggas run' } as never),
    ].join('');
    const words = toPlainText(response).split('\n');
    expect(words.filter((line) => line === 'Quaggas run')).toHaveLength(1);
    expect(words.filter((line) => line === 'msg_1')).toHaveLength(1);
  });

  test('finds a phrase that a stream said in pieces', async () => {
    const { trail } = await opened();
    const frames = ['a brown ', 'ze', 'bra'].map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
    await say(trail, 'alice', { received: said(frames.join('')) });
    expect(await idsFor(trail, `q=${encodeURIComponent('"brown zebra"')}`)).toHaveLength(1);
  });
});

describe('eraseSubject()', () => {
  const word = 'Quokkazanzibar';

  async function fill(trail: Trail): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      ids.push(
        await say(trail, 'alice', { received: said(chat(`${word} number ${index} of alice`)) }),
      );
      await say(trail, 'bob', { received: said(chat(`a common word of bob, ${index}`)) });
    }
    return ids;
  }

  test('leaves no byte of what was said, finds nothing of it, and keeps the trail whole', async () => {
    const { directory, trail } = await opened({ content: 'full' });
    const ids = await fill(trail);
    expect(await idsFor(trail, `q=${word}&limit=100`)).toHaveLength(40);
    expect(filesWith(directory, word)).not.toEqual([]);
    const before = readJournal(directory);
    const erasure = await trail.eraseSubject({ subject: 'alice' }, sampleActor);
    expect(erasure.entries).toBe(40);
    expect(filesWith(directory, word)).toEqual([]);
    expect(await idsFor(trail, `q=${word}`)).toEqual([]);
    expect(await idsFor(trail, 'subject=alice')).toEqual([]);
    expect(await idsFor(trail, 'q=common&limit=100')).toHaveLength(40);
    expect(await trail.readContent(ids[3] ?? '')).toEqual([
      expect.objectContaining({ leg: 'received', missing: 'erased or expired' }),
    ]);
    await trail.close();
    expect(filesWith(directory, word)).toEqual([]);
    expect(readJournal(directory).slice(0, before.length)).toEqual(before);
    expect(readEntries(directory).find(({ type }) => type === 'erasure')).toMatchObject({
      act: 'erased',
      detail: { entries: 40, through: 1 },
    });
    expect(verifyTrail({ directory }).verdict).toBe('intact');
  });

  test('gives the subject a new key afterwards, and an index built anew knows what was erased', async () => {
    const { directory, trail } = await opened();
    await fill(trail);
    await trail.eraseSubject({ subject: 'alice' }, sampleActor);
    const later = await say(trail, 'alice', { received: said(chat('back again')) });
    expect(await trail.readContent(later)).toEqual([expect.objectContaining({ whole: true })]);
    trail.reindex();
    expect(await idsFor(trail, `q=${word}`)).toEqual([]);
    expect(await idsFor(trail, 'q=back')).toEqual([later]);
    expect(await idsFor(trail, 'subject=alice&type=request')).toEqual([later]);
    expect(readEntries(directory).at(-1)).toMatchObject({ request: expect.anything() });
  });

  test('leaves an intact trail however often it is asked for', async () => {
    const { directory, trail } = await opened();
    await fill(trail);
    const who = { subject: 'alice' };
    const first = await trail.eraseSubject(who, sampleActor);
    await Promise.all([trail.eraseSubject(who, sampleActor), trail.eraseSubject(who, sampleActor)]);
    await say(trail, 'alice', { received: said(chat('back again')) });
    const second = await trail.eraseSubject(who, sampleActor);
    await trail.eraseSubject(who, sampleActor);
    await trail.close();
    const { verdict, faults, notes } = verifyTrail({ directory });
    expect([verdict, faults]).toEqual(['intact', []]);
    const told = notes.filter((note) => note.includes('was erased under')).join('\n');
    expect(told).toMatch(new RegExp(`\\.1 was erased under entry ${first.seq}$`, 'm'));
    expect(told).toMatch(new RegExp(`\\.2 was erased under entry ${second.seq}$`, 'm'));
  });

  test('is completed by the next start where it was interrupted', async () => {
    const { directory, trail } = await opened();
    await fill(trail);
    expect(await idsFor(trail, `q=${word}&limit=100`)).toHaveLength(40);
    await trail.close();
    const entry = readEntries(directory).find(({ type }) => type === 'request');
    const { key } = entry?.['content'] as { key: string };
    const store = new KeyStore(directory);
    store.beginErasure(key.slice(0, key.lastIndexOf('.')));
    store.close();
    const again = await openIn(directory, { masterKey });
    // The entry comes after the words are gone, so whoever saw it has seen both.
    const isTold = (): boolean => readEntries(directory).some(({ type }) => type === 'erasure');
    for (const end = Date.now() + 20_000; !isTold() && Date.now() < end;) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(filesWith(directory, word)).toEqual([]);
    expect(await idsFor(again.trail, `q=${word}`)).toEqual([]);
    expect(readEntries(directory).filter(({ type }) => type === 'erasure')).toHaveLength(1);
  });

  test('refuses a subject under legal hold until it is released', async () => {
    const { trail } = await opened();
    await say(trail, 'alice', { received: said(chat(word)) });
    await trail.holdSubject({ subject: 'alice' }, 'case 12', sampleActor);
    await expect(trail.eraseSubject({ subject: 'alice' }, sampleActor)).rejects.toMatchObject({
      code: 'forbidden',
    });
    await trail.releaseSubject({ subject: 'alice' }, 'case 12 closed', sampleActor);
    expect(await trail.eraseSubject({ subject: 'alice' }, sampleActor)).toMatchObject({
      entries: 1,
    });
  });

  test('erases an owner whose calls name nobody', async () => {
    const { directory, trail } = await opened();
    await say(trail, '', { received: said(chat(word)) });
    expect(await trail.eraseSubject({ owner: 'ada' }, sampleActor)).toMatchObject({ entries: 1 });
    await trail.close();
    expect(filesWith(directory, word)).toEqual([]);
    expect(existsSync(join(directory, 'content'))).toBe(true);
  });
});

describe('a person who is named as an owner of keys', () => {
  const named = 'owner:ada';
  const open = async () => {
    const { trail } = await opened();
    const ofOwner = await say(trail, '', { received: said(chat('the words of the owner')) });
    const ofPerson = await say(trail, named, { received: said(chat('the words of the person')) });
    const ofThird = await say(trail, `user:${named}`, { received: said(chat('a third one')) });
    const isKept = async (id: string): Promise<boolean> =>
      (await trail.readContent(id)).every(({ missing }) => missing === undefined);
    const areKept = () => Promise.all([ofOwner, ofPerson, ofThird].map(isKept));
    return { trail, areKept, ofPerson };
  };

  test.each([
    [{ owner: 'ada' }, [false, true, true]],
    [{ subject: named }, [true, false, true]],
    [{ subject: `user:${named}` }, [true, true, false]],
  ])('is somebody else: %j are erased alone', async (who, kept) => {
    const { trail, areKept } = await open();
    expect(await areKept()).toEqual([true, true, true]);
    expect(await trail.eraseSubject(who, sampleActor)).toMatchObject({ entries: 1 });
    expect(await areKept()).toEqual(kept);
  });

  test('is held alone, and found by their name', async () => {
    const { trail, areKept, ofPerson } = await open();
    expect(await idsFor(trail, `subject=${named}&type=request`)).toEqual([ofPerson]);
    await trail.holdSubject({ subject: named }, 'case 12', sampleActor);
    await trail.eraseSubject({ owner: 'ada' }, sampleActor);
    expect(await areKept()).toEqual([false, true, true]);
  });
});

describe('review()', () => {
  test('is an entry, with its note kept under the key of whom it is about', async () => {
    const { directory, trail } = await opened();
    const id = await say(trail, 'alice', { received: said(chat('hello')) });
    const reviewed = await trail.review(
      id,
      { status: 'confirmed', assignee: 'eve', tags: ['fraud'], note: 'a Quokkazanzibar note' },
      sampleActor,
    );
    expect(readEntries(directory).at(-1)).toMatchObject({
      type: 'admin',
      act: 'review',
      detail: { entry: id, status: 'confirmed', assignee: 'eve', tags: 'fraud', revision: 1 },
    });
    expect(await trail.readContent(reviewed.id)).toEqual([
      expect.objectContaining({ leg: 'note', text: 'a Quokkazanzibar note' }),
    ]);
    await trail.eraseSubject({ subject: 'alice' }, sampleActor);
    await trail.close();
    expect(filesWith(directory, 'Quokkazanzibar')).toEqual([]);
  });
});

test('a key store that was lost is told of, and no key after it takes the name of one before', async () => {
  const { directory, trail } = await openNew({ content: 'full', masterKey });
  for (const text of ['lost', 'lost too']) await say(trail, 'ann', { received: said(chat(text)) });
  await trail.close();
  rmSync(join(directory, 'keys.sqlite'));
  const lost = verifyTrail({ directory, masterKey });
  const alarms: string[] = [];
  const onAlarm = (message: string): number => alarms.push(message);
  for (const text of ['kept', 'kept too']) {
    const again = await openIn(directory, { content: 'full', masterKey, onAlarm });
    await say(again.trail, 'ann', { received: said(chat(text)) });
    await again.trail.close();
  }
  const { verdict, faults } = verifyTrail({ directory, masterKey });
  expect({ verdict, faults }).toEqual({ verdict: 'incomplete', faults: lost.faults });
  expect(alarms).toEqual([expect.stringMatching(/^the keys of kept texts are lost/)]);
});

test('who is held stays held where the file that says so was lost', async () => {
  const { directory, trail } = await openNew({ content: 'full', masterKey });
  for (const subject of ['ann', 'bob']) await trail.holdSubject({ subject }, 'a case', sampleActor);
  await trail.releaseSubject({ subject: 'bob' }, 'the case is closed', sampleActor);
  await trail.close();
  rmSync(join(directory, 'keys.sqlite'));
  const alarms: unknown[] = [];
  const onAlarm = (message: string, { holds }: Readonly<Record<string, unknown>>): number =>
    alarms.push(message, holds);
  const again = await openIn(directory, { content: 'full', masterKey, onAlarm });
  await expect(again.trail.eraseSubject({ subject: 'ann' }, sampleActor)).rejects.toMatchObject({
    code: 'forbidden',
  });
  await again.trail.eraseSubject({ subject: 'bob' }, sampleActor);
  expect(alarms).toEqual([expect.stringMatching(/^legal holds were taken from the journal/), 1]);
  await again.trail.close();
  expect(verifyTrail({ directory, masterKey }).verdict).toBe('intact');
});

test('a key of before a backup that was put back is not made anew under its name', async () => {
  const { directory, trail } = await openNew({ content: 'full', masterKey });
  await say(trail, 'bob', { received: said(chat('before')) });
  await trail.close();
  const path = join(directory, 'keys.sqlite');
  const backup = readFileSync(path);
  for (const text of ['since', 'afterwards']) {
    writeFileSync(path, backup);
    const again = await openIn(directory, { content: 'full', masterKey });
    await say(again.trail, 'ann', { received: said(chat(text)) });
    await again.trail.close();
  }
  const { verdict, faults } = verifyTrail({ directory, masterKey });
  expect({ verdict, found: faults.map(({ detail }) => detail) }).toEqual({
    verdict: 'incomplete',
    found: [expect.stringMatching(/^the key \S+ is missing and no entry says why$/)],
  });
});

test('content that was lost is missing, and nothing that comes after it takes its place', async () => {
  const { directory, trail } = await openNew({ content: 'full', masterKey });
  await say(trail, 'ann', { received: said(chat('lost')) });
  await trail.close();
  rmSync(join(directory, 'content'), { recursive: true });
  const lost = verifyTrail({ directory, masterKey });
  const again = await openIn(directory, { content: 'full', masterKey });
  await say(again.trail, 'ann', { received: said(chat('kept')) });
  await again.trail.close();
  const { verdict, faults } = verifyTrail({ directory, masterKey });
  expect({ verdict, faults }).toEqual({ verdict: 'incomplete', faults: lost.faults });
  expect(readdirSync(join(directory, 'content'))).toEqual([expect.stringMatching(/-0002\.bin$/)]);
});
