import { describe, expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { keepEngineBack } from '../../../src/gateway/engine-threads.ts';

const threads = '/proc/self/task';

function listPriorities(ofEngine: boolean): readonly number[] {
  return readdirSync(threads)
    .filter((id) => ofEngine === readFileSync(`${threads}/${id}/comm`, 'utf8').startsWith('V8'))
    .map((id) => getPriority(Number(id)));
}

// Elsewhere threads have no priorities of their own.
(process.platform === 'linux' ? describe : describe.skip)('the threads of the engine', () => {
  const own = getPriority();

  test('are left alone where they have a core', () => {
    keepEngineBack(2);
    expect(new Set(listPriorities(true))).toEqual(new Set([own]));
  });

  test('stand back where they share one with the thread that serves, and no other does', () => {
    keepEngineBack(1);
    const priorities = listPriorities(true);
    expect(priorities.length).toBeGreaterThan(0);
    expect(Math.min(...priorities)).toBeGreaterThan(own);
    expect(new Set(listPriorities(false))).toEqual(new Set([own]));
  });
});
