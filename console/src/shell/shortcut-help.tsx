/** The keys, and what can be asked for in the search box, told. */
import type { ReactNode } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { views } from './views.ts';

const keys: readonly (readonly [string, string])[] = [
  ['j  k', 'next and previous entry; in the list, arrows do the same'],
  ['Enter', 'open the entry'],
  ['x', 'select the entry'],
  ['/', 'to the query'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];

/** docs/SEARCH.md tells all of it. */
const queries: readonly (readonly [string, string])[] = [
  ['decision:block,flag', 'one or the other'],
  ['-model:gpt-*', 'not what begins so'],
  ['latency:>500', 'numbers: also >=, <, <=, 5..10'],
  ['owner:"a, b"', 'that very value'],
  ['"two words"', 'said one behind the other'],
  ['refund*', 'words that begin so'],
];

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): ReactNode {
  return (
    <dl className="facts">
      {facts.map(([what, meaning]) => (
        <div key={what} style={{ display: 'contents' }}>
          <dt>
            <kbd>{what}</kbd>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function ShortcutHelp({ close }: { readonly close: () => void }): ReactNode {
  const all = [...keys, ...views.map(({ shortcut, title }) => [`g ${shortcut}`, title] as const)];
  return (
    <Dialog title="Shortcuts" close={close}>
      <Facts facts={all} />
      <h2>Queries</h2>
      <Facts facts={queries} />
    </Dialog>
  );
}
