/** Copies a text and says that it did. */
import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

export function Copy({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactNode {
  const [said, setSaid] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('The browser did not allow it'),
    );
    setTimeout(() => setSaid(''), 2000);
  };
  return (
    <button type="button" className="button small" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{said === '' ? label : said}</span>
    </button>
  );
}
