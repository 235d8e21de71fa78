/** Which columns the list shows; kept by the browser. */
import { useState, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { columns, shownFirst } from './columns.tsx';

const place = 'governance.columns';

export function useShownColumns(): readonly [
  readonly string[],
  (shown: readonly string[]) => void,
] {
  const [shown, setShown] = useState<readonly string[]>(() => {
    const kept = localStorage.getItem(place);
    return kept === null ? shownFirst : kept.split(',');
  });
  const keep = (next: readonly string[]): void => {
    localStorage.setItem(place, next.join(','));
    setShown(next);
  };
  return [shown, keep];
}

type Props = {
  readonly shown: readonly string[];
  readonly show: (shown: readonly string[]) => void;
};

export function ColumnPicker({ shown, show }: Props): ReactNode {
  return (
    <details className="picker">
      <summary className="button">
        <Icon name="columns" />
        Columns
      </summary>
      <fieldset className="panel">
        <legend className="hidden">Columns</legend>
        {columns.map(({ id = '', header }) => (
          <label key={id} className="row">
            <input
              type="checkbox"
              checked={shown.includes(id)}
              onChange={({ target }) =>
                show(target.checked ? [...shown, id] : shown.filter((one) => one !== id))
              }
            />
            {String(header)}
          </label>
        ))}
        <button type="button" className="button small" onClick={() => show(shownFirst)}>
          As at first
        </button>
      </fieldset>
    </details>
  );
}
