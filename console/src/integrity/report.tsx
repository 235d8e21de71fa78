/** A report to print: what was governed in a span of time, in plain words and figures, on paper or as a PDF. */
import { useState, type ReactNode } from 'react';
import { get, getText } from '../api.ts';
import { useBusy } from '../busy.ts';
import { counted } from '../design/counted.ts';
import { toInert } from '../design/inert.ts';
import type { FacetAnswer } from '../explorer/facets.tsx';
import { exchangesQuery, toParameters } from '../explorer/filter.ts';
import { toProblem } from '../resource.ts';
import './report.css';

type Facts = {
  readonly span: string;
  readonly answer: FacetAnswer;
  readonly checkpoint: string;
  readonly at: string;
};

const spans = ['24h', '7d', '30d', '90d', 'all'];

export function Report(): ReactNode {
  const [facts, setFacts] = useState<Facts>();
  const [fault, setFault] = useState('');
  const { busy, run } = useBusy();
  const make = async (span: string): Promise<void> => {
    setFault('');
    try {
      const filter = { from: span, to: '', q: exchangesQuery };
      const fields = 'decision,policy,rule,category,model,coverage,type';
      const answer = await get<FacetAnswer>('/v1/audit/facets', {
        ...toParameters(filter),
        fields,
      });
      const checkpoint = await getText('/v1/audit/checkpoint');
      setFacts({ span, answer, checkpoint, at: new Date().toISOString() });
    } catch (error) {
      setFault(toProblem(error).message);
    }
  };
  return (
    <section className="panel report">
      <header>
        <h2>Report</h2>
        <div className="row no-print">
          {spans.map((span) => (
            <Span key={span} span={span} busy={busy} choose={() => run(() => make(span))} />
          ))}
          {facts !== undefined && (
            <button type="button" className="button primary small" onClick={() => window.print()}>
              Print
            </button>
          )}
        </div>
      </header>
      <div className="body stack">
        {fault !== '' && <p role="alert">{fault}</p>}
        {facts === undefined ? (
          <p className="faint">Choose a span of time.</p>
        ) : (
          <Sheet facts={facts} />
        )}
      </div>
    </section>
  );
}

type SpanProps = { readonly span: string; readonly busy: boolean; readonly choose: () => void };

function Span({ span, busy, choose }: SpanProps): ReactNode {
  return (
    <button type="button" className="button small" disabled={busy} onClick={choose}>
      {span}
    </button>
  );
}

function Sheet({ facts: { span, answer, checkpoint, at } }: { readonly facts: Facts }): ReactNode {
  return (
    <article className="stack" data-testid="report">
      <p>
        Made {at}, over {span === 'all' ? 'all that was recorded' : `the last ${span}`}:{' '}
        {counted(answer.total, 'exchange')}.
      </p>
      {Object.entries(answer.fields).map(([field, values]) => (
        <table key={field} className="table">
          <caption>{field}</caption>
          <tbody>
            {values.map(({ value, count }) => (
              <tr key={value}>
                <td>
                  <bdi>{toInert(value)}</bdi>
                </td>
                <td className="number">{count.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <h3>The checkpoint that covers it</h3>
      <pre>{checkpoint}</pre>
      <p className="faint">
        How to check: take a copy of the data directory and run `governance audit verify` on any
        machine. This page states what was recorded; it is no legal determination.
      </p>
    </article>
  );
}
