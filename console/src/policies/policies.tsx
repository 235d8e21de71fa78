/** What is in force: policies, their rules, modes and counts; what shadow rules would have done; and a playground. */
import type { ReactNode } from 'react';
import { get } from '../api.ts';
import { toHref, useParameter } from '../address.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toInert } from '../design/inert.ts';
import { Empty, Loading, ProblemNotice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import type { FacetAnswer } from '../explorer/facets.tsx';
import { exchangesQuery } from '../explorer/filter.ts';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { may, useSession } from '../session.ts';
import { Draft } from './draft.tsx';
import { Playground } from './playground.tsx';

type ListedRule = {
  readonly id: string;
  readonly action: string;
  readonly severity: string;
  readonly message: string;
  readonly fired: number;
};
type ListedPolicy = {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly severity: string;
  readonly status: string;
  readonly mode: string;
  readonly stages: readonly string[];
  readonly file: string;
  readonly controls: readonly string[];
  readonly rules: readonly ListedRule[];
};
type Bundle = {
  readonly policy_version: string;
  readonly rejected: string | null;
  readonly policies: readonly ListedPolicy[];
};

/** Each call once, whichever of its entries tell of a rule. */
const lately = { from: '30d', q: exchangesQuery };

const tabs = ['In force', 'Shadow', 'Playground', 'Draft'] as const;

export function Policies(): ReactNode {
  const session = useSession();
  const [named, setNamed] = useParameter('tab');
  const tab = tabs.find((one) => one === named) ?? 'In force';
  const asked = useResource('policies', (signal) => get<Bundle>('/v1/policies', {}, signal));
  const counts = useResource('rules 30d', (signal) =>
    get<FacetAnswer>('/v1/audit/facets', { ...lately, fields: 'rule', values: 200 }, signal),
  );
  if (asked.problem !== undefined) {
    return <ProblemNotice problem={asked.problem} retry={asked.reload} />;
  }
  if (asked.value === undefined) return <Loading lines={10} />;
  const counted = counts.value?.fields['rule'];
  const fired = counted && new Map(counted.map(({ value, count }) => [value, count]));
  const { policies, policy_version: version, rejected } = asked.value;
  const admin = may(session, 'admin');
  return (
    <div className="view">
      <div className="row spread">
        <h1>Policies</h1>
        <code className="faint">{version.slice(0, 19)}</code>
      </div>
      {rejected !== null && (
        <div className="notice problem" role="alert">
          <h2>The newest policies were rejected; the last good ones serve on</h2>
          <pre>{toInert(rejected)}</pre>
        </div>
      )}
      <Tabs label="Policies" names={tabs} chosen={tab} choose={(next) => setNamed(next)} />
      {tab === 'In force' && <List policies={policies} fired={fired} />}
      {tab === 'Shadow' && (
        <List policies={policies.filter(({ mode }) => mode !== 'enforce')} fired={fired} />
      )}
      {tab === 'Playground' && (admin ? <Playground /> : <AdminOnly />)}
      {tab === 'Draft' && (admin ? <Draft /> : <AdminOnly />)}
    </div>
  );
}

function AdminOnly(): ReactNode {
  return (
    <Empty title="Your key may not see this">
      <p>
        It needs the scope <code>admin</code>.
      </p>
    </Empty>
  );
}

type ListProps = {
  readonly policies: readonly ListedPolicy[];
  /** In 30 days; undefined where nobody could say. */
  readonly fired: ReadonlyMap<string, number> | undefined;
};

function List({ policies, fired }: ListProps): ReactNode {
  if (policies.length === 0) return <Empty title="No policy is in shadow" />;
  return (
    <div className="stack">
      {policies.map((policy) => (
        <section key={policy.id} className="panel" aria-label={policy.title}>
          <header>
            <div>
              <h2>{policy.title}</h2>
              <p className="faint">
                {policy.id} · {policy.owner} · {policy.stages.join(' and ')} · {policy.file}
              </p>
            </div>
            <div className="row">
              {[policy.severity, policy.status, policy.mode].map((word) => (
                <span key={word} className="tag">
                  {word}
                </span>
              ))}
            </div>
          </header>
          <Rules policy={policy} fired={fired} />
          {policy.controls.length > 0 && (
            <p className="body faint">Controls: {policy.controls.join(', ')}</p>
          )}
        </section>
      ))}
    </div>
  );
}

type RulesProps = { readonly policy: ListedPolicy; readonly fired: ListProps['fired'] };

function Rules({ policy, fired }: RulesProps): ReactNode {
  return (
    <div className="scroll" role="region" aria-label={`Rules of ${policy.title}`} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th>Rule</th>
            <th>{policy.mode === 'enforce' ? 'Does' : 'Would'}</th>
            <th>Severity</th>
            <th>Message</th>
            <th className="number">30 days</th>
          </tr>
        </thead>
        <tbody>
          {policy.rules.map((rule) => (
            <Row key={rule.id} policy={policy} rule={rule} fired={fired} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = RulesProps & { readonly rule: ListedRule };

function Row({ policy, rule, fired }: RowProps): ReactNode {
  const name = `${policy.id}/${rule.id}`;
  const query = new URLSearchParams({ ...lately, q: `${lately.q} rule:${name}` });
  return (
    <tr>
      <td>
        <Link href={toHref(['entries'], query)}>{rule.id}</Link>
      </td>
      <td>
        <DecisionBadge word={rule.action} />
      </td>
      <td>{rule.severity}</td>
      <td>{toInert(rule.message)}</td>
      <td className="number">{fired?.get(name)?.toLocaleString('en') ?? (fired ? 0 : '–')}</td>
    </tr>
  );
}
