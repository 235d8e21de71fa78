/** The segment that is written at the moment: followed by the next one, opened anew after a failure, looked at now and then. */
import { rm } from 'node:fs/promises';
import type { Batch } from './batch.ts';
import { segmentPath } from './journal-files.ts';
import type { Pressed } from './press-messages.ts';
import { openSegment } from './segment-file.ts';
import type { Means, SegmentFile } from './segment-file.ts';

const checkIntervalMs = 20;

type Place = { readonly segment: number; readonly offset: number };

export class LiveSegment {
  readonly #directory: string;
  readonly #means: Means;
  #file: SegmentFile | undefined;
  #checkedMs = 0;

  constructor(directory: string, means: Means) {
    this.#directory = directory;
    this.#means = means;
  }

  /** Where the next line goes; undefined while no segment is open. */
  get end(): Place | undefined {
    const file = this.#file;
    return file === undefined ? undefined : { segment: file.segment, offset: file.size() };
  }

  /** Opens at this place and cuts off what stands behind it. */
  async open({ segment, offset }: Place): Promise<void> {
    this.#file = await openSegment(this.#directory, segment, offset, this.#means);
  }

  /** Opens again after a failure. */
  async reopen(place: Place): Promise<void> {
    await this.close().catch(() => undefined);
    // A segment that was begun but holds nothing durable is begun again later.
    await rm(segmentPath(this.#directory, place.segment + 1), { force: true });
    await this.open(place);
  }

  /** Ends the segment and begins the one with this number. */
  async follow(segment: number): Promise<void> {
    const ended = this.#file;
    await ended?.sync();
    // Whatever closing says, the descriptor may be somebody else's from here on.
    this.#file = undefined;
    await ended?.close();
    this.#file = await openSegment(this.#directory, segment, 0, this.#means);
  }

  append(batch: Batch, prev: string): Promise<Pressed> {
    return this.#file?.append(batch, prev) ?? Promise.reject(new Error('no segment is open'));
  }

  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  /** Rejects where somebody else touched the file; call it while nothing is being written. */
  async check(): Promise<void> {
    const now = performance.now();
    if (now - this.#checkedMs < checkIntervalMs) return;
    this.#checkedMs = now;
    await this.#file?.check();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
