/** One half of a verification: the tree over the lines as they lie there, its tiles, every checkpoint, and the index. */
import { CheckpointCheck } from './checkpoint-check.ts';
import type { CheckpointSources } from './checkpoint-sources.ts';
import { checkIndex } from './index-check.ts';
import { Findings } from './report.ts';
import type { Found } from './report.ts';
import type { Scope } from './scope.ts';
import { IndexMarks } from './index-marks.ts';
import type { LastTile } from './last-tile.ts';
import { readAllSpans } from './spans.ts';
import { TreeCheck } from './tree-check.ts';

export type TreeTask = {
  readonly directory: string;
  readonly scope: Scope;
  readonly sources: CheckpointSources;
  readonly lastTile: LastTile | undefined;
  /** While a gateway writes, its index may be ahead of what is read here. */
  readonly live: boolean;
};

export type TreeReport = {
  readonly found: Found;
  readonly size: number;
  readonly root: Uint8Array;
  /** Entries that a checkpoint vouches for. */
  readonly sealed: number;
  /** When that was signed; '' where nothing was. */
  readonly sealedAt: string;
  readonly checkpoints: number;
  readonly verifierKeys: readonly string[];
};

const stepLines = 50_000;

export function checkTree(task: TreeTask, onStep: () => void = () => undefined): TreeReport {
  const { directory, scope, sources, lastTile } = task;
  const findings = new Findings();
  const { seq: begin } = scope.begin;
  const checkpoints = new CheckpointCheck(sources, findings);
  const tree = new TreeCheck(directory, findings, begin);
  const marks = new IndexMarks();
  checkpoints.skipBelow(begin);
  if (begin > 0 && checkpoints.expects(begin)) checkpoints.compare(begin, tree.root());
  for (const { path, size } of scope.segments) {
    readAllSpans(
      path,
      (buffer, start, end) => {
        marks.take(tree.size, buffer, start, end);
        tree.take(new Uint8Array(buffer.buffer, buffer.byteOffset + start - 1, end - start + 1));
        if (checkpoints.expects(tree.size)) checkpoints.compare(tree.size, tree.root());
        if (tree.size % stepLines === 0) onStep();
        return true;
      },
      size,
    );
  }
  checkpoints.end(tree.size);
  if (tree.missing > 0)
    findings.note(`${tree.missing} tiles are not on disk; they can be made anew`);
  if (lastTile !== undefined && lastTile.entries > tree.size)
    findings.add({
      ...{ verdict: 'altered', seq: tree.size, place: lastTile.path },
      detail: `it is a tile of ${lastTile.entries} entries and ${tree.size} are here: ${lastTile.entries - tree.size} of them missing`,
    });
  checkIndex({ directory, size: tree.size, marks, live: task.live }, findings);
  return {
    found: findings.found(),
    size: tree.size,
    root: tree.root(),
    sealed: checkpoints.sealed,
    sealedAt: checkpoints.sealedAt,
    checkpoints: checkpoints.checked,
    verifierKeys: checkpoints.verifierKeys,
  };
}
