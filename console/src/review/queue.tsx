/** The entries of one queue, page by page, with what reviewers said of each; the gateway filters, so none is missing. */
import { useState, type ReactNode } from 'react';
import { getListed, type Listed } from '../api.ts';
import { toHref } from '../address.ts';
import { useBusy } from '../busy.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toShort } from '../design/inert.ts';
import { Empty, Loading, PartialNotice, ProblemNotice } from '../design/notice.tsx';
import { Table } from '../design/table.tsx';
import { Time } from '../design/time.tsx';
import { decisionOf, type Entry, rulingOf } from '../entry/entry.ts';
import { Link } from '../link.tsx';
import { toProblem, useResource } from '../resource.ts';
import type { Said } from './said.ts';
import { isStatus, statusTitles } from './status.ts';

type Page = {
  readonly entries: readonly Entry[];
  readonly next: string | null;
  readonly reviews: Readonly<Record<string, Said>>;
};

const pageEntries = 100;

const ask = (q: string, cursor?: string, signal?: AbortSignal): Promise<Listed<Page>> =>
  getListed<Page>('/v1/audit/entries', { q, limit: pageEntries, cursor }, signal);

export function Queue({ q, empty }: { readonly q: string; readonly empty: string }): ReactNode {
  const first = useResource(`queue ${q}`, (signal) => ask(q, undefined, signal));
  if (first.problem !== undefined) {
    return <ProblemNotice problem={first.problem} retry={first.reload} />;
  }
  if (first.value === undefined) return <Loading lines={8} />;
  const { answer, partial } = first.value;
  return (
    <>
      <PartialNotice partial={partial} />
      {answer.entries.length === 0 ? (
        <Empty title={empty} />
      ) : (
        <Pages key={q} q={q} first={answer} />
      )}
    </>
  );
}

function Pages({ q, first }: { readonly q: string; readonly first: Page }): ReactNode {
  const [more, setMore] = useState<readonly Page[]>([]);
  const [fault, setFault] = useState('');
  const { busy, run } = useBusy();
  const pages = [first, ...more];
  const next = pages.at(-1)?.next ?? null;
  const turn = (cursor: string): void => {
    setFault('');
    run(() =>
      ask(q, cursor).then(
        ({ answer }) => setMore((last) => [...last, answer]),
        (error: unknown) => setFault(toProblem(error).message),
      ),
    );
  };
  return (
    <>
      <Table label="Entries" heads={['Time', 'Decision', 'Rule', 'Owner', 'Review']}>
        {pages.flatMap(({ entries, reviews }) =>
          entries.map((entry) => <Row key={entry.id} entry={entry} said={reviews[entry.id]} />),
        )}
      </Table>
      {next !== null && (
        <button type="button" className="button" disabled={busy} onClick={() => turn(next)}>
          Older ones
        </button>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </>
  );
}

type RowProps = { readonly entry: Entry; readonly said: Said | undefined };

function Row({ entry, said }: RowProps): ReactNode {
  return (
    <tr>
      <td>
        <Link href={`${toHref(['entries', entry.id])}?tab=Review`}>
          <Time at={entry.at} />
        </Link>
      </td>
      <td>
        <DecisionBadge word={decisionOf(entry)} />
      </td>
      <td>{toShort(rulingOf(entry)?.decided_by ?? '', 60)}</td>
      <td>{toShort(entry.actor?.owner ?? '', 40)}</td>
      <td>{describe(said)}</td>
    </tr>
  );
}

function describe(said: Said | undefined): string {
  if (said === undefined) return '';
  const { status, assignee, tags } = said;
  const title = isStatus(status) ? statusTitles[status] : status;
  const words = [title, assignee && `for ${assignee}`, tags.join(' ')];
  return toShort(words.filter(Boolean).join(' · '), 90);
}
