/** What the filter finds, as a file: the same filter as the list's. */
import { useState, type ReactNode } from 'react';
import { download } from '../api.ts';
import { Icon } from '../design/icon.tsx';
import { toProblem } from '../resource.ts';
import { type Filter, toParameters } from './filter.ts';

const formats: readonly (readonly [format: string, title: string, ending: string])[] = [
  ['jsonl', 'JSONL, entries as recorded', 'jsonl'],
  ['csv', 'CSV, for a spreadsheet', 'csv'],
  ['ocsf', 'OCSF, for a SIEM', 'ocsf.jsonl'],
];

export function ExportMenu({ filter }: { readonly filter: Filter }): ReactNode {
  const [said, setSaid] = useState('');
  const take = (format: string, ending: string): void => {
    setSaid('Exporting …');
    const name = `entries-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.${ending}`;
    download('/v1/audit/export', { ...toParameters(filter), format }, name).then(
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
        {formats.map(([format, title, ending]) => (
          <button
            key={format}
            type="button"
            className="button quiet"
            onClick={() => take(format, ending)}
          >
            {title}
          </button>
        ))}
        <p className="faint" aria-live="polite">
          {said === '' ? 'An export is itself recorded.' : said}
        </p>
      </div>
    </details>
  );
}
