/** What the filter finds, as a file: the same filter as the list's. */
import { useState, type ReactNode } from 'react';
import { useBusy } from '../busy.ts';
import { Picker } from '../design/picker.tsx';
import { toProblem } from '../resource.ts';
import { type Form, forms, takeOut } from './exports.ts';
import { type Filter, toParameters } from './filter.ts';

export function ExportMenu({ filter }: { readonly filter: Filter }): ReactNode {
  const [said, setSaid] = useState('');
  const { busy, run } = useBusy();
  const take = (form: Form): void => {
    setSaid('Exporting …');
    run(() =>
      takeOut(form, toParameters(filter)).then(
        () => setSaid(''),
        (error: unknown) => setSaid(toProblem(error).message),
      ),
    );
  };
  return (
    <Picker icon="download" title="Export">
      <div className="panel stack">
        {forms.map((form) => (
          <button
            key={form.name}
            type="button"
            className="button quiet"
            disabled={busy}
            onClick={() => take(form)}
          >
            {form.title}
          </button>
        ))}
        <p className="faint" aria-live="polite">
          {said === '' ? 'An export is itself recorded.' : said}
        </p>
      </div>
    </Picker>
  );
}
