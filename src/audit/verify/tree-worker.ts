/** The second thread of a verification: checks the tree and hands its report to the one that waits. */
import { workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { checkTree } from './tree-part.ts';
import type { TreeTask } from './tree-part.ts';
import { sharedCells } from './tree-thread.ts';

type Given = { readonly task: TreeTask; readonly cells: Int32Array; readonly port: MessagePort };

const { task, cells, port } = workerData as Given;
try {
  port.postMessage(checkTree(task, () => Atomics.add(cells, sharedCells.steps, 1)));
} finally {
  Atomics.store(cells, sharedCells.done, 1);
  Atomics.notify(cells, sharedCells.done);
}
