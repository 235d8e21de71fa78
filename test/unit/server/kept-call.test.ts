/** A recorded call is read once more with the key it came with, since a policy may be about that key alone. */
import { describe, expect, test } from '@jest/globals';
import {
  type CallEntry,
  readKeptAnswer,
  readKeptRequest,
} from '../../../src/server/reading/kept-call.ts';
import { question, toCall } from '../../../src/server/routes/policy-explain.ts';

const key = { id: 'kAb3kAb3kAb3', owner: 'ann', team: 'research', env: 'prod', tags: ['batch'] };
const { id, ...profile } = key;
const actor = { key: id, ...profile };
const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }] });

describe('a kept call knows all of its key', () => {
  test.each<[what: string, call: NonNullable<CallEntry['call']>, text: string]>([
    ['a proxied one', { route: '/v1/chat/completions', model: 'm', tags: ['batch'] }, body],
    ['a text', { route: '/v1/policy/check', tags: ['mine'] }, 'hi'],
  ])('of %s', (_, call, text) => {
    const read = readKeptRequest({ call, actor }, text, 0);
    expect(read).toMatchObject({ key, tags: call.tags });
  });

  test('of an answer', () => {
    const answer = JSON.stringify({
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' } }],
    });
    const call = { route: '/v1/chat/completions', model: 'm' };
    expect(readKeptAnswer({ call, actor }, body, answer, 0)).toMatchObject({ key });
  });

  test('of an entry that says nothing of it', () => {
    const read = readKeptRequest({ call: { route: '/v1/validate' } }, 'hi', 0);
    expect(read?.key).toEqual({ id: '', owner: '', team: '', env: '', tags: [] });
  });
});

test('an explanation over HTTP takes all of a key', () => {
  expect(toCall(question.parse({ text: 'hi', key }), 0).key).toEqual(key);
});
