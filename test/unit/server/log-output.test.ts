import { describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { callMessage, LogOutput, refusalMessage } from '../../../src/server/log-output.ts';

type Watched = { readonly writes: string[]; readonly log: pino.Logger; readonly output: LogOutput };

function watch(): Watched {
  const writes: string[] = [];
  const output = new LogOutput({
    write: (lines) => writes.push(lines),
    flushSync: () => writes.push('flushed'),
  });
  return { writes, output, log: pino({ base: null, timestamp: false }, output) };
}

const linesIn = (text: string | undefined): number => (text ?? '').split('\n').length - 1;

describe('log lines', () => {
  test.each([callMessage, refusalMessage])(
    'of calls (`%s`) are written a few together, and soon',
    async (message) => {
      const { writes, log } = watch();
      for (let call = 0; call < 5; call += 1) log.info({ call }, message);
      expect(writes).toEqual([]);
      await sleep(200);
      expect(writes.map(linesIn)).toEqual([5]);
    },
  );

  test('of anything else are written at once, behind those that wait', () => {
    const { writes, log } = watch();
    log.info({ call: 1 }, callMessage);
    log.warn('the disk is full');
    expect(writes.map(linesIn)).toEqual([2]);
    expect(writes[0]).toMatch(/exchange.*\n.*the disk is full/);
  });

  test('that wait are bounded', () => {
    const { writes, log } = watch();
    for (let call = 0; call < 1_000; call += 1) log.info({ call }, callMessage);
    expect(writes.length).toBeGreaterThan(1);
    for (const text of writes) expect(text.length).toBeLessThan(17_000);
  });

  test('of a child are told apart too', () => {
    const { writes, log } = watch();
    const child = log.child({ worker: 2 });
    child.info({}, callMessage);
    expect(writes).toEqual([]);
    child.info('listening');
    expect(writes.map(linesIn)).toEqual([2]);
  });

  test('that wait are written when the process ends', () => {
    const { writes, log, output } = watch();
    log.info({ call: 1 }, callMessage);
    output.flushSync();
    expect(writes.map((text) => text.includes('exchange') || text)).toEqual([true, 'flushed']);
  });
});
