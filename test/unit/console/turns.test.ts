/** A kept body as turns: what stands in the place of a text that was not kept is nobody’s words. */
import { expect, test } from '@jest/globals';
import { readTurns } from '../../../console/src/entry/turns.ts';
import { heldBack, withheld } from '../../../src/proxy/redaction.ts';

const chunk = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'half of it' } }] })}`;

test.each([
  ['of a whole body', withheld, []],
  ['of a stream of which nothing went on', heldBack, []],
  ['of the rest of a stream', `${chunk}\n\n${heldBack}`, ['assistant']],
])('says that a text was not kept, and why: %s', (_, text, before) => {
  const turns = readTurns(text);
  expect(turns.map(({ role }) => role)).toEqual([...before, 'not kept']);
  expect(turns.at(-1)?.text).toMatch(/^(?:a finding stands|it was held back)/);
});
