/** A policy being written: its faults by line, its tests, what it says of a text, and what it would have changed. */
import { useState, type ReactNode } from 'react';
import { post } from '../api.ts';
import { toHref } from '../address.ts';
import { useBusy } from '../busy.ts';
import { Copy } from '../design/copy.tsx';
import { counted } from '../design/counted.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toInert } from '../design/inert.ts';
import { Link } from '../link.tsx';
import { toProblem, useResource } from '../resource.ts';
import { start } from './draft-start.ts';
import { type DraftFault, Editor } from './editor.tsx';
import { keepDraft, readDraft } from './kept-draft.ts';

type Checked = {
  readonly sound: boolean;
  readonly policy: string;
  readonly faults: readonly DraftFault[];
};
type Change = { readonly entry: string; readonly was: string; readonly now: string };
type Impact = {
  readonly judged: number;
  readonly not_judged: number;
  readonly changed: readonly Change[];
};

const spans = ['1d', '7d', '30d'];

export function Draft(): ReactNode {
  const [text, setText] = useState(readDraft);
  const change = (next: string): void => {
    keepDraft(next);
    setText(next);
  };
  const asked = useResource(`draft ${text}`, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    signal.throwIfAborted();
    return post<Checked>('/v1/policies/draft', { document: text }, signal);
  });
  const faults = asked.value?.faults ?? [];
  return (
    <div className="stack">
      <p className="soft">
        Nothing is deployed from here. The draft is checked together with the policies in force, in
        whose place it stands where they share an id; take the YAML to your repository when it is
        right.
      </p>
      <Editor text={text} change={change} faults={faults} />
      <div className="row">
        <Copy text={text} label="Copy the YAML" />
        <button type="button" className="button small" onClick={() => change(start)}>
          Start anew
        </button>
        <span role="status">{describe(asked.value, asked.problem?.message)}</span>
      </div>
      {faults.length > 0 && (
        <ul className="panel body stack" aria-label="Faults">
          {faults.map((fault) => (
            <li key={`${fault.line}:${fault.column}:${fault.message}`}>
              <code>
                {fault.file}:{fault.line}:{fault.column}
              </code>{' '}
              <strong>{fault.level}</strong> {toInert(fault.message)}
            </li>
          ))}
        </ul>
      )}
      {asked.value?.sound === true && <ImpactView document={text} />}
    </div>
  );
}

function describe(checked: Checked | undefined, problem: string | undefined): string {
  if (problem !== undefined) return problem;
  if (checked === undefined) return 'Checking …';
  if (!checked.sound) return 'Not sound yet.';
  return `Sound; all tests of ${checked.policy} pass.`;
}

function ImpactView({ document }: { readonly document: string }): ReactNode {
  const [impact, setImpact] = useState<Impact>();
  const [said, setSaid] = useState('');
  const { busy, run } = useBusy();
  const ask = (since: string): void => {
    setSaid('Judging what was recorded …');
    setImpact(undefined);
    run(() =>
      post<Impact>('/v1/policies/impact', { document, since }).then(
        (answer) => {
          setImpact(answer);
          setSaid('');
        },
        (error: unknown) => setSaid(toProblem(error).message),
      ),
    );
  };
  return (
    <section className="panel">
      <header>
        <h2>What would it have changed?</h2>
        <div className="row">
          {spans.map((span) => (
            <button
              key={span}
              type="button"
              className="button small"
              disabled={busy}
              onClick={() => ask(span)}
            >
              Last {span}
            </button>
          ))}
        </div>
      </header>
      <div className="body stack" aria-live="polite">
        {said !== '' && <p>{said}</p>}
        {impact !== undefined && <Changed impact={impact} />}
      </div>
    </section>
  );
}

function Changed({ impact }: { readonly impact: Impact }): ReactNode {
  const { judged, changed, not_judged: missing } = impact;
  return (
    <>
      <p>
        {counted(judged, 'recorded request or answer', 'recorded requests and answers')} judged
        again; {changed.length.toLocaleString('en')} would be ruled differently;{' '}
        {missing.toLocaleString('en')} could not be judged, for want of their text. Masked text is
        judged as it was kept.
      </p>
      <ul className="stack">
        {changed.slice(0, 100).map(({ entry, was, now }) => (
          <li key={entry} className="row">
            <DecisionBadge word={was} /> → <DecisionBadge word={now} />
            <Link href={toHref(['entries', entry])}>{entry}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
