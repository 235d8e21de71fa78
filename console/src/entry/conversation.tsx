/** The conversation by role, with what was found in it marked; and each side as it was sent, seen and got. */
import { useState, type ReactNode } from 'react';
import { toInert } from '../design/inert.ts';
import { Empty } from '../design/notice.tsx';
import type { Exchange, KeptLeg } from './exchange.ts';
import { Marked } from './marked.tsx';
import { readTurns } from './turns.ts';

const titles: Readonly<Record<string, string>> = {
  received: 'What the caller sent',
  forwarded: 'What the model saw',
  returned: 'What the model answered',
  released: 'What the caller got',
};
const order = ['received', 'forwarded', 'returned', 'released'] as const;

/** Texts longer than this are shown in a box of their own that scrolls. */
const longCharacters = 6000;

export function Conversation({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { legs, entry } = exchange;
  const there = order.filter((name) => legs[name] !== undefined);
  const [asText, setAsText] = useState(false);
  if (there.length === 0) {
    return (
      <Empty title="Nothing was kept of this conversation">
        <p>
          Entries hold no text themselves; what is kept is for the setting `audit.content` to say.
        </p>
      </Empty>
    );
  }
  const rulesFor = (category: string): string => {
    const rules = entry.ruling?.rules.map(({ policy, rule }) => `${policy}/${rule}`) ?? [];
    return [category, ...rules].filter(Boolean).join('\n');
  };
  return (
    <div className="stack">
      <label className="row">
        <input type="checkbox" checked={asText} onChange={() => setAsText(!asText)} />
        As it was on the wire
      </label>
      {there.map((name) => (
        <section key={name} className="leg" aria-label={titles[name]}>
          <h3>{titles[name]}</h3>
          <Said leg={legs[name]} asText={asText} rulesFor={rulesFor} />
        </section>
      ))}
    </div>
  );
}

type SaidProps = {
  readonly leg: KeptLeg | undefined;
  readonly asText: boolean;
  readonly rulesFor: (category: string) => string;
};

function Said({ leg, asText, rulesFor }: SaidProps): ReactNode {
  if (leg?.text === undefined) {
    return <p className="faint">{toInert(leg?.missing ?? 'not kept')}</p>;
  }
  const turns = asText ? [] : readTurns(leg.text);
  const shown = turns.length > 0 ? turns : [{ role: '', text: leg.text }];
  return (
    <ol className="turns">
      {shown.map(({ role, text }, index) => (
        <li key={index} data-role={role}>
          {role !== '' && <span className="role">{toInert(role)}</span>}
          <pre
            className={text.length > longCharacters ? 'long' : ''}
            tabIndex={text.length > longCharacters ? 0 : undefined}
          >
            <Marked text={text} rulesFor={rulesFor} />
          </pre>
        </li>
      ))}
    </ol>
  );
}
