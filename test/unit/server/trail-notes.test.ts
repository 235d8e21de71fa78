import { expect, test } from '@jest/globals';
import { noteTrail } from '../../../src/server/trail-notes.ts';
import { standingOf } from '../../../src/server/trail-standing.ts';
import { calmReadings } from '../../support/calm-readings.ts';

function notesAt(
  witnessLagsMs: Readonly<Record<string, number>>,
): Readonly<Record<string, string>> {
  const gauges = () => ({ ...calmReadings.trail(), indexSilentMs: 0, witnessLagsMs });
  return noteTrail(
    standingOf({ health: () => ({ writable: true }), gauges, shipping: () => undefined }),
  );
}

test('a witness that is far behind is told of, and neither its place nor one that was late for moments', () => {
  expect(notesAt({})).toEqual({});
  expect(notesAt({ 'witness.example': 59_000, other: 0 })).toEqual({});
  expect(notesAt({ 'witness.example': 200_000, other: 0 })).toEqual({
    witness:
      'a witness has not taken a checkpoint for 200 s; who holds disk and key could rewrite what came since',
  });
});
