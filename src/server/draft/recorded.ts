/** Recorded calls as they can be judged again: what was kept of each request and of each answer, in its own format. */
import type { ReadContent } from '../../audit/search/contents.ts';
import { readListQuery } from '../../audit/search/query.ts';
import type { Trail } from '../../audit/trail.ts';
import { type CallEntry, readKeptAnswer, readKeptRequest } from '../reading/kept-call.ts';
import type { RecordedCall } from './trial.ts';

export type RecordedCalls = { readonly calls: readonly RecordedCall[]; readonly left: number };

const callsMax = 2000;
const pageEntries = 500;

type Listed = CallEntry & {
  readonly id: string;
  readonly type: string;
  readonly exchange?: string;
  readonly attempt?: number;
};

type Reading = Pick<Trail, 'listEntries' | 'readContent'>;

/** The newest requests and answers since an age or a time; those whose text was not kept are counted. */
export async function readRecordedCalls(
  trail: Reading,
  since: string,
  now: number,
): Promise<RecordedCalls> {
  const record = new RecordReader(trail, now);
  let cursor = '';
  while (record.count < callsMax) {
    const query = new URLSearchParams({ from: since, q: 'type:request,decision,answered,blocked' });
    query.set('limit', String(pageEntries));
    if (cursor !== '') query.set('cursor', cursor);
    const { answer } = await trail.listEntries(readListQuery(query, now));
    for (const entry of answer.entries as readonly unknown[]) await record.take(entry as Listed);
    if (answer.next === null) break;
    cursor = answer.next;
  }
  return record.finish();
}

class RecordReader {
  readonly #trail: Reading;
  readonly #now: number;
  readonly #calls: RecordedCall[] = [];
  /** Whose requests have not come: the newest entries come first, and an answer is read by what was asked. */
  readonly #ends = new Map<string, Listed>();
  #left = 0;

  constructor(trail: Reading, now: number) {
    this.#trail = trail;
    this.#now = now;
  }

  get count(): number {
    return this.#calls.length + this.#left;
  }

  async take(entry: Listed): Promise<void> {
    if (entry.type === 'answered' || entry.type === 'blocked') {
      this.#ends.set(placeOf(entry), entry);
      return;
    }
    const received = findLeg(await this.#trail.readContent(entry.id), 'received')?.text;
    const interaction = received && readKeptRequest(entry, received, this.#now);
    this.#add(entry.id, interaction ? { interaction } : undefined);
    const end = this.#ends.get(placeOf(entry));
    if (end === undefined) return;
    this.#ends.delete(placeOf(entry));
    const parts = interaction ? interaction.parts : [];
    const system = parts.filter(({ kind }) => kind === 'system').map(({ text }) => text);
    await this.#takeAnswer(end, received, system);
  }

  /** What the upstream said, not what the rules in force made of it; a request that was blocked has no answer. */
  async #takeAnswer(
    end: Listed,
    request: string | undefined,
    system: readonly string[],
  ): Promise<void> {
    const kept = await this.#trail.readContent(end.id);
    const released = end.type === 'answered' ? findLeg(kept, 'released') : undefined;
    const said = findLeg(kept, 'returned') ?? released;
    if (said === undefined && end.type === 'blocked') return;
    const answer =
      request === undefined || said?.text === undefined
        ? undefined
        : readKeptAnswer(end, request, said.text, this.#now);
    this.#add(end.id, answer && { interaction: answer, system });
  }

  #add(entry: string, read: Omit<RecordedCall, 'entry'> | undefined): void {
    if (read === undefined) this.#left += 1;
    else this.#calls.push({ entry, ...read });
  }

  finish(): RecordedCalls {
    const alone = [...this.#ends.values()].filter(({ type }) => type === 'answered');
    return { calls: this.#calls, left: this.#left + alone.length };
  }
}

function placeOf({ exchange = '', attempt = 1 }: Listed): string {
  return `${exchange}/${attempt}`;
}

function findLeg(contents: readonly ReadContent[], leg: string): ReadContent | undefined {
  return contents.find((kept) => kept.leg === leg);
}
