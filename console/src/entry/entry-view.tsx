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

const ofCalls = ['Conversation', 'Changes', 'Why', 'Timeline'] as const;
const ofAll = ['Review', 'Raw', 'Chain'] as const;
type Tab = (typeof ofCalls | typeof ofAll)[number] | 'Note';

/** An act is no call: nothing was said in it but the note of a review. */
function tabsOf({ entry: { call }, legs }: Exchange): readonly [Tab, ...Tab[]] {
  if (call !== undefined) return [...ofCalls, ...ofAll];
  return legs['note'] === undefined ? ofAll : ['Note', ...ofAll];
}

type Props = { readonly exchange: Exchange; readonly reload: () => void };

export function EntryView({ exchange, reload }: Props): ReactNode {
  const session = useSession();
  const [named, setNamed] = useParameter('tab');
  const [revealed, setRevealed] = useState<Exchange['legs']>();
  const [revealing, setRevealing] = useState(false);
  const { entry } = exchange;
  const tabs = tabsOf(exchange);
  const [first] = tabs;
  const tab = tabs.find((one) => one === named) ?? first;
  const shown = revealed === undefined ? exchange : { ...exchange, legs: revealed };
  return (
    <article className="stack entry" data-entry={entry.id}>
      <Summary entry={entry} />
      <PartialNotice partial={exchange.partial} />
      <div className="row">
        <Copies exchange={shown} />
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
        choose={(next) => setNamed(next === first ? '' : next, true)}
      />
      <div role="tabpanel" aria-label={tab}>
        {toPanel(tab, shown, reload)}
      </div>
    </article>
  );
}

function Copies({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { id } = exchange.entry;
  const curl = toCurl(exchange);
  return (
    <>
      <Copy text={id} label="Copy id" />
      <Copy text={`${location.origin}/console/entries/${id}`} label="Copy link" />
      {curl !== undefined && <Copy text={curl} label="Copy as curl" />}
    </>
  );
}

function toPanel(tab: Tab, exchange: Exchange, reload: () => void): ReactNode {
  switch (tab) {
    case 'Conversation':
    case 'Note':
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
