/** The columns that the list can show, and how a cell of each looks. */
import type { ReactNode } from 'react';
import { createColumnHelper, tableFeatures, columnVisibilityFeature } from '@tanstack/react-table';
import { DecisionBadge } from '../design/decision.tsx';
import { toShort } from '../design/inert.ts';
import { Time } from '../design/time.tsx';
import {
  decisionOf,
  type Entry,
  isPartial,
  millisecondsOf,
  rulesOf,
  rulingOf,
} from '../entry/entry.ts';

export const features = tableFeatures({ columnVisibilityFeature });

/** Widths in the words of a CSS grid. */
export const widths: Readonly<Record<string, string>> = {
  time: '150px',
  // As wide as the longer reasons of calls that were denied.
  decision: '168px',
  type: '84px',
  rule: 'minmax(150px, 1.6fr)',
  model: 'minmax(90px, 1fr)',
  upstream: '90px',
  owner: 'minmax(80px, 0.8fr)',
  team: '90px',
  subject: '100px',
  session: '100px',
  route: 'minmax(120px, 1fr)',
  status: '58px',
  latency: '76px',
  tokens: '92px',
  coverage: '76px',
  seq: '70px',
  id: '170px',
};

export const shownFirst: readonly string[] = [
  ...['time', 'decision', 'rule', 'model', 'owner', 'status', 'latency', 'coverage'],
];

const helper = createColumnHelper<typeof features, Entry>();
const mono = (text: string): ReactNode => <span className="mono">{toShort(text, 40)}</span>;
const words = (text: string | undefined): ReactNode => toShort(text ?? '', 60);
const amount = (text: string): ReactNode => <span className="number">{text}</span>;

function toRules(entry: Entry): ReactNode {
  const [first, ...rest] = rulesOf(entry);
  const decided = rulingOf(entry)?.decided_by;
  const named = decided ?? first;
  if (named === undefined) return null;
  const others = new Set([first, ...rest].filter((one) => one !== named)).size;
  return (
    <>
      {toShort(named, 60)}
      {others > 0 && <span className="faint"> +{others}</span>}
    </>
  );
}

function toTokens({ answer }: Entry): string {
  return answer?.usage === undefined ? '' : `${answer.usage.input} → ${answer.usage.output}`;
}

function toCoverage(entry: Entry): ReactNode {
  const partial = isPartial(entry);
  return partial === undefined ? null : partial ? 'partial' : 'full';
}

const cell = (id: string, header: string, draw: (entry: Entry) => ReactNode) =>
  helper.display({ id, header, cell: ({ row }) => draw(row.original) });

export const columns = helper.columns([
  cell('time', 'Time', ({ at }) => <Time at={at} />),
  cell('decision', 'Decision', (entry) => <DecisionBadge word={decisionOf(entry)} />),
  cell('type', 'Entry', ({ type }) => type),
  cell('rule', 'Rule', toRules),
  cell('model', 'Model', ({ call }) => words(call?.model)),
  cell('upstream', 'Upstream', ({ call }) => words(call?.upstream)),
  cell('owner', 'Owner', ({ actor }) => words(actor?.owner)),
  cell('team', 'Team', ({ actor }) => words(actor?.team)),
  cell('subject', 'Subject', ({ actor }) => mono(actor?.subject ?? '')),
  cell('session', 'Session', ({ call }) => mono(call?.session ?? '')),
  cell('route', 'Route', ({ call }) => words(call?.route)),
  cell('status', 'Status', ({ call }) => amount(String(call?.status ?? ''))),
  cell('latency', 'Took, ms', (entry) => amount(millisecondsOf(entry))),
  cell('tokens', 'Tokens', (entry) => amount(toTokens(entry))),
  cell('coverage', 'Judged', toCoverage),
  cell('seq', 'Number', ({ seq }) => amount(String(seq))),
  cell('id', 'Id', ({ id }) => mono(id)),
]);
