/** Entries in the formats that other tools read: canonical lines, CSV for spreadsheets, OCSF for a SIEM. */
import { canonicalise } from '../canonical.ts';
import { toMicroseconds } from '../clock.ts';
import { readRow } from '../search/fields.ts';
import type { Row } from '../search/fields.ts';
import type { Filter } from '../search/filter.ts';
import type { StoredEntry } from '../stored-entry.ts';

export const exportFormats = ['jsonl', 'csv', 'ocsf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/jsonl',
  csv: 'text/csv; charset=utf-8',
  ocsf: 'application/jsonl',
};

export type ExportRequest = {
  readonly filter: Filter;
  readonly format: ExportFormat;
};

/** What stands before the first entry. */
export function writeHead(format: ExportFormat): string {
  return format === 'csv' ? `${columns.map(([name]) => name).join(',')}\r\n` : '';
}

/** One entry; a canonical line is byte for byte the one in the journal, so its hash can be checked. */
export function writeEntry(format: ExportFormat, entry: StoredEntry): string {
  switch (format) {
    case 'jsonl':
      return `${canonicalise(entry)}\n`;
    case 'csv':
      return `${writeCells(entry)}\r\n`;
    case 'ocsf':
      return `${JSON.stringify(toOcsf(entry))}\n`;
  }
}

type Cell = (entry: StoredEntry, row: Row) => string | number;

const words =
  (field: keyof Row['words']): Cell =>
  (_, row) =>
    row.words[field].join(' ');
const number =
  (field: keyof Row['numbers']): Cell =>
  (_, row) =>
    row.numbers[field];
const name =
  (field: keyof Row['names']): Cell =>
  (_, row) =>
    row.names[field];

const columns: readonly (readonly [string, Cell])[] = [
  ['at', ({ at }) => at],
  ['seq', ({ seq }) => seq],
  ['id', ({ id }) => id],
  ['type', ({ type }) => type],
  ['exchange', name('exchange')],
  ['request_id', name('request')],
  ['decision', words('decision')],
  ['policies', words('policy')],
  ['rules', words('rule')],
  ['categories', words('category')],
  ['severity', words('severity')],
  ['coverage', words('coverage')],
  ['status', words('status')],
  ['model', words('model')],
  ['upstream', words('upstream')],
  ['dialect', words('dialect')],
  ['route', words('route')],
  ['key', words('key')],
  ['owner', words('owner')],
  ['team', words('team')],
  ['subject', name('subject')],
  ['session', name('session')],
  ['elapsed_us', number('latency')],
  ['bytes_in', number('bytes_in')],
  ['bytes_out', number('bytes_out')],
  ['tokens_in', number('tokens_in')],
  ['tokens_out', number('tokens_out')],
  ['delivered', words('delivered')],
  ['cause', words('cause')],
  ['act', words('act')],
  ['origin', ({ origin }) => origin],
];

function rowOf(entry: StoredEntry): Row {
  return readRow(entry, toMicroseconds(entry.at));
}

function writeCells(entry: StoredEntry): string {
  const row = rowOf(entry);
  return columns.map(([, cell]) => writeCell(String(cell(entry, row)))).join(',');
}

/** What programs skip or drop before they look at a cell: spaces, controls, and what is not seen. */
const formula = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

/** RFC 4180, and no cell that a spreadsheet would take for a formula, signs of full width included. */
function writeCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const apiActivity = 6003;
const otherActivity = 99;
const succeeded = 1;
const failed = 2;
const unknown = 0;
const severityIds: Readonly<Record<string, number>> = { low: 2, medium: 3, high: 4, critical: 5 };

/** OCSF 1.5, class API Activity; what that has no place for stands under `unmapped`. */
function toOcsf(entry: StoredEntry): unknown {
  const row = rowOf(entry);
  const [severity = ''] = row.words.severity;
  const { subject, session, request } = row.names;
  const [upstream] = row.words.upstream;
  return {
    category_uid: 6,
    class_uid: apiActivity,
    class_name: 'API Activity',
    activity_id: otherActivity,
    activity_name: entry.type,
    type_uid: apiActivity * 100 + otherActivity,
    time: Math.floor(row.atUs / 1000),
    severity_id: severityIds[severity] ?? 1,
    status_id: statusOf(entry.type, row.words.decision[0]),
    status_code: row.words.status[0],
    status_detail: row.words.cause[0],
    count:
      typeof entry['count'] === 'number' && entry.type === 'denied' ? entry['count'] : undefined,
    metadata: {
      version: '1.5.0',
      uid: entry.id,
      correlation_uid: entry.exchange,
      sequence: entry.seq,
      log_name: entry.origin,
      product: { name: 'governance-gateway', vendor_name: 'governance-gateway' },
    },
    actor: {
      // An actor has to be somebody, and what the gateway does of itself it does as an application.
      app_name: row.words.owner[0] ?? 'governance-gateway',
      app_uid: row.words.key[0],
      ...(subject === '' ? {} : { user: { uid: subject, type_id: 0 } }),
      ...(session === '' ? {} : { session: { uid: session } }),
    },
    api: {
      operation: row.words.route[0] ?? entry.type,
      ...(request === '' ? {} : { request: { uid: request } }),
      ...(upstream === undefined ? {} : { service: { name: upstream } }),
    },
    // A network is no address, so it stands as the endpoint's name.
    src_endpoint: { name: addressOf(entry) },
    unmapped: toUnmapped(entry, row),
  };
}

function toUnmapped(entry: StoredEntry, { words: said, numbers }: Row): unknown {
  return {
    act: said.act[0],
    detail: entry['detail'],
    delivered: said.delivered[0],
    model: said.model[0],
    decision: said.decision[0],
    rules: said.rule,
    categories: said.category,
    coverage: said.coverage[0],
    elapsed_us: numbers.latency,
  };
}

/** How the call itself went: what was stopped, broke off or was left is no success, whatever its ruling was. */
function statusOf(type: string, decision: string | undefined): number {
  if (decision === 'block' || decision === 'denied') return failed;
  if (type === 'recovered') return unknown;
  return ['failed', 'aborted', 'gap'].includes(type) ? failed : succeeded;
}

function addressOf(entry: StoredEntry): string {
  const { actor } = entry;
  const address =
    typeof actor === 'object' && actor !== null && 'address' in actor ? actor.address : '';
  return typeof address === 'string' && address !== '' ? address : 'unknown';
}
