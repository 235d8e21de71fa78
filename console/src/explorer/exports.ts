/** The forms in which entries are taken out, and the file that each becomes. */
import { download, type Parameters } from '../api.ts';

export type Form = {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly parameters: Parameters;
  readonly ending: string;
};

const as = (format: string, title: string, ending: string): Form => ({
  ...{ name: format.toUpperCase(), title, ending },
  path: '/v1/audit/export',
  parameters: { format },
});

export const forms: readonly Form[] = [
  as('jsonl', 'JSONL, entries as recorded', 'jsonl'),
  as('csv', 'CSV, for a spreadsheet', 'csv'),
  as('ocsf', 'OCSF, for a SIEM', 'ocsf.jsonl'),
  {
    name: 'Evidence bundle',
    title: 'Evidence bundle, with the proof of each entry',
    path: '/v1/audit/evidence',
    parameters: {},
    ending: 'evidence.tar.gz',
  },
];

/** Resolves once the browser has the whole file. */
export function takeOut({ path, parameters, ending }: Form, filter: Parameters): Promise<void> {
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  return download(path, { ...filter, ...parameters }, `entries-${at}.${ending}`);
}
