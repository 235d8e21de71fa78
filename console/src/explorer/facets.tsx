/** The values of each field with their counts: a click includes or excludes one, in the query's own words. */
import { useState, type ReactNode } from 'react';
import { get } from '../api.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { toShort } from '../design/inert.ts';
import { Loading, ProblemNotice } from '../design/notice.tsx';
import { useResource } from '../resource.ts';
import { type Filter, nameOf, toParameters } from './filter.ts';
import { choiceOf, choose } from './query.ts';

type Counted = { readonly value: string; readonly count: number };
export type FacetAnswer = {
  readonly total: number;
  readonly fields: Readonly<Record<string, readonly Counted[]>>;
};

const fields: readonly (readonly [field: string, title: string])[] = [
  ['decision', 'Decision'],
  ['rule', 'Rule'],
  ['policy', 'Policy'],
  ['category', 'Found'],
  ['model', 'Model'],
  ['owner', 'Owner'],
  ['team', 'Team'],
  ['upstream', 'Upstream'],
  ['status', 'Status'],
  ['coverage', 'Judged'],
  ['type', 'Entry'],
];
const shownFirst = 6;

type Props = {
  readonly filter: Filter;
  /** Where it changes, the same is asked anew. */
  readonly revision: string;
  readonly change: (q: string) => void;
};

export function Facets({ filter, revision, change }: Props): ReactNode {
  const names = fields.map(([field]) => field).join(',');
  const asked = useResource(`facets ${revision} ${nameOf(filter)}`, (signal) =>
    get<FacetAnswer>('/v1/audit/facets', { ...toParameters(filter), fields: names }, signal),
  );
  // What is wrong with the query is said once, in the place of the list.
  if (asked.problem?.status === 400) return null;
  if (asked.problem !== undefined) {
    return <ProblemNotice problem={asked.problem} retry={asked.reload} />;
  }
  if (asked.value === undefined) return <Loading lines={12} />;
  const { total, fields: counted } = asked.value;
  return (
    <div className="facets">
      <p className="faint" aria-live="polite">
        <strong data-testid="total">{total.toLocaleString('en')}</strong>{' '}
        {total === 1 ? 'entry' : 'entries'}
      </p>
      {fields.map(([field, title]) => (
        <Facet
          key={field}
          field={field}
          title={title}
          values={counted[field] ?? []}
          query={filter.q}
          change={change}
        />
      ))}
    </div>
  );
}

type FacetProps = {
  readonly field: string;
  readonly title: string;
  readonly values: readonly Counted[];
  readonly query: string;
  readonly change: (q: string) => void;
};

function Facet({ field, title, values, query, change }: FacetProps): ReactNode {
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = all ? values : values.slice(0, shownFirst);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {shown.map(({ value, count }) => {
          const choice = choiceOf(query, field, value);
          return (
            <li key={value} data-choice={choice}>
              <button
                type="button"
                className="value"
                aria-pressed={choice === 'include'}
                title={`Only ${field}:${value}`}
                onClick={() => change(choose(query, field, value, 'include'))}
              >
                {field === 'decision' ? <DecisionBadge word={value} /> : toShort(value, 44)}
                <span className="faint number">{count.toLocaleString('en')}</span>
              </button>
              <button
                type="button"
                className="without"
                aria-pressed={choice === 'exclude'}
                aria-label={`Without ${field} ${value}`}
                onClick={() => change(choose(query, field, value, 'exclude'))}
              >
                −
              </button>
            </li>
          );
        })}
      </ul>
      {values.length > shownFirst && (
        <button type="button" className="button quiet small" onClick={() => setAll(!all)}>
          {all ? 'Fewer' : `${values.length - shownFirst} more`}
        </button>
      )}
    </section>
  );
}
