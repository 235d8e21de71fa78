/** Batches on their way to the disk, in the order of the chain; the last one takes what comes in the meantime. */
import { Batch, makeRoom } from './batch.ts';
import type { Room, Settle } from './batch.ts';

const waitingBytesMax = 67_108_864;
const batchBytesMax = 8_388_608;
const roomBytesMin = 16_384;
/** More than that is not kept at hand for the batch after next. */
const spareBytesMax = 1_048_576;

export class Queue {
  #batches: Batch[] = [];
  #bytes = 0;
  #spare: Room | undefined;

  /** Lines that wait. */
  get length(): number {
    return this.#batches.reduce((lines, batch) => lines + batch.lines, 0);
  }

  get empty(): boolean {
    return this.#batches.length === 0;
  }

  /** No more is taken: the disk is slower than the callers. */
  get overrun(): boolean {
    return this.#bytes > waitingBytesMax;
  }

  /** Takes the line of this number; answers the batch that it is the last of. */
  push(line: string, seq: number, settle: Settle, opens: boolean): Batch {
    const last = this.#batches.at(-1);
    const fits = last !== undefined && !opens && last.size < batchBytesMax;
    const batch = fits ? last : this.#begin(seq, opens);
    batch.add(line, settle);
    this.#bytes += batch.lastBytes;
    return batch;
  }

  /** All that goes into the next write. */
  take(): Batch | undefined {
    const batch = this.#batches.shift();
    this.#bytes -= batch?.size ?? 0;
    return batch;
  }

  takeAll(): readonly Batch[] {
    const batches = this.#batches;
    this.#batches = [];
    this.#bytes = 0;
    return batches;
  }

  /** Takes back the room of a batch that nothing reads any more. */
  reuse({ room }: Batch): void {
    if (room.length <= spareBytesMax) this.#spare = room;
  }

  #begin(seq: number, opens: boolean): Batch {
    const batch = new Batch(this.#spare ?? makeRoom(roomBytesMin), seq, opens);
    this.#spare = undefined;
    this.#batches.push(batch);
    return batch;
  }
}
