/** Lets the tree be checked on a second core while the first one reads the entries; waits for it without an event loop. */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { checkTree } from './tree-part.ts';
import type { TreeReport, TreeTask } from './tree-part.ts';

/** A short trail is checked sooner than a thread has started. */
export const threadBytesMin = 16_777_216;

/** What the two threads share: steps taken, and whether the report waits at the port. */
export const sharedCells = { steps: 0, done: 1, length: 2 } as const;

/** A thread that takes no step for so long has died or could not start, and its work is done here. */
const silenceMsMax = 30_000;
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './tree-worker.ts' : './tree-worker.js',
  import.meta.url,
);

export type TreeCheckUnderWay = {
  /** Waits for it. */
  readonly report: () => TreeReport;
  /** Ends it, wherever it is. */
  readonly stop: () => void;
};

export function startTreeCheck(task: TreeTask): TreeCheckUnderWay {
  if (task.scope.bytes < threadBytesMin)
    return { report: () => checkTree(task), stop: () => undefined };
  const cells = new Int32Array(
    new SharedArrayBuffer(sharedCells.length * Int32Array.BYTES_PER_ELEMENT),
  );
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(workerUrl, {
    workerData: { task, cells, port: port2 },
    transferList: [port2],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  worker.unref();
  // What it dies of shows again where its work is done instead.
  worker.on('error', () => undefined);
  return {
    report: () => waitForReport(cells, port1) ?? checkTree(task),
    stop() {
      port1.close();
      void worker.terminate();
    },
  };
}

function waitForReport(cells: Int32Array, port: MessagePort): TreeReport | undefined {
  for (let before = -1; ;) {
    const steps = Atomics.load(cells, sharedCells.steps);
    const done = Atomics.load(cells, sharedCells.done) === 1;
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return received.message as TreeReport;
    if (done || steps === before) return undefined;
    before = steps;
    Atomics.wait(cells, sharedCells.done, 0, silenceMsMax);
  }
}
