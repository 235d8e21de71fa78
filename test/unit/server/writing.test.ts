import { describe, expect, test } from '@jest/globals';
import type { Recorded, Recorder } from '../../../src/governance/event.ts';
import { Writing } from '../../../src/server/writing.ts';
import { decisionEvent, deniedEvent } from '../../support/audit-samples.ts';

/** A disk that takes all there is in one write, and so long for each. */
class Disk {
  nowMs = 0;
  #waiting: ((recorded: Recorded) => void)[] = [];

  readonly record: Recorder = () => new Promise((resolve) => this.#waiting.push(resolve));

  async write(tookMs: number): Promise<number> {
    this.nowMs += tookMs;
    const written = this.#waiting;
    this.#waiting = [];
    for (const settle of written) settle({ id: 'entry', seq: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    return written.length;
  }
}

function listen(disk: Disk, pressed = false) {
  let told = 0;
  const writing = new Writing(
    () => (told += 1),
    () => pressed,
    () => disk.nowMs,
  );
  const record = writing.count(disk.record);
  const fill = (): void => {
    while (!writing.full) void record(decisionEvent());
  };
  return { writing, record, fill, told: () => told };
}

describe('entries on their way to the disk', () => {
  test('are too many at some time, and not any more when they are written', async () => {
    const disk = new Disk();
    const { writing, fill, told } = listen(disk);
    fill();
    expect([writing.full, told()]).toEqual([true, 0]);
    await disk.write(5);
    expect([writing.full, told()]).toEqual([false, 1]);
  });

  test('are let wait in greater number for a disk that is slow, since it writes them together', async () => {
    const disk = new Disk();
    const { fill } = listen(disk);
    const written: number[] = [];
    for (let write = 0; write < 8; write += 1) {
      fill();
      written.push(await disk.write(200));
    }
    expect(written.at(-1)).toBeGreaterThanOrEqual(8 * (written[0] ?? 0));
  });

  test('stay few where the disk is fast and others make them wait', async () => {
    const disk = new Disk();
    const { writing, record, fill } = listen(disk);
    for (let write = 0; write < 200; write += 1) {
      // What comes alone is written within a millisecond, a crowd waits for what each of them costs.
      void record(decisionEvent());
      await disk.write(1);
      fill();
      await disk.write(20);
    }
    expect(writing.room).toBe(16);
  });

  test('of refused calls do not count', () => {
    const disk = new Disk();
    const { writing, record } = listen(disk);
    for (let call = 0; call < 100; call += 1) void record(deniedEvent());
    expect(writing.full).toBe(false);
  });

  test('are few while the thread is busy with a crowd, until the disk shows that it writes more together', async () => {
    const disk = new Disk();
    const { fill } = listen(disk, true);
    const written: number[] = [];
    for (let write = 0; write < 8; write += 1) {
      fill();
      written.push(await disk.write(200));
    }
    expect(written[0]).toBe(3);
    expect(written.at(-1)).toBeGreaterThanOrEqual(24);
  });
});
