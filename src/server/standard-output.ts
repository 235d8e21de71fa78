/** Where log lines leave the process: what is behind it may be full, slow or gone, and neither a call nor the end waits for that. */
import { write, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** While nobody takes them, so much waits; what comes on top is lost, since the trail has it and memory ends. */
const waitingMax = 8_388_608;
/** How soon a pipe that was full is tried again, and how late when it goes on being full. */
const retryMsMin = 2;
const retryMsMax = 100;
/** How long the last lines are waited for: they may go where nobody reads any more. */
const lastLinesMs = 500;
const newline = 0x0a;

export type StandardOutputOptions = {
  readonly fd: number;
  /** Told how many were not taken, once some are again. */
  readonly onLost: (lines: number) => void;
  /** From then on it says that it is full, and keeps nobody who writes. */
  readonly keepNobody?: () => void;
};

export class StandardOutput {
  readonly #options: StandardOutputOptions;
  #waiting: string[] = [];
  #waitingLength = 0;
  /** Since when a thread has been writing; undefined while none is. */
  #writingSince: number | undefined;
  /** What was not taken of what was begun; it goes before all that waits. */
  #rest: Buffer = Buffer.alloc(0);
  #retryMs = retryMsMin;
  #retrying = false;
  /** A line of which only a part was taken would else run into the next one. */
  #torn = false;
  #lost = 0;

  constructor(options: StandardOutputOptions) {
    this.#options = options;
  }

  /** Whether a write is still out after a time in which any would be back: its thread may never end. */
  get hangs(): boolean {
    return this.#writingSince !== undefined && performance.now() - this.#writingSince > lastLinesMs;
  }

  write(lines: string): void {
    if (this.#waitingLength + lines.length > waitingMax) {
      this.#lost += countLines(lines);
      return;
    }
    this.#waiting.push(lines);
    this.#waitingLength += lines.length;
    if (this.#writingSince === undefined && !this.#retrying) this.#put();
  }

  /** The process is about to end. What a thread is writing is left to it. */
  flushSync(): void {
    if (this.hangs) return;
    this.#options.keepNobody?.();
    const endAt = performance.now() + lastLinesMs;
    for (let lines = this.#next(); lines.length > 0 && performance.now() < endAt;)
      try {
        lines = lines.subarray(writeSync(this.#options.fd, lines));
      } catch (error) {
        if (!isFull(error)) return;
        pause(retryMsMin);
      }
  }

  #next(): Buffer {
    const begun = this.#torn && this.#rest.length === 0 && this.#waitingLength > 0 ? '\n' : '';
    const next = Buffer.concat([this.#rest, Buffer.from(begun + this.#waiting.join(''))]);
    this.#rest = next.subarray(next.length);
    this.#waiting = [];
    this.#waitingLength = 0;
    return next;
  }

  #put(): void {
    const lines = this.#next();
    if (lines.length === 0) return;
    this.#writingSince = performance.now();
    write(this.#options.fd, lines, (error, written) => {
      this.#writingSince = undefined;
      if (error === null) this.#take(lines, written);
      else if (isFull(error)) this.#wait(lines);
      else this.#lose(lines);
    });
  }

  #take(lines: Buffer, written: number): void {
    this.#rest = lines.subarray(written);
    this.#torn = lines[written - 1] !== newline;
    this.#retryMs = retryMsMin;
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) this.#options.onLost(lost);
    if (this.#writingSince === undefined) this.#put();
  }

  #wait(lines: Buffer): void {
    this.#rest = lines;
    this.#retrying = true;
    setTimeout(() => {
      this.#retrying = false;
      this.#put();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(2 * this.#retryMs, retryMsMax);
  }

  /** A disk that is full, or a reader that has gone: the next lines try it again. */
  #lose(lines: Buffer): void {
    this.#lost += countLines(lines.toString());
    this.#put();
  }
}

/** A process has one. */
let opened: StandardOutput | undefined;

/**
 * The first look at the stream makes a pipe say that it is full, where it would else keep whoever writes until somebody
 * reads. A process that is started with the same pipe, or ends, undoes that.
 */
export function openStandardOutput(onLost: (lines: number) => void): StandardOutput {
  const { fd } = process.stdout;
  opened ??= new StandardOutput({ fd, onLost, keepNobody: () => openAgain(fd) });
  return opened;
}

function openAgain(fd: number): void {
  const { stdout } = process;
  if (stdout instanceof Socket && !stdout.isTTY)
    new Socket({ fd, readable: false, writable: true }).unref();
}

/** Whether what is behind it does not answer, so that the process cannot end by itself. */
export function outputHangs(): boolean {
  return opened?.hangs === true;
}

function isFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EAGAIN' || code === 'EBUSY';
}

function countLines(lines: string): number {
  return lines.split('\n').length - 1;
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
