/** Can it be trusted: the signed checkpoint, gaps and restarts, who is held, a verification of the whole trail, and evidence to take away. */
import { useState, type ReactNode } from 'react';
import { get, getText } from '../api.ts';
import { toHref } from '../address.ts';
import { useBusy } from '../busy.ts';
import { Copy } from '../design/copy.tsx';
import { toInert } from '../design/inert.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { Time } from '../design/time.tsx';
import type { Entry } from '../entry/entry.ts';
import { type Form, forms, takeOut } from '../explorer/exports.ts';
import { Link } from '../link.tsx';
import { toProblem, useResource } from '../resource.ts';
import { Holds } from './holds.tsx';
import { Report } from './report.tsx';
import { Verify } from './verify.tsx';

export function Integrity(): ReactNode {
  return (
    <div className="view">
      <h1>Integrity and evidence</h1>
      <Checkpoint />
      <Verify />
      <Gaps />
      <Holds />
      <Evidence />
      <Report />
    </div>
  );
}

function Checkpoint(): ReactNode {
  const asked = useResource('checkpoint', (signal) => getText('/v1/audit/checkpoint', signal));
  const [origin, size, , ...rest] = (asked.value ?? '').split('\n');
  const at = rest.find((line) => line.startsWith('at '))?.slice(3);
  return (
    <section className="panel">
      <header>
        <h2>Checkpoint</h2>
        {asked.value !== undefined && <Copy text={asked.value} label="Copy" />}
      </header>
      <div className="body stack">
        {asked.problem !== undefined && (
          <ProblemNotice problem={asked.problem} retry={asked.reload} />
        )}
        {asked.value === undefined && asked.problem === undefined && <Loading lines={3} />}
        {asked.value !== undefined && (
          <>
            <dl className="facts">
              <dt>Entries covered</dt>
              <dd>{Number(size).toLocaleString('en')}</dd>
              <dt>Signed by</dt>
              <dd className="mono">{origin}</dd>
              <dt>Signed at</dt>
              <dd>{at === undefined ? '' : <Time at={at} />}</dd>
            </dl>
            <pre className="mono">{asked.value}</pre>
            <p className="faint">
              Keep a copy of it elsewhere: with it, nobody can change, drop or reorder an entry
              before it unnoticed, the holder of this machine included.
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function Gaps(): ReactNode {
  const asked = useResource('gaps', (signal) =>
    get<{ readonly entries: readonly Entry[] }>(
      '/v1/audit/entries',
      { q: 'type:gap,recovered,erasure', limit: 50 },
      signal,
    ),
  );
  const entries = asked.value?.entries ?? [];
  return (
    <section className="panel">
      <header>
        <h2>Gaps, recoveries and erasures</h2>
      </header>
      <ul className="body stack">
        {asked.problem !== undefined && (
          <li>
            <ProblemNotice problem={asked.problem} retry={asked.reload} />
          </li>
        )}
        {asked.value !== undefined && entries.length === 0 && <li className="faint">None.</li>}
        {entries.map((entry) => (
          <li key={entry.id} className="row">
            <span className="tag">{entry.type}</span>
            <Link href={toHref(['entries', entry.id])}>
              <Time at={entry.at} />
            </Link>
            <span className="soft">{toInert(JSON.stringify(entry['detail'] ?? {}))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Evidence(): ReactNode {
  const [said, setSaid] = useState('');
  const { busy, run } = useBusy();
  const take = (form: Form): void => {
    setSaid('Exporting …');
    run(() =>
      takeOut(form, {}).then(
        () => setSaid('Done; the export is recorded.'),
        (error: unknown) => setSaid(toProblem(error).message),
      ),
    );
  };
  return (
    <section className="panel">
      <header>
        <h2>Evidence</h2>
      </header>
      <div className="body stack">
        <div className="row">
          {forms.map((form) => (
            <button
              key={form.name}
              type="button"
              className="button"
              disabled={busy}
              onClick={() => take(form)}
            >
              {form.name}
            </button>
          ))}
          <span aria-live="polite">{said}</span>
        </div>
        <p className="faint">
          The whole trail; for one filter only, export from the entries. The bundle holds the
          entries with the proof of each, the signed checkpoint, the public key and a page that says
          how to check them without the gateway.
        </p>
      </div>
    </section>
  );
}
