/** One entry, whole: what was decided and why, what was said, what was changed, and where it stands in the chain. */
import { useState, type ReactNode } from 'react';
import { useParameter } from '../address.ts';
import { Copy } from '../design/copy.tsx';
import { toInert } from '../design/inert.ts';
import { PartialNotice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { may, useSession } from '../session.ts';
import { Changes } from './changes.tsx';
import { Chain } from './chain.tsx';
import { Conversation } from './conversation.tsx';
import type { Exchange } from './exchange.ts';
import { toCurl } from './curl.ts';
import { Replay } from './replay.tsx';
import { RevealDialog } from './reveal.tsx';
import { ReviewForm } from './review-form.tsx';
import { Summary } from './summary.tsx';
import { Timeline } from './timeline.tsx';

const tabs = ['Conversation', 'Changes', 'Why', 'Timeline', 'Review', 'Raw', 'Chain'] as const;
type Tab = (typeof tabs)[number];

type Props = { readonly exchange: Exchange; readonly reload: () => void };

export function EntryView({ exchange, reload }: Props): ReactNode {
  const session = useSession();
  const [named, setNamed] = useParameter('tab');
  const [revealed, setRevealed] = useState<Exchange['legs']>();
  const [revealing, setRevealing] = useState(false);
  const { entry } = exchange;
  const tab = tabs.find((one) => one === named) ?? 'Conversation';
  const shown = revealed === undefined ? exchange : { ...exchange, legs: revealed };
  return (
    <article className="stack entry" data-entry={entry.id}>
      <Summary entry={entry} />
      <PartialNotice partial={exchange.partial} />
      <div className="row">
        <Copy text={entry.id} label="Copy id" />
        <Copy text={`${location.origin}/console/entries/${entry.id}`} label="Copy link" />
        <Copy text={toCurl(shown)} label="Copy as curl" />
        {may(session, 'audit:reveal') && entry.content !== undefined && (
          <button
            type="button"
            className="button small"
            aria-pressed={revealed !== undefined}
            onClick={() => (revealed === undefined ? setRevealing(true) : setRevealed(undefined))}
          >
            {revealed === undefined ? 'Reveal' : 'Hide again'}
          </button>
        )}
      </div>
      {revealing && (
        <RevealDialog
          exchange={exchange}
          close={() => setRevealing(false)}
          done={(legs) => {
            setRevealed(legs);
            setRevealing(false);
          }}
        />
      )}
      <Tabs<Tab>
        label="About this entry"
        names={tabs}
        chosen={tab}
        choose={(next) => setNamed(next === 'Conversation' ? '' : next, true)}
      />
      <div role="tabpanel" aria-label={tab}>
        {toPanel(tab, shown, reload)}
      </div>
    </article>
  );
}

function toPanel(tab: Tab, exchange: Exchange, reload: () => void): ReactNode {
  switch (tab) {
    case 'Conversation':
      return <Conversation exchange={exchange} />;
    case 'Changes':
      return <Changes exchange={exchange} />;
    case 'Why':
      return <Replay exchange={exchange} />;
    case 'Timeline':
      return <Timeline exchange={exchange} />;
    case 'Review':
      return <ReviewForm entry={exchange.entry} done={reload} />;
    case 'Raw':
      return <Raw exchange={exchange} />;
    case 'Chain':
      return <Chain entry={exchange.entry} />;
  }
}

function Raw({ exchange }: { readonly exchange: Exchange }): ReactNode {
  return (
    <div className="stack">
      {exchange.entries.map((entry) => (
        <section key={entry.id} className="panel">
          <header>
            <h2>
              {entry.type} <span className="faint">no. {entry.seq}</span>
            </h2>
            <Copy text={JSON.stringify(entry, undefined, 2)} label="Copy" />
          </header>
          <pre className="body">{toInert(JSON.stringify(entry, undefined, 2))}</pre>
        </section>
      ))}
    </div>
  );
}
