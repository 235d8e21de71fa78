/** What the gateway changed: the request before and after, and the answer before and after, side by side. */
import type { ReactNode } from 'react';
import { toInert } from '../design/inert.ts';
import { Empty } from '../design/notice.tsx';
import { compare, type Piece } from './difference.ts';
import type { Exchange, KeptLeg } from './exchange.ts';
import { readTurns } from './turns.ts';

function say(leg: KeptLeg | undefined): string | undefined {
  if (leg?.text === undefined) return undefined;
  const turns = readTurns(leg.text);
  return turns.length === 0 ? leg.text : turns.map(({ text }) => text).join('\n\n');
}

export function Changes({ exchange: { legs } }: { readonly exchange: Exchange }): ReactNode {
  const pairs = [
    ['Request', say(legs['received']), say(legs['forwarded'])],
    ['Answer', say(legs['returned']), say(legs['released'])],
  ] as const;
  const changed = pairs.filter(([, before, after]) => before !== undefined && after !== undefined);
  if (changed.length === 0) {
    return (
      <Empty title="Nothing was changed">
        <p>What came in went on as it was, or was not kept.</p>
      </Empty>
    );
  }
  return (
    <div className="stack">
      {changed.map(([title, before = '', after = '']) => (
        <Sides key={title} title={title} pieces={compare(before, after)} />
      ))}
      <p className="faint">
        Without a reveal both sides are masked, so a value that was masked alike on both shows no
        difference.
      </p>
    </div>
  );
}

type SidesProps = { readonly title: string; readonly pieces: readonly Piece[] };

function Sides({ title, pieces }: SidesProps): ReactNode {
  const side = (without: Piece['kind'], Changed: 'del' | 'ins'): ReactNode =>
    pieces
      .filter(({ kind }) => kind !== without)
      .map(({ text, kind }, index) =>
        kind === 'same' ? (
          <span key={index}>{toInert(text)}</span>
        ) : (
          <Changed key={index}>{toInert(text)}</Changed>
        ),
      );
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <div className="sides">
        <pre aria-label="before">{side('new', 'del')}</pre>
        <pre aria-label="after">{side('gone', 'ins')}</pre>
      </div>
    </section>
  );
}
