/** Verifies the trail while the gateway serves, from any time on, and says how far it is. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { postLines, Problem } from '../api.ts';
import { toHref } from '../address.ts';
import { counted } from '../design/counted.ts';
import { toInert } from '../design/inert.ts';
import { Time } from '../design/time.tsx';
import { Link } from '../link.tsx';
import { toProblem } from '../resource.ts';

type Progress = {
  readonly bytes: number;
  readonly bytes_total: number;
  readonly entries: number;
};
type VerifyReport = {
  readonly verdict: 'intact' | 'altered' | 'incomplete' | 'unreadable';
  readonly entries: number;
  readonly exchanges: number;
  readonly checkpoints: number;
  readonly texts: number;
  readonly root: string;
  readonly first_at: string;
  readonly last_at: string;
  readonly faults: readonly {
    readonly verdict: string;
    readonly place: string;
    readonly detail: string;
  }[];
  readonly faults_more: number;
  readonly notes: readonly string[];
};
type Line = { readonly progress?: Progress; readonly report?: VerifyReport };

const spans: readonly (readonly [since: string, title: string])[] = [
  ['', 'The whole trail'],
  ['24h', 'The last 24 hours'],
  ['7d', 'The last 7 days'],
  ['30d', 'The last 30 days'],
];

const verdicts: Readonly<Record<VerifyReport['verdict'], string>> = {
  intact: 'Intact: nothing was changed, dropped or put in another order.',
  altered: 'Altered: something is not as it was recorded.',
  incomplete: 'Incomplete: something that was recorded is not there.',
  unreadable: 'Unreadable: a file could not be read.',
};

const unfinished =
  'The gateway stopped before it had verified all, so nothing is known of the trail. Verify it again.';

type Run = {
  readonly progress: Progress | undefined;
  readonly report: VerifyReport | undefined;
  readonly said: string;
  readonly busy: boolean;
  readonly start: (since: string) => Promise<void>;
};

function useVerification(): Run {
  const [progress, setProgress] = useState<Progress>();
  const [report, setReport] = useState<VerifyReport>();
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  // Nobody waits for it any more, so the gateway need not go on.
  useEffect(() => () => leaving.current?.abort(), []);
  const start = async (since: string): Promise<void> => {
    const { signal } = (leaving.current = new AbortController());
    setBusy(true);
    setSaid('');
    setReport(undefined);
    try {
      const body = since === '' ? {} : { since };
      let isDone = false;
      for await (const line of postLines<Line>('/v1/audit/verify', body, signal)) {
        if (line.progress !== undefined) setProgress(line.progress);
        if (line.report !== undefined) setReport(line.report);
        isDone ||= line.report !== undefined;
      }
      if (!isDone) throw new Problem(0, 'unfinished', unfinished);
    } catch (error) {
      setSaid(toProblem(error).message);
    }
    setProgress(undefined);
    setBusy(false);
  };
  return { progress, report, said, busy, start };
}

export function Verify(): ReactNode {
  const [since, setSince] = useState('');
  const { progress, report, said, busy, start } = useVerification();
  return (
    <section className="panel">
      <header>
        <h2>Verify the trail</h2>
        <div className="row">
          <select
            className="input span"
            aria-label="What to verify"
            value={since}
            onChange={({ target }) => setSince(target.value)}
          >
            {spans.map(([span, title]) => (
              <option key={span} value={span}>
                {title}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button primary"
            disabled={busy}
            onClick={() => void start(since)}
          >
            {busy ? 'Verifying …' : 'Verify now'}
          </button>
        </div>
      </header>
      <div className="body stack" aria-live="polite">
        {busy && <Bar progress={progress} />}
        {said !== '' && <p role="alert">{said}</p>}
        {report !== undefined && <Verdict report={report} />}
        <p className="faint">
          The gateway checks itself here. On a copy, and without the gateway:{' '}
          <code>governance audit verify</code>
        </p>
      </div>
    </section>
  );
}

function Bar({ progress }: { readonly progress: Progress | undefined }): ReactNode {
  const whole = Math.max(1, progress?.bytes_total ?? 1);
  return (
    <div className="row">
      <progress aria-label="Verified" max={whole} value={progress?.bytes ?? 0} />
      <span className="faint number">{counted(progress?.entries ?? 0, 'entry', 'entries')}</span>
    </div>
  );
}

function Verdict({ report }: { readonly report: VerifyReport }): ReactNode {
  const { verdict, faults, faults_more: more, notes } = report;
  return (
    <div className="stack" data-verdict={verdict}>
      <strong>{verdicts[verdict]}</strong>
      <dl className="facts">
        <dt>Entries</dt>
        <dd>{report.entries.toLocaleString('en')}</dd>
        <dt>Exchanges</dt>
        <dd>{report.exchanges.toLocaleString('en')}</dd>
        <dt>Checkpoints</dt>
        <dd>{report.checkpoints.toLocaleString('en')}</dd>
        <dt>Kept texts</dt>
        <dd>{report.texts.toLocaleString('en')}</dd>
        <dt>From, to</dt>
        <dd>
          <Time at={report.first_at} />, <Time at={report.last_at} />
        </dd>
        <dt>Root</dt>
        <dd className="mono">{report.root}</dd>
      </dl>
      {faults.map((fault) => (
        <p key={fault.place + fault.detail}>
          <strong>{fault.verdict}</strong> {toInert(fault.place)}: {toInert(fault.detail)}
        </p>
      ))}
      {more > 0 && <p>and {more} more</p>}
      {notes.map((note) => (
        <p key={note} className="soft">
          {toInert(note)}
        </p>
      ))}
      <Link href={toHref(['entries'], new URLSearchParams({ q: 'type:gap,recovered' }))}>
        Gaps and recoveries among the entries
      </Link>
    </div>
  );
}
