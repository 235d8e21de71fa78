/** An explanation, drawn: what fired first, then what stayed silent and why. */
import type { ReactNode } from 'react';
import { DecisionBadge } from '../design/decision.tsx';
import { toInert } from '../design/inert.ts';
import type { Explained, ExplainedRule, Trace } from './trace.ts';

const rank: Readonly<Record<ExplainedRule['outcome'], number>> = {
  fired: 0,
  failed: 1,
  exempt: 2,
  silent: 3,
};

export function ExplainedView({ explained }: { readonly explained: Explained }): ReactNode {
  const rows = explained.policies.flatMap(({ policy, mode, skipped, rules }) =>
    skipped === undefined ? rules.map((rule) => ({ policy, mode, rule })) : [],
  );
  const sorted = rows.toSorted((a, b) => rank[a.rule.outcome] - rank[b.rule.outcome]);
  const skipped = explained.policies.filter((one) => one.skipped !== undefined);
  return (
    <div className="stack">
      <div className="row">
        <DecisionBadge word={explained.action} />
        <span>{toInert(explained.reason)}</span>
      </div>
      {sorted.map(({ policy, mode, rule }) => (
        <RuleView key={`${policy}/${rule.rule}`} policy={policy} mode={mode} rule={rule} />
      ))}
      {skipped.map((one) => (
        <p key={one.policy} className="faint">
          {one.policy}: {toInert(one.skipped ?? '')}
        </p>
      ))}
    </div>
  );
}

type RuleProps = { readonly policy: string; readonly mode: string; readonly rule: ExplainedRule };

function RuleView({ policy, mode, rule }: RuleProps): ReactNode {
  const shown = rule.outcome === 'fired' ? rule.trace : (rule.because ?? rule.trace);
  return (
    <details className="panel" open={rule.outcome === 'fired'}>
      <summary className="row" style={{ padding: '8px 12px', cursor: 'pointer' }}>
        <strong>
          {policy}/{rule.rule}
        </strong>
        <span className="tag">{rule.outcome}</span>
        {rule.outcome === 'fired' && <DecisionBadge word={rule.action} />}
        {mode !== 'enforce' && <span className="tag">{mode}</span>}
      </summary>
      <div className="body">
        {rule.reason !== undefined && <p>{toInert(rule.reason)}</p>}
        {shown !== undefined && <TraceView trace={shown} />}
      </div>
    </details>
  );
}

function TraceView({ trace }: { readonly trace: Trace }): ReactNode {
  const found = (trace.found ?? []).map(
    ({ category, confidence }) => `${category} (${confidence.toFixed(2)})`,
  );
  return (
    <div>
      <p>
        <code>{toInert(trace.source)}</code> is <strong>{toInert(trace.value)}</strong>
        {found.length > 0 && <span className="soft">: found {found.join(', ')}</span>}
      </p>
      {trace.operands.length > 0 && (
        <div className="trace">
          {trace.operands.map((operand, index) => (
            <TraceView key={index} trace={operand} />
          ))}
        </div>
      )}
    </div>
  );
}
