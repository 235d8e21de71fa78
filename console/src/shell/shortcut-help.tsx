/** The keys, told. */
import type { ReactNode } from 'react';
import { Dialog } from '../design/dialog.tsx';
import { views } from './views.ts';

const keys: readonly (readonly [string, string])[] = [
  ['j  k', 'next and previous entry'],
  ['Enter', 'open the entry'],
  ['x', 'select the entry'],
  ['/', 'to the query'],
  ['Esc', 'close what is open'],
  ['?', 'this list'],
];

export function ShortcutHelp({ close }: { readonly close: () => void }): ReactNode {
  const all = [...keys, ...views.map(({ shortcut, title }) => [`g ${shortcut}`, title] as const)];
  return (
    <Dialog title="Shortcuts" close={close}>
      <dl className="facts">
        {all.map(([key, meaning]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
