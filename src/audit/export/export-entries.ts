/** Exports entries page by page, so that any number of them passes through little memory. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Recorder } from '../../governance/event.ts';
import { refuseExport } from '../damage.ts';
import type { ListRequest } from '../search/query.ts';
import type { Answered } from '../search/question.ts';
import type { Page } from '../search/reader.ts';
import { writeEntry, writeHead } from './formats.ts';
import type { ExportRequest } from './formats.ts';

const pageEntries = 500;
/** An index that is behind takes entries in by itself; asking it all the time would only keep it from that. */
const behindPauseMs = 50;

export type ExportParts = {
  readonly actor: Actor;
  /** The filter as the trail may keep it. */
  readonly query: () => Promise<string>;
  readonly record: Recorder;
  readonly list: (page: ListRequest) => Promise<Answered<Page>>;
};

/** The export is told before the first byte and, with its count, after the last. */
export async function* exportEntries(
  request: ExportRequest,
  { actor, query, record, list }: ExportParts,
  /** What the entries are taken for, as the trail tells it. */
  purpose: string = request.format,
): AsyncGenerator<string, undefined> {
  const { filter, format } = request;
  const detail = { format: purpose, query: await query() };
  const begun = await record({ type: 'export', actor, act: 'begun', detail });
  let count = 0;
  let cursor: string | null = '';
  let partial: string | undefined;
  let leftOut = 0;
  // With the first entries: what is known to be wrong by then is told before the first byte.
  let head = writeHead(format);
  try {
    while (cursor !== null) {
      const page: Answered<Page> = await list({
        filter,
        limit: pageEntries,
        direction: 'newer',
        ...(cursor === '' ? {} : { cursor }),
      });
      // A page of an index that has not caught up may lack entries between those it has.
      if (page.behind > 0) {
        await sleep(behindPauseMs);
        continue;
      }
      partial = page.partial ?? partial;
      // What is recorded while the export runs, itself included, does not belong to it.
      const entries = page.answer.entries.filter(({ id }) => id < begun.id);
      const { unreadable } = page.answer;
      if (unreadable !== undefined) {
        leftOut = unreadable.entries;
        throw refuseExport(page.partial ?? 'the trail is damaged');
      }
      yield head + entries.map((entry) => writeEntry(format, entry)).join('');
      head = '';
      count += entries.length;
      cursor = entries.length < page.answer.entries.length ? null : page.answer.next;
    }
  } finally {
    await record({
      type: 'export',
      actor,
      act: cursor === null ? 'finished' : 'broken off',
      detail: {
        ...{ begun: begun.id, entries: count },
        ...(leftOut > 0 && { left_out: leftOut }),
        ...(partial === undefined ? {} : { partial }),
      },
    });
  }
}
