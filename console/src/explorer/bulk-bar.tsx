/** The same act on all selected entries, one recorded review each. */
import { useState, type ReactNode } from 'react';
import { post } from '../api.ts';
import { toProblem } from '../resource.ts';
import { reviewStatuses, statusTitles } from '../review/status.ts';

type Props = { readonly selected: ReadonlySet<string>; readonly clear: () => void };

export function BulkBar({ selected, clear }: Props): ReactNode {
  const [said, setSaid] = useState('');
  const mark = async (status: string): Promise<void> => {
    let done = 0;
    try {
      for (const id of selected) {
        await post(`/v1/audit/entries/${id}/review`, { status });
        setSaid(`${(done += 1)} of ${selected.size}`);
      }
      clear();
    } catch (error) {
      setSaid(`${done} of ${selected.size} done: ${toProblem(error).message}`);
    }
  };
  return (
    <div className="row" role="group" aria-label="Selected entries">
      <strong>{selected.size} selected</strong>
      <select
        className="input views"
        aria-label="Mark selected as"
        value=""
        onChange={({ target }) => void mark(target.value)}
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
        {said}
      </span>
    </div>
  );
}
