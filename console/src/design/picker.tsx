/** A button that unfolds a panel; Escape, a press elsewhere and going on with Tab fold it again. */
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = { readonly icon: IconName; readonly title: string; readonly children: ReactNode };

export function Picker({ icon, title, children }: Props): ReactNode {
  const picker = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const fold = (event: Event): void => {
      const { current } = picker;
      const isOther = event instanceof KeyboardEvent && event.key !== 'Tab';
      if (isOther || current?.open !== true || !(event.target instanceof Node)) return;
      if (!current.contains(event.target)) current.open = false;
    };
    document.addEventListener('pointerdown', fold);
    // Not where the focus goes: a press on words within it takes the focus to what stands around all of it.
    document.addEventListener('keyup', fold);
    return () => {
      document.removeEventListener('pointerdown', fold);
      document.removeEventListener('keyup', fold);
    };
  }, []);
  const press = (event: KeyboardEvent<HTMLDetailsElement>): void => {
    if (event.key !== 'Escape' || !event.currentTarget.open) return;
    // It closes this alone, and not the entry that is open beside the list.
    event.stopPropagation();
    event.currentTarget.open = false;
    event.currentTarget.querySelector('summary')?.focus();
  };
  return (
    <details ref={picker} className="picker" onKeyDown={press}>
      <summary className="button">
        <Icon name={icon} />
        {title}
      </summary>
      {children}
    </details>
  );
}
