/** Asks both verifiers about a trail, and says where one of them did not find an edit or its place. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyTrail } from '../../src/audit/verify.ts';
import type { Report } from '../../src/audit/verify.ts';
import type { Edit } from './edits.ts';
import type { Scene } from './scene.ts';

const verifier = join(import.meta.dirname, '..', 'verify.py');
const run = promisify(execFile);
/** Its standard library and no package of others: all that the verifier may need. */
const alone = ['-I', '-S'];

export type Verdicts = {
  readonly report: Report;
  /** What the second verifier printed, and its exit status; absent where it was left out. */
  readonly python?: { readonly status: number; readonly said: string };
};

/** `python` names the interpreter; without it the second verifier is left out. */
export async function verifyBoth(scene: Scene, python: string | undefined): Promise<Verdicts> {
  const { directory, witness } = scene;
  const second =
    python === undefined
      ? undefined
      : run(python, [...alone, verifier, directory, '--witness', witness]).then(
          ({ stdout }) => ({ status: 0, said: stdout }),
          (error: unknown) => readFailure(error),
        );
  const report = verifyTrail({ directory, witnesses: [witness] });
  const told = await second;
  return { report, ...(told === undefined ? {} : { python: told }) };
}

function readFailure(error: unknown): { status: number; said: string } {
  const { code, stdout } = error as { code?: unknown; stdout?: unknown };
  if (typeof code !== 'number') throw error;
  return { status: code, said: String(stdout) };
}

/** A sentence for each thing that was missed; none where both found the edit and named its place. */
export function findMisses(edit: Edit, { report, python }: Verdicts): readonly string[] {
  const misses: string[] = [];
  if (report.verdict !== 'altered') misses.push(`the verdict is ${report.verdict}`);
  const places = report.faults.map(({ place }) => place).join('\n');
  if (edit.place?.test(places) === false) misses.push(`the places are ${places}`);
  if (edit.seq !== undefined && !isNear(report.faults[0]?.seq, edit.seq))
    misses.push(`entry ${report.faults[0]?.seq ?? -1} is named for ${edit.seq}`);
  if (python === undefined) return misses;
  const { status, said } = python;
  if (status !== 1) misses.push(`Python ends with ${status}: ${said}`);
  if (edit.place?.test(said) === false) misses.push(`Python says ${said}`);
  const named = Number(/entry (\d+) in/.exec(said)?.[1]);
  if (edit.seq !== undefined && !isNear(named, edit.seq))
    misses.push(`Python names entry ${named} for ${edit.seq}`);
  return misses;
}

/** A changed line is named itself, or by the next one, whose chain it broke. */
function isNear(named: number | undefined, seq: number): boolean {
  return named !== undefined && Math.abs(named - seq) <= 1;
}
