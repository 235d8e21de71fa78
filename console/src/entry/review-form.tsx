/** Saying whether a decision was right: status, assignee, tags and a note; and, for a false positive, what to change. */
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { get, post } from '../api.ts';
import { Copy } from '../design/copy.tsx';
import { toInert } from '../design/inert.ts';
import { Time } from '../design/time.tsx';
import { toProblem, useResource } from '../resource.ts';
import { proposeException } from '../review/exception.ts';
import { reviewStatuses, statusTitles, titleOf } from '../review/status.ts';
import type { Entry } from './entry.ts';
import { readLegs } from './exchange.ts';

type Props = { readonly entry: Entry; readonly done: () => void };

function wordsOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function toReview(data: FormData): unknown {
  const tags = wordsOf(data, 'tags')
    .split(/[\s,]+/)
    .filter(Boolean);
  const assignee = wordsOf(data, 'assignee');
  const note = wordsOf(data, 'note');
  return {
    status: wordsOf(data, 'status'),
    ...(assignee === '' ? {} : { assignee }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(note === '' ? {} : { note }),
  };
}

export function ReviewForm({ entry, done }: Props): ReactNode {
  const [said, setSaid] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const review = toReview(new FormData(event.currentTarget));
    post(`/v1/audit/entries/${entry.id}/review`, review).then(
      () => {
        setSaid('Recorded.');
        done();
      },
      (error: unknown) => setSaid(toProblem(error).message),
    );
  };
  return (
    <div className="stack">
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span>Status</span>
          <select className="input" name="status" defaultValue="confirmed">
            {reviewStatuses.map((status) => (
              <option key={status} value={status}>
                {statusTitles[status]}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Assignee</span>
          <input className="input" name="assignee" maxLength={512} />
        </label>
        <label className="field">
          <span>Tags</span>
          <input className="input" name="tags" placeholder="with spaces or commas" />
        </label>
        <label className="field">
          <span>Note</span>
          <textarea className="input" name="note" rows={3} maxLength={4000} />
        </label>
        <div className="row">
          <button type="submit" className="button primary">
            Record the review
          </button>
          <span aria-live="polite">{said}</span>
        </div>
      </form>
      <Past entry={entry} said={said} />
      <Exception entry={entry} />
    </div>
  );
}

type Reviewed = {
  readonly entry: Entry & {
    readonly detail?: Readonly<Partial<Record<'status' | 'assignee' | 'tags', string>>>;
  };
  /** Kept as what was said is, since people write names into it; '' where there is none any more. */
  readonly note: string;
};

async function readReviews(about: string, signal: AbortSignal): Promise<readonly Reviewed[]> {
  const { entries } = await get<{ readonly entries: readonly Entry[] }>(
    '/v1/audit/entries',
    { q: `act:review about:${about}` },
    signal,
  );
  return Promise.all(
    entries.map(async (entry) => {
      const legs = entry.content === undefined ? [] : await readLegs(entry.id, signal);
      return { entry, note: legs[0]?.text ?? '' };
    }),
  );
}

function Past({ entry, said }: { readonly entry: Entry; readonly said: string }): ReactNode {
  const asked = useResource(`reviews ${entry.id} ${said}`, (signal) =>
    readReviews(entry.id, signal),
  );
  const reviews = asked.value ?? [];
  if (reviews.length === 0) return null;
  return (
    <section aria-label="Reviews so far">
      <h3>Reviews so far</h3>
      <ul className="stack">
        {reviews.map(({ entry: { id, at, actor, detail = {} }, note }) => (
          <li key={id} className="panel body">
            <p>
              <Time at={at} /> by <strong>{toInert(actor?.owner ?? '')}</strong>:{' '}
              {toInert(titleOf(detail.status ?? ''))}
              {detail.assignee && `, for ${toInert(detail.assignee)}`}
            </p>
            {detail.tags && <p className="soft">{toInert(detail.tags)}</p>}
            {note !== '' && <pre>{toInert(note)}</pre>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Exception({ entry }: { readonly entry: Entry }): ReactNode {
  const yaml = proposeException(entry, new Date());
  if (yaml === undefined) return null;
  return (
    <details className="panel">
      <summary style={{ padding: '8px 12px', cursor: 'pointer' }}>
        If this is a false positive: an exemption and a test to paste
      </summary>
      <div className="body stack">
        <pre>{yaml}</pre>
        <Copy text={yaml} label="Copy the YAML" />
      </div>
    </details>
  );
}
