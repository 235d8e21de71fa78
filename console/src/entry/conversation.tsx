/** The conversation by role, with what was found in it marked; and each side as it was sent, seen and got. */
import { Fragment, useState, type ReactNode } from 'react';
import { toInert } from '../design/inert.ts';
import { Empty } from '../design/notice.tsx';
import type { Exchange, KeptLeg } from './exchange.ts';
import { Legend, Marked } from './marked.tsx';
import { gather, type Spoken } from './spoken.ts';
import { readTurns } from './turns.ts';

const titles: Readonly<Record<string, string>> = {
  received: 'What the caller sent',
  forwarded: 'What the model saw',
  returned: 'What the model answered',
  released: 'What the caller got',
  note: 'What the reviewer noted',
};
const order = ['received', 'forwarded', 'returned', 'released', 'note'] as const;

/** Texts longer than this are shown in a box of their own that scrolls. */
const longCharacters = 6000;

export function Conversation({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { legs } = exchange;
  const there = order.filter((name) => legs[name] !== undefined);
  const [asText, setAsText] = useState(false);
  if (there.length === 0) return <NothingKept type={exchange.entry.type} />;
  return (
    <div className="stack">
      {!there.includes('note') && (
        <label className="row">
          <input type="checkbox" checked={asText} onChange={() => setAsText(!asText)} />
          As it was on the wire
        </label>
      )}
      {there.map((name) => (
        <section key={name} className="leg" aria-label={titles[name]}>
          <h3>{titles[name]}</h3>
          <Said leg={legs[name]} asText={asText} />
        </section>
      ))}
    </div>
  );
}

function NothingKept({ type }: { readonly type: string }): ReactNode {
  if (type === 'denied')
    return (
      <Empty title="Nothing was judged">
        <p>The call was refused before that, so nothing of what it said was kept.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing was kept of this conversation">
      <p>
        Entries hold no text themselves; what is kept is for the setting <code>audit.content</code>{' '}
        to say.
      </p>
    </Empty>
  );
}

type SaidProps = { readonly leg: KeptLeg | undefined; readonly asText: boolean };

function Said({ leg, asText }: SaidProps): ReactNode {
  if (leg?.text === undefined) {
    return <p className="faint">{toInert(leg?.missing ?? 'not kept')}</p>;
  }
  const spoken = asText ? [] : gather(leg.parts ?? []);
  if (spoken.length > 0) return <Judged spoken={spoken} />;
  const turns = asText ? [] : readTurns(leg.text);
  const shown = turns.length > 0 ? turns : [{ role: '', text: leg.text }];
  return (
    <ol className="turns">
      {shown.map(({ role, text }, index) => (
        <Turn key={index} role={role} characters={text.length}>
          {toInert(text)}
        </Turn>
      ))}
    </ol>
  );
}

/** The turns as the rules saw them, and below what each mark in them stands for. */
function Judged({ spoken }: { readonly spoken: readonly Spoken[] }): ReactNode {
  const legend = new Legend();
  const marks = spoken.flatMap(({ parts }) => parts.flatMap((part) => part.marks));
  for (const mark of marks) legend.numberOf(mark);
  return (
    <>
      <ol className="turns">
        {spoken.map(({ role, parts }, index) => (
          <Turn
            key={index}
            role={role}
            characters={parts.reduce((sum, { text }) => sum + text.length, 0)}
          >
            {parts.map(({ pointer, text, marks: own }, place) => (
              <Fragment key={pointer}>
                {place > 0 && '\n'}
                <Marked text={text} marks={own} legend={legend} />
              </Fragment>
            ))}
          </Turn>
        ))}
      </ol>
      {legend.names.length > 0 && (
        <ol className="legend" aria-label="What is marked">
          {legend.names.map((name) => (
            <li key={name}>{toInert(name)}</li>
          ))}
        </ol>
      )}
    </>
  );
}

type TurnProps = {
  readonly role: string;
  readonly characters: number;
  readonly children: ReactNode;
};

function Turn({ role, characters, children }: TurnProps): ReactNode {
  const long = characters > longCharacters;
  return (
    <li data-role={role}>
      {role !== '' && <span className="role">{toInert(role)}</span>}
      <pre dir="auto" className={long ? 'long' : ''} tabIndex={long ? 0 : undefined}>
        {children}
      </pre>
    </li>
  );
}
