/** What a reviewer needs first: what was decided, by which rule, about whose call, and how long it took. */
import type { ReactNode } from 'react';
import { counted } from '../design/counted.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toInert } from '../design/inert.ts';
import { Time } from '../design/time.tsx';
import { toActFacts } from './act.tsx';
import {
  type Coverage,
  decisionOf,
  type Entry,
  type Fact,
  isPartly,
  millisecondsOf,
  type Ruling,
  rulingOf,
} from './entry.ts';

/** `1,200 in, 80 out`; what is not known is left out. */
function writeFlow(into?: number, out?: number): string {
  const told = [
    into === undefined ? undefined : `${into.toLocaleString('en')} in`,
    out === undefined ? undefined : `${out.toLocaleString('en')} out`,
  ];
  return told.filter(Boolean).join(', ');
}

/** An answer of no tokens at all is one whose upstream did not say how many there were. */
function writeTokens(
  usage: { readonly input: number; readonly output: number } | undefined,
): string {
  if (usage === undefined || usage.input + usage.output === 0) return '';
  return writeFlow(usage.input, usage.output);
}

function writeJudged(coverage: Coverage | undefined): string {
  if (coverage === undefined) return '';
  const { judged, parts } = coverage;
  return `${judged} of ${counted(parts, 'part')}${isPartly(coverage) ? ', not all' : ''}`;
}

function toFacts(entry: Entry): readonly Fact[] {
  const { actor, answer, call, coverage, on_request: onRequest, outcome } = entry;
  return [
    ['Time', <Time key="at" at={entry.at} />],
    ['Route', call?.route],
    [
      'Model',
      [call?.model, answer?.model].filter((one) => one !== undefined && one !== '').join(' → '),
    ],
    ['Upstream', call?.upstream],
    ['Status', call?.status],
    ['Delivered', outcome && `${outcome.delivered}, ended by the ${outcome.ended_by}`],
    ['Took', entry.elapsed_us === undefined ? undefined : `${millisecondsOf(entry)} ms`],
    ['Tokens', writeTokens(answer?.usage)],
    ['Bytes', call && writeFlow(call.bytes_in, call.bytes_out)],
    ['Key', actor?.key],
    ['Owner', actor && [actor.owner, actor.team].filter(Boolean).join(', ')],
    ['Subject', actor?.subject],
    ['Session', call?.session],
    ['Request judged', writeJudged(onRequest?.coverage)],
    [onRequest === undefined ? 'Judged' : 'Answer judged', writeJudged(coverage)],
    ['Request id', entry.request_id],
    ['Policies', rulingOf(entry)?.policy_version.slice(0, 19)],
    ...toActFacts(entry),
  ];
}

export function Summary({ entry }: { readonly entry: Entry }): ReactNode {
  const title = rulingOf(entry)?.decided_by ?? entry.type;
  const { coverage, on_request: onRequest, ruling } = entry;
  const told = toFacts(entry).filter(
    ([, value]) => value !== undefined && value !== '' && value !== null,
  );
  return (
    <section className="panel">
      <header>
        <div className="row">
          <DecisionBadge word={decisionOf(entry)} />
          <h2>{title}</h2>
        </div>
        {title !== entry.type && <span className="tag">{entry.type}</span>}
      </header>
      <div className="body stack">
        <dl className="facts">
          {told.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{typeof value === 'string' ? toInert(value) : value}</dd>
            </div>
          ))}
        </dl>
        {onRequest !== undefined && (
          <>
            <Rules ruling={onRequest.ruling} title="On the request" />
            <Unjudged coverage={onRequest.coverage} title="Not judged in the request" />
          </>
        )}
        <Rules ruling={ruling} title={onRequest === undefined ? '' : 'On the answer'} />
        <Unjudged coverage={coverage} title="Not judged" />
      </div>
    </section>
  );
}

type RulesProps = { readonly ruling: Ruling | undefined; readonly title: string };

function Rules({ ruling, title }: RulesProps): ReactNode {
  if (ruling === undefined || ruling.rules.length + ruling.failures.length === 0) return null;
  const found = (ruling.findings ?? []).map(({ category, count }) => `${category} ×${count}`);
  return (
    <div className="stack">
      {title !== '' && <h3>{title}</h3>}
      <div className="row" aria-label="Rules that fired">
        {ruling.rules.map(({ policy, rule, action, mode }) => (
          <span key={`${policy}/${rule}`} className="tag" title={`${action}, ${mode}`}>
            {policy}/{rule}: {mode === 'enforce' ? action : `would ${action} (${mode})`}
          </span>
        ))}
      </div>
      {found.length > 0 && <p className="soft">Found: {found.join(', ')}</p>}
      {ruling.failures.length > 0 && (
        <pre className="soft">{toInert(JSON.stringify(ruling.failures, undefined, 1))}</pre>
      )}
    </div>
  );
}

type UnjudgedProps = { readonly coverage: Coverage | undefined; readonly title: string };

function Unjudged({ coverage, title }: UnjudgedProps): ReactNode {
  if (coverage === undefined || coverage.unjudged.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {coverage.unjudged.map((item, index) => (
          <li key={index}>
            {toInert([item.kind, item.path, item.why].filter(Boolean).join(' · '))}
          </li>
        ))}
      </ul>
    </div>
  );
}
