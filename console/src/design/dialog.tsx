/** A dialog of the browser's own kind: it keeps the focus, closes on Escape and gives the focus back. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = { readonly title: string; readonly close: () => void; readonly children: ReactNode };

export function Dialog({ title, close, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before it is painted: a key pressed while it stands there closed would be lost.
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    // Else the way out would have the focus, and whoever types would type nowhere.
    current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={close}>
      <div className="stack">
        <div className="row spread">
          <h1>{title}</h1>
          <button type="button" className="button quiet small" onClick={close} aria-label="Close">
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
