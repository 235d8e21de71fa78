/** A search without the index finds what the index finds, also where a later entry says something of earlier ones. */
import { afterEach, expect, test } from '@jest/globals';
import { walkJournal } from '../../../src/audit/export/scan-journal.ts';
import { createPrivacy } from '../../../src/audit/privacy.ts';
import { askByPseudonym } from '../../../src/audit/search/by-pseudonym.ts';
import { readListQuery } from '../../../src/audit/search/query.ts';
import { decisionEvent, sampleActor } from '../../support/audit-samples.ts';
import { cleanTrails, openNew } from '../../support/trail-directory.ts';

afterEach(cleanTrails);

const masterKey = Buffer.alloc(32, 6);

test.each(['subject:bob', '-subject:bob', 'review:open subject:bob', 'review:open'])(
  'finds by %s what is left of somebody who was erased and called again',
  async (q) => {
    const { directory, trail } = await openNew({ masterKey });
    const record = () => trail.record(decisionEvent({ actor: { ...sampleActor, subject: 'bob' } }));
    const before = await record();
    await trail.eraseSubject({ subject: 'bob' }, sampleActor);
    const after = await record();
    for (const { id } of [before, after]) await trail.review(id, { status: 'open' }, sampleActor);
    const request = readListQuery(new URLSearchParams({ q, direction: 'newer' }), Date.now());
    const listed = (await trail.listEntries(request)).answer.entries.map(({ id }) => id);
    const { filter } = askByPseudonym(request, createPrivacy(masterKey).toPseudonym);
    expect(Array.from(walkJournal(directory, filter), ({ id }) => id)).toEqual(listed);
    expect(listed).toContain(q.startsWith('-') ? before.id : after.id);
    expect(listed.includes(before.id)).toBe(!/^subject|\ssubject/.test(q));
  },
);
