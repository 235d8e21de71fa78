/** What the filter finds, as a file: the same filter as the list's. */
import { useState, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { toProblem } from '../resource.ts';
import { type Form, forms, takeOut } from './exports.ts';
import { type Filter, toParameters } from './filter.ts';

export function ExportMenu({ filter }: { readonly filter: Filter }): ReactNode {
  const [said, setSaid] = useState('');
  const take = (form: Form): void => {
    setSaid('Exporting …');
    takeOut(form, toParameters(filter)).then(
      () => setSaid(''),
      (error: unknown) => setSaid(toProblem(error).message),
    );
  };
  return (
    <details className="picker">
      <summary className="button">
        <Icon name="download" />
        Export
      </summary>
      <div className="panel stack">
        {forms.map((form) => (
          <button key={form.name} type="button" className="button quiet" onClick={() => take(form)}>
            {form.title}
          </button>
        ))}
        <p className="faint" aria-live="polite">
          {said === '' ? 'An export is itself recorded.' : said}
        </p>
      </div>
    </details>
  );
}
