/** Entries over time, stacked by decision: a drag across it narrows the span of time. */
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { get } from '../api.ts';
import { useZone } from '../design/time.tsx';
import { useResource } from '../resource.ts';
import { countOf, draw, type HistogramAnswer, order } from './chart.ts';
import { type Filter, nameOf, toParameters } from './filter.ts';

type Props = {
  readonly filter: Filter;
  /** Where it changes, the same is asked anew. */
  readonly revision: string;
  readonly narrow: (from: string, to: string) => void;
  readonly height?: number;
};

export function Histogram({ filter, revision, narrow, height = 92 }: Props): ReactNode {
  const asked = useResource(`histogram ${revision} ${nameOf(filter)}`, (signal) =>
    get<HistogramAnswer>('/v1/audit/histogram', { ...toParameters(filter), buckets: 120 }, signal),
  );
  const place = useRef<HTMLDivElement>(null);
  const zone = useZone();
  const answer = asked.value;
  const choose = useEffectEvent(narrow);
  useEffect(() => {
    const { current } = place;
    if (current === null || answer === undefined || answer.buckets.length === 0) return undefined;
    const chart = draw({ place: current, answer, height, zone, narrow: choose });
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: current.clientWidth, height }),
    );
    observer.observe(current);
    const themed = new MutationObserver(() => chart.redraw());
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      themed.disconnect();
      chart.destroy();
    };
  }, [answer, height, zone]);
  const missing = asked.problem === undefined ? 'Loading' : 'The gateway did not answer';
  const told = answer === undefined ? missing : summarise(answer);
  return (
    <figure className="histogram" style={{ minHeight: height }}>
      <div ref={place} aria-hidden="true" />
      <figcaption className="hidden">{told}</figcaption>
      {asked.problem !== undefined && asked.problem.status !== 400 && answer === undefined && (
        <p className="faint">The gateway did not say how many there were when.</p>
      )}
      {answer?.buckets.length === 0 && <p className="faint">Nothing in this span of time.</p>}
    </figure>
  );
}

function summarise({ buckets }: HistogramAnswer): string {
  const sums = order.map((word) => {
    const sum = buckets.reduce((total, bucket) => total + countOf(bucket, word), 0);
    return `${sum} ${word}`;
  });
  return `Entries over time: ${sums.join(', ')}`;
}
