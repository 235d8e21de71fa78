/** Tabs that work with the arrow keys; the chosen one is the caller's to keep. */
import type { KeyboardEvent, ReactNode } from 'react';

type Props<Name extends string> = {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
};

export function Tabs<Name extends string>(props: Props<Name>): ReactNode {
  const { label, names, chosen, choose } = props;
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    choose(next);
    const tab = event.currentTarget.querySelector<HTMLElement>(`[data-name="${next}"]`);
    tab?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-name={name}
          aria-selected={name === chosen}
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => choose(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
