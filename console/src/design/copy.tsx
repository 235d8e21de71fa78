/** Copies a text and says that it did. */
import { useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

type Props = { readonly text: string; readonly label: string };

/** Deprecated, and the only way where there is no clipboard: named here for what is used of it. */
type Copying = { readonly execCommand: (command: 'copy') => boolean };

/** A page that came over plain HTTP has no clipboard: there the browser copies what is selected, within a dialog too. */
async function copy(text: string, button: HTMLElement): Promise<void> {
  const { clipboard } = navigator as Partial<Navigator>;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden';
  button.after(area);
  area.select();
  const page: Copying = document;
  const copied = page.execCommand('copy');
  area.remove();
  button.focus();
  if (!copied) throw new Error('the browser did not copy');
}

export function Copy({ text, label }: Props): ReactNode {
  const [said, setSaid] = useState('');
  const rounds = useRef(0);
  const press = (button: HTMLElement): void => {
    const round = (rounds.current += 1);
    copy(text, button).then(
      () => setSaid('Copied'),
      () => setSaid('The browser did not allow it'),
    );
    setTimeout(() => {
      if (round === rounds.current) setSaid('');
    }, 2000);
  };
  return (
    <button
      type="button"
      className="button small"
      onClick={({ currentTarget }) => press(currentTarget)}
    >
      <Icon name="copy" />
      <span aria-live="polite">{said === '' ? label : said}</span>
    </button>
  );
}
