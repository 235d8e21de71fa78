/** Every review of an entry, the newest first: who said what of it, and why. */
import type { ReactNode } from 'react';
import { toInert } from '../design/inert.ts';
import { Time } from '../design/time.tsx';
import { useResource } from '../resource.ts';
import { type Act, readActs } from '../review/said.ts';
import { titleOf } from '../review/status.ts';

export function PastReviews(props: { readonly id: string; readonly revision: number }): ReactNode {
  const { id, revision } = props;
  const asked = useResource(`reviews ${id} ${revision}`, (signal) => readActs(id, signal));
  const acts = asked.value ?? [];
  if (acts.length === 0) return null;
  return (
    <section aria-label="Reviews so far">
      <h3>Reviews so far</h3>
      <ul className="stack">
        {acts.map((act) => (
          <li key={act.entry.id} className="panel">
            <OneReview act={act} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneReview({ act: { entry, note } }: { readonly act: Act }): ReactNode {
  const { at, actor, detail = {} } = entry;
  return (
    <div className="body">
      <p>
        <Time at={at} /> by <strong dir="auto">{toInert(actor?.owner ?? '')}</strong>:{' '}
        {toInert(titleOf(detail.status ?? ''))}
        {detail.assignee && (
          <>
            , for <bdi>{toInert(detail.assignee)}</bdi>
          </>
        )}
      </p>
      {detail.tags && <p className="soft">{toInert(detail.tags).replaceAll(',', ', ')}</p>}
      {note !== '' && <pre dir="auto">{toInert(note)}</pre>}
    </div>
  );
}
