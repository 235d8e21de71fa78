/** Which columns the list shows; kept by the browser. */
import { useState, type ReactNode } from 'react';
import { Picker } from '../design/picker.tsx';
import { keep, readKept } from '../kept.ts';
import { columns, shownFirst } from './columns.tsx';

const place = 'governance.columns';

export function useShownColumns(): readonly [
  readonly string[],
  (shown: readonly string[]) => void,
] {
  const [shown, setShown] = useState<readonly string[]>(() => {
    return readKept(place)?.split(',') ?? shownFirst;
  });
  const show = (next: readonly string[]): void => {
    keep(place, next.join(','));
    setShown(next);
  };
  return [shown, show];
}

type Props = {
  readonly shown: readonly string[];
  readonly show: (shown: readonly string[]) => void;
};

export function ColumnPicker({ shown, show }: Props): ReactNode {
  return (
    <Picker icon="columns" title="Columns">
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
    </Picker>
  );
}
