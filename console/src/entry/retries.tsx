/** The same call tried again: client libraries send the same bytes once more, and each try is an exchange of its own. */
import type { ReactNode } from 'react';
import { get } from '../api.ts';
import { toHref } from '../address.ts';
import { DecisionBadge } from '../design/decision.tsx';
import { Time } from '../design/time.tsx';
import { Link } from '../link.tsx';
import { useResource } from '../resource.ts';
import { decisionOf, type Entry } from './entry.ts';

/** Libraries give up long before. */
const spanMs = 10 * 60_000;
const listedMax = 100;

function toQuery({ actor, call }: Entry): string {
  const terms = [
    ['key', actor?.key],
    ['route', call?.route],
    ['model', call?.model],
  ].flatMap(([field, value]) =>
    value === undefined || value === '' ? [] : [`${field}:"${value}"`],
  );
  return ['type:request,blocked', ...terms].join(' ');
}

/** What was sent is not compared, since it need not be kept; its length and whom it was for are. */
function isSame(one: Entry, other: Entry): boolean {
  return (
    one.call?.bytes_in === other.call?.bytes_in &&
    one.call?.session === other.call?.session &&
    one.actor?.subject === other.actor?.subject
  );
}

async function readTries(entry: Entry, signal: AbortSignal): Promise<readonly Entry[]> {
  const at = Date.parse(entry.at);
  const asked = {
    q: toQuery(entry),
    from: new Date(at - spanMs).toISOString(),
    to: new Date(at + spanMs).toISOString(),
    limit: listedMax,
  };
  const page = await get<{ readonly entries: readonly Entry[] }>(
    '/v1/audit/entries',
    asked,
    signal,
  );
  return page.entries.filter((other) => isSame(entry, other)).toReversed();
}

/** Nothing where the call was made once. */
export function Retries({ entry }: { readonly entry: Entry }): ReactNode {
  const asked = useResource(`tries ${entry.id}`, (signal) => readTries(entry, signal));
  const tries = asked.value ?? [];
  if (tries.length < 2) return null;
  return (
    <section className="panel" aria-label="Tries">
      <header>
        <h2>Tried {tries.length} times</h2>
        <span className="faint">
          same key, route, model, subject and length, within ten minutes
        </span>
      </header>
      <ol className="body stack">
        {tries.map((one) => (
          <li key={one.id} className="row" aria-current={one.id === entry.id}>
            <Link href={toHref(['entries', one.id])}>
              <Time at={one.at} />
            </Link>
            <DecisionBadge word={decisionOf(one)} />
            {one.retry !== undefined && <span className="tag">retry {one.retry}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
