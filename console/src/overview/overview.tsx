/** The state of things at one look: decisions over time, what fires most, for whom, how long it takes, how much was judged. */
import { useMemo, type ReactNode } from 'react';
import { get, getListed } from '../api.ts';
import { go, toHref, useParameter } from '../address.ts';
import { DecisionBadge, decisions, isDecision } from '../design/decision.tsx';
import { toShort } from '../design/inert.ts';
import { Loading, PartialNotice, ProblemNotice } from '../design/notice.tsx';
import type { FacetAnswer } from '../explorer/facets.tsx';
import {
  exchangesQuery,
  type Filter,
  nameOf,
  toParameters,
  writeFilter,
} from '../explorer/filter.ts';
import { Histogram } from '../explorer/histogram.tsx';
import { choose } from '../explorer/query.ts';
import { SpanPicker } from '../explorer/span-picker.tsx';
import { useResource } from '../resource.ts';
import './overview.css';

const boards: readonly (readonly [field: string, title: string])[] = [
  ['rule', 'Rules that fire most'],
  ['category', 'What is found'],
  ['model', 'Models'],
  ['owner', 'Owners'],
  ['key', 'Keys'],
  ['cause', 'Why callers are refused'],
];
const rows = 8;

function open(filter: Filter, q: string): void {
  go(toHref(['entries'], writeFilter(new URLSearchParams(), { ...filter, q })));
}

export function Overview(): ReactNode {
  const [from, setFrom] = useParameter('from');
  const filter = useMemo<Filter>(
    () => ({ from: from === '' ? '7d' : from, to: '', q: exchangesQuery }),
    [from],
  );
  const asked = useResource(`overview ${nameOf(filter)}`, (signal) =>
    getListed<FacetAnswer>(
      '/v1/audit/facets',
      {
        ...toParameters(filter),
        fields: 'decision,rule,category,model,owner,key,cause,coverage,type',
        values: rows,
      },
      signal,
    ),
  );
  return (
    <div className="view">
      <div className="row spread">
        <h1>Overview</h1>
        <SpanPicker filter={filter} change={(change) => setFrom(change.from ?? '')} />
      </div>
      {asked.problem !== undefined && (
        <ProblemNotice problem={asked.problem} retry={asked.reload} />
      )}
      {asked.value === undefined && asked.problem === undefined && <Loading lines={10} />}
      <PartialNotice partial={asked.value?.partial ?? ''} />
      {asked.value !== undefined && <Figures answer={asked.value.answer} filter={filter} />}
      <section className="panel">
        <header>
          <h2>Decisions over time</h2>
        </header>
        <div className="body">
          <Histogram
            filter={filter}
            revision=""
            height={200}
            narrow={(start, end) => open({ ...filter, from: start, to: end }, filter.q)}
          />
        </div>
      </section>
      {asked.value !== undefined && <Boards answer={asked.value.answer} filter={filter} />}
    </div>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;

type FiguresProps = { readonly answer: FacetAnswer | undefined; readonly filter: Filter };

function Figures({ answer, filter }: FiguresProps): ReactNode {
  const latency = useResource(`slow ${nameOf(filter)}`, async (signal) => {
    const count = async (q: string): Promise<number> =>
      (
        await get<FacetAnswer>(
          '/v1/audit/facets',
          { ...toParameters({ ...filter, q: `${filter.q} ${q}` }), fields: 'type' },
          signal,
        )
      ).total;
    return { slow: await count('latency:>1000') };
  });
  const fields = answer?.fields ?? {};
  const countOf = (field: string, value: string): number =>
    fields[field]?.find((one) => one.value === value)?.count ?? 0;
  const total = answer?.total ?? 0;
  const full = countOf('coverage', 'full');
  const judged = full + countOf('coverage', 'partial');
  const failed = countOf('type', 'failed') + countOf('type', 'recovered');
  return (
    <ul className="figures">
      <li>
        <span>Exchanges</span>
        <strong>{total.toLocaleString('en')}</strong>
      </li>
      {decisions.map((word) => (
        <li key={word}>
          <DecisionBadge word={word} />
          <strong>{countOf('decision', word).toLocaleString('en')}</strong>
        </li>
      ))}
      <li>
        <span>Fully judged</span>
        <strong>{percent(full, judged)}</strong>
      </li>
      <li>
        <span>Failed</span>
        <strong>{failed.toLocaleString('en')}</strong>
      </li>
      <li>
        <span>Took over 1 s</span>
        <strong>{latency.value === undefined ? '…' : percent(latency.value.slow, total)}</strong>
      </li>
    </ul>
  );
}

function Boards({ answer, filter }: FiguresProps): ReactNode {
  return (
    <div className="boards">
      {boards.map(([field, title]) => (
        <Board key={field} field={field} title={title} answer={answer} filter={filter} />
      ))}
    </div>
  );
}

type BoardProps = FiguresProps & { readonly field: string; readonly title: string };

function Board({ field, title, answer, filter }: BoardProps): ReactNode {
  const values = answer?.fields[field] ?? [];
  const most = values[0]?.count ?? 1;
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul className="body bars">
        {values.length === 0 && <li className="faint">None in this span of time.</li>}
        {values.slice(0, rows).map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              onClick={() => open(filter, choose(filter.q, field, value, 'include'))}
            >
              <span className="bar" style={{ width: `${(100 * count) / most}%` }} />
              <span className="name">
                {isDecision(value) ? <DecisionBadge word={value} /> : toShort(value, 50)}
              </span>
              <span className="number">{count.toLocaleString('en')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
