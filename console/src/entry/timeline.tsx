/** The entries of the exchange in their order, with the time between them: attempts, the end, and what came after. */
import type { ReactNode } from 'react';
import { toHref } from '../address.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { Time } from '../design/time.tsx';
import { Link } from '../link.tsx';
import { type Entry, ownDecisionOf } from './entry.ts';
import type { Exchange } from './exchange.ts';
import { Retries } from './retries.tsx';

function microsecondsOf(at: string): number {
  const [, fraction = '0'] = /\.(\d+)/.exec(at) ?? [];
  return Math.floor(Date.parse(at) / 1000) * 1e6 + Number(fraction.padEnd(6, '0').slice(0, 6));
}

export function Timeline({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const [first] = exchange.entries;
  if (first === undefined) return null;
  const start = microsecondsOf(first.at);
  return (
    <div className="stack">
      <ol className="timeline">
        {exchange.entries.map((entry) => (
          <li key={entry.id} aria-current={entry.id === exchange.entry.id}>
            <span className="mono faint number">
              +{((microsecondsOf(entry.at) - start) / 1000).toFixed(1)} ms
            </span>
            <div>
              <div className="row">
                <strong>{entry.type}</strong>
                <DecisionBadge word={ownDecisionOf(entry)} />
                {(entry.attempt ?? 1) > 1 && <span className="tag">attempt {entry.attempt}</span>}
              </div>
              <p className="faint">
                <Time at={entry.at} /> · {describe(entry)} ·{' '}
                <Link href={toHref(['entries', entry.id])}>no. {entry.seq}</Link>
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Retries entry={first} />
    </div>
  );
}

function describe({ type, call, answer, outcome }: Entry): string {
  if (type === 'request')
    return `judged, durable, then sent to ${call?.upstream ?? 'the upstream'}`;
  const said = [
    call?.status === undefined ? undefined : `status ${call.status}`,
    call?.stream === true ? 'streamed' : undefined,
    answer?.finish === undefined || answer.finish === '' ? undefined : `finished: ${answer.finish}`,
    outcome === undefined ? undefined : `delivered ${outcome.delivered}`,
  ];
  return said.filter((one) => one !== undefined).join(', ');
}
