/** The index's own thread: follows the journal and answers searches, so that neither ever holds up a request. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { StaleIndexError } from '../index-sqlite.ts';
import { Indexer } from './indexer.ts';
import type { Horizon } from './indexer.ts';
import { answerQuestion } from './question.ts';
import type { Answered, FromThread, Question, ToThread } from './question.ts';

const rowsPerTurn = 2000;
const catchUpMsMax = 3000;

const { directory } = z.object({ directory: z.string() }).parse(workerData);
const indexer = new Indexer(directory);
let horizon: Horizon = { segment: 0, offset: 0 };
let following = false;
let closed = false;

function hear(message: ToThread): void {
  switch (message.kind) {
    case 'follow':
      ({ horizon } = message);
      if (!following) follow();
      return;
    case 'ask':
      ({ horizon } = message);
      reply(message.ticket, message.question, message.next);
      return;
    case 'restart':
      indexer.restart();
      if (!following) follow();
      return;
    case 'close':
      closed = true;
      indexer.close();
      parentPort?.close();
  }
}

/** A backlog is read in turns, so that a search comes in between. */
function follow(): void {
  if (closed) return;
  following = guarded(() => indexer.follow(horizon, rowsPerTurn));
  if (following) setImmediate(follow);
}

function reply(ticket: number, question: Question, next: number): void {
  try {
    const answered = guarded(() => ask(question, next));
    tell({ ticket, answered });
  } catch (error) {
    tell({ ticket, failed: error instanceof Error ? error.message : String(error) });
  }
}

function ask(question: Question, next: number): Answered<unknown> {
  const until = performance.now() + catchUpMsMax;
  while (indexer.follow(horizon, rowsPerTurn) && performance.now() < until);
  const source = { directory, dictionaries: indexer.store.dictionaries, blocks: indexer.blocks() };
  return { answer: answerQuestion(source, question), behind: Math.max(0, next - indexer.next) };
}

/** An index that is damaged or does not fit the journal is no loss: it is built anew. */
function guarded<Result>(act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof StaleIndexError) && !isDamage(error)) throw error;
    indexer.restart();
    return act();
  }
}

/** SQLite's own words for a file that is not a database, or is one no more. */
function isDamage(error: unknown): boolean {
  const words = /malformed|not a database|disk image|no such table|disk I\/O/i;
  return error instanceof Error && words.test(error.message);
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', hear);
