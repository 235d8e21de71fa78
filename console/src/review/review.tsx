/** The queues: what was blocked, redacted or flagged, by what reviewers said of it, and how often rules were right. */
import type { ReactNode } from 'react';
import { useParameter } from '../address.ts';
import { toInert } from '../design/inert.ts';
import { Tabs } from '../design/tabs.tsx';
import { useSession } from '../session.ts';
import { Queue } from './queue.tsx';
import { Rules } from './rules.tsx';
import { reviewStatuses, statusTitles } from './status.ts';

const toReview = 'To review';
const tabs = [toReview, ...reviewStatuses.map((status) => statusTitles[status]), 'Rules'] as const;

/** What somebody may want to look at again; reviews of other entries are found by their status. */
const stopped = 'decision:block,redact,flag type:answered,blocked,decision';

export function Review(): ReactNode {
  const session = useSession();
  const [named, setNamed] = useParameter('tab');
  const [assignee, setAssignee] = useParameter('assignee');
  const tab = tabs.find((one) => one === named) ?? toReview;
  const status = reviewStatuses.find((one) => statusTitles[one] === tab);
  const mine = session?.owner ?? '';
  const q = status === undefined ? `${stopped} review:none` : `review:${status}`;
  const whose = assignee === '' ? '' : ` assignee:"${assignee.replaceAll('"', '')}"`;
  return (
    <div className="view">
      <h1>Review</h1>
      <Tabs label="Queues" names={tabs} chosen={tab} choose={(next) => setNamed(next)} />
      {status !== undefined && (
        <label className="row">
          <input
            type="checkbox"
            checked={assignee !== ''}
            onChange={({ target }) => setAssignee(target.checked ? mine : '')}
          />
          Only those assigned to <bdi>{toInert(assignee === '' ? mine : assignee)}</bdi>
        </label>
      )}
      {tab === 'Rules' ? (
        <Rules />
      ) : (
        <Queue
          q={q + (status === undefined ? '' : whose)}
          empty={status === undefined ? 'Nothing waits for review' : 'Nothing is here'}
        />
      )}
    </div>
  );
}
