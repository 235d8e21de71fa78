/** The same act on all selected entries, one recorded review each; what others reviewed meanwhile is left alone. */
import { useState, type ReactNode } from 'react';
import { post, Problem } from '../api.ts';
import { useBusy } from '../busy.ts';
import { toProblem } from '../resource.ts';
import { learn, revisionOf, type Said } from '../review/said.ts';
import { reviewStatuses, statusTitles } from '../review/status.ts';

export type Selection = {
  readonly selected: ReadonlySet<string>;
  /** Takes the mark off some of them. */
  readonly unselect: (ids: readonly string[]) => void;
  readonly clear: () => void;
};

async function mark(id: string, status: string): Promise<boolean> {
  try {
    const review = { status, revision: revisionOf(id) };
    learn(id, await post<Said>(`/v1/audit/entries/${id}/review`, review));
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return false;
    throw error;
  }
}

type Tell = (progress: string) => void;

async function markAll(
  status: string,
  { selected, unselect }: Selection,
  tell: Tell,
): Promise<void> {
  const all = [...selected];
  const done: string[] = [];
  let crossed = 0;
  const tellAll = (why = ''): void => {
    const left = crossed > 0 && `${crossed} left: somebody else reviewed them meanwhile`;
    tell([`${done.length} of ${all.length} done`, left, why].filter(Boolean).join('; '));
  };
  try {
    for (const id of all) {
      if (await mark(id, status)) done.push(id);
      else crossed += 1;
      tellAll();
    }
  } catch (error) {
    tellAll(toProblem(error).message);
  }
  // All of them at the end: whoever sees none selected any more knows that it is over.
  unselect(done);
}

export function BulkBar({ marks }: { readonly marks: Selection }): ReactNode {
  const [told, setTold] = useState('');
  const { busy, run } = useBusy();
  const { selected, clear } = marks;
  return (
    <div className="row" role="group" aria-label="Selected entries">
      <strong>{selected.size} selected</strong>
      <select
        className="input views"
        aria-label="Mark selected as"
        value=""
        disabled={busy}
        onChange={({ target }) => run(() => markAll(target.value, marks, setTold))}
      >
        <option value="" disabled>
          Mark as …
        </option>
        {reviewStatuses.map((status) => (
          <option key={status} value={status}>
            {statusTitles[status]}
          </option>
        ))}
      </select>
      <button type="button" className="button small" onClick={clear}>
        Clear
      </button>
      <span aria-live="polite" className="faint">
        {told}
      </span>
    </div>
  );
}
