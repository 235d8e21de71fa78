/** Keys for those who work through many entries: never while somebody types, never with a modifier. */
import { useEffect, useRef } from 'react';

export type Shortcuts = Readonly<Record<string, () => void>>;

/** Letters mean nothing to a box that is ticked: whoever selected an entry by the mouse goes on with the keys. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** What has the focus and acts on it by itself: a link, a button. */
function isPressed({ key, target }: KeyboardEvent): boolean {
  return (
    key === 'Enter' && target instanceof Element && target.closest('a, button, summary') !== null
  );
}

/** `g e` is two keys, one after the other, within a second. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    let first = '';
    let at = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (isPressed(event) || document.querySelector('dialog[open]') !== null) return;
      const pair = event.timeStamp - at < 1000 ? `${first} ${event.key}` : '';
      const act = latest.current[pair] ?? latest.current[event.key];
      first = event.key;
      at = event.timeStamp;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
