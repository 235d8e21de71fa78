/** One of two members: what is told where neither is there, or both are, whatever else is wrong. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { eitherOf } from '../../../src/server/either.ts';

const text = z.string().optional();
const body = eitherOf(
  z.strictObject({ subject: text, owner: text, reason: z.string() }),
  'subject',
  'owner',
);

test.each([
  [{}, ['reason', '']],
  [{ reason: 'r' }, ['']],
  [{ reason: 5, subject: 's', owner: 'o' }, ['reason', '']],
  [{ subject: 's' }, ['reason']],
  [{ subject: 's', reason: 'r' }, []],
  [null, ['']],
  ['text', ['']],
] as const)('of %j all faults are told at once', (given, places) => {
  const { error } = body.safeParse(given);
  expect((error?.issues ?? []).map(({ path }) => path.join('/'))).toEqual(places);
});
