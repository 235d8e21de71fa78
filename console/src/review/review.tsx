/** The queue: what was blocked, redacted or flagged, with what reviewers said of it, and how often rules were right. */
import { useMemo, useState, type ReactNode } from 'react';
import { get } from '../api.ts';
import { toHref } from '../address.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toShort } from '../design/inert.ts';
import { Empty, Loading, ProblemNotice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Time } from '../design/time.tsx';
import { decisionOf, type Entry } from '../entry/entry.ts';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { type Judged, judge, rate } from './judged.ts';
import { reviewStatuses, statusTitles } from './status.ts';

type Page = { readonly entries: readonly Entry[]; readonly next: string | null };

const queueEntries = 200;
const reviewPages = 25;

async function readReviews(signal: AbortSignal): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < reviewPages; page++) {
    const asked = { q: 'type:admin act:review', limit: 500, cursor };
    const { entries, next } = await get<Page>('/v1/audit/entries', asked, signal);
    all.push(...entries);
    if (next === null) break;
    cursor = next;
  }
  return all;
}

const tabs = [
  'To review',
  ...reviewStatuses.map((status) => statusTitles[status]),
  'Rules',
] as const;

export function Review(): ReactNode {
  const [tab, setTab] = useState<(typeof tabs)[number]>('To review');
  const queue = useResource('queue', (signal) =>
    get<Page>(
      '/v1/audit/entries',
      { q: 'decision:block,redact,flag type:answered,blocked,decision', limit: queueEntries },
      signal,
    ),
  );
  const reviews = useResource('reviews', readReviews);
  const judged = useMemo(() => judge(reviews.value ?? []), [reviews.value]);
  const problem = queue.problem ?? reviews.problem;
  return (
    <div className="view">
      <h1>Review</h1>
      <Tabs label="Queues" names={tabs} chosen={tab} choose={setTab} />
      {problem !== undefined && <ProblemNotice problem={problem} retry={queue.reload} />}
      {(queue.value === undefined || reviews.value === undefined) && problem === undefined && (
        <Loading lines={8} />
      )}
      {queue.value !== undefined &&
        reviews.value !== undefined &&
        (tab === 'Rules' ? (
          <Rules entries={queue.value.entries} judged={judged} />
        ) : (
          <Queue tab={tab} entries={queue.value.entries} judged={judged} />
        ))}
    </div>
  );
}

type QueueProps = {
  readonly tab: string;
  readonly entries: readonly Entry[];
  readonly judged: ReadonlyMap<string, Judged>;
};

function Queue({ tab, entries, judged }: QueueProps): ReactNode {
  const shown = entries.filter(({ id }) => {
    const status = judged.get(id)?.status;
    return tab === 'To review'
      ? status === undefined
      : status !== undefined && statusTitles[status] === tab;
  });
  if (shown.length === 0) {
    return <Empty title={tab === 'To review' ? 'Nothing waits for review' : `Nothing is here`} />;
  }
  return (
    <div className="panel scroll" role="region" aria-label="Entries" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th>Time</th>
            <th>Decision</th>
            <th>Rule</th>
            <th>Owner</th>
            <th>Review</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((entry) => (
            <tr key={entry.id}>
              <td>
                <Link href={`${toHref(['entries', entry.id])}?tab=Review`}>
                  <Time at={entry.at} />
                </Link>
              </td>
              <td>
                <DecisionBadge word={decisionOf(entry)} />
              </td>
              <td>{toShort(entry.ruling?.decided_by ?? '', 60)}</td>
              <td>{toShort(entry.actor?.owner ?? '', 40)}</td>
              <td>{describe(judged.get(entry.id))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describe(judged: Judged | undefined): string {
  if (judged === undefined) return '';
  const { status, assignee, tags, by } = judged;
  return toShort(
    [statusTitles[status], assignee && `for ${assignee}`, tags.join(' '), by && `by ${by}`]
      .filter(Boolean)
      .join(' · '),
    90,
  );
}

function Rules({ entries, judged }: Omit<QueueProps, 'tab'>): ReactNode {
  const rates = rate(entries, judged);
  if (rates.length === 0) return <Empty title="Nothing was reviewed yet" />;
  return (
    <div className="panel scroll" role="region" aria-label="Entries" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th>Rule</th>
            <th className="number">Reviewed</th>
            <th className="number">Confirmed</th>
            <th className="number">False positives</th>
            <th className="number">Reviewers agree</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((one) => (
            <tr key={one.rule}>
              <td>{one.rule}</td>
              <td className="number">{one.reviewed}</td>
              <td className="number">{one.confirmed}</td>
              <td className="number">
                {one.false} ({Math.round((100 * one.false) / one.reviewed)} %)
              </td>
              <td className="number">{one.agreement}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
