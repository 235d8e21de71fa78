/** What the shared index holds of a log beyond the end of a copy of it: the last that is known of a replica that is lost. */
import { z } from 'zod';
import { readStoredEntry } from '../stored-entry.ts';
import { type RowCheck, checkRows, place } from './check-rows.ts';
import type { Line } from './journal-lines.ts';
import { monthOfId } from './months.ts';

const linesPerBatch = 500;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const lineRow = z.object({ id: z.string(), line: z.string(), mac: z.instanceof(Uint8Array) });

/**
 * No journal says what these entries have to be, but their seals do: rows have to fit their lines, and as many as were
 * indexed have to be there. `after` is the id of the copy's last entry, `next` the number after it.
 */
export async function checkBeyond(
  check: RowCheck,
  after: string,
  next: number,
  indexed: number,
): Promise<void> {
  const { client, of, findings, firstMonth } = check;
  let sealed = 0;
  let begin = after;
  for (;;) {
    const { rows } = await client.query(
      `SELECT id, line, mac FROM gateway_audit_lines WHERE log = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [of.log, begin, linesPerBatch],
    );
    const found = z.array(lineRow).parse(rows);
    const lines = found.flatMap((row) => readSealed(check, row, next, indexed));
    sealed += lines.length;
    const last = found.at(-1)?.id ?? lastId;
    const through = found.length < linesPerBatch ? lastId : last;
    await checkRows(check, lines, begin, through);
    begin = last;
    if (found.length < linesPerBatch) break;
  }
  const all = indexed - next;
  // Months that are over went whole, and with them the beginning of what came after an old copy.
  const whole = monthOfId(after) >= firstMonth;
  if (whole && sealed < all) {
    const detail = `${all - sealed} of ${all} entries that came after this copy are not there as they were indexed`;
    findings.add({ verdict: 'altered', seq: next, place, detail });
  }
  findings.note(
    `${place}: ${sealed} entries that came after this copy stand there alone, each under its seal; no checkpoint proves them`,
  );
}

function readSealed(
  { seal, of }: RowCheck,
  { id, line, mac }: z.output<typeof lineRow>,
  next: number,
  indexed: number,
): readonly Line[] {
  const entry = seal.fits(of.firstId, line, mac) ? readStoredEntry(Buffer.from(line)) : undefined;
  const fits = entry?.id === id && entry.seq >= next && entry.seq < indexed;
  return fits ? [{ entry, text: line }] : [];
}
