/** The index's own thread: follows the journal and answers searches, so that neither ever holds up a request. */
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { StaleIndexError } from '../index-rows.ts';
import { indexPath } from '../index-sqlite.ts';
import type { Follower } from '../shared/follower.ts';
import { type SharedSettings, sharedSettings } from '../shared/settings.ts';
import { standBack } from '../stand-back.ts';
import { Indexer } from './indexer.ts';
import type { Horizon } from './horizon.ts';
import { Pieces } from './pieces.ts';
import { answerQuestion, needsText } from './question.ts';
import type { Answered, FromThread, Question, ToThread } from './question.ts';

const rowsPerTurn = 2000;
const textRowsPerTurn = 1000;
/** What a turn took in is written in one go, which no rest comes between. */
const textRowsPerTurnOnSharedCore = 30;
const catchUpMsMax = 3000;
/** Full text is the dearest part of the index: the thread rests so many times as long as it worked on it. */
const restFactor = 3;

standBack();
const { directory, masterKey, shared } = z
  .object({
    directory: z.string(),
    masterKey: z.instanceof(Uint8Array),
    shared: sharedSettings.optional(),
  })
  .parse(workerData);
const follower = shared && (await openFollower(shared));
const indexer = new Indexer(directory, masterKey);
let horizon: Horizon = { segment: 0, offset: 0 };
/** Whether one core has to do for this thread and the one that serves. */
let sharesCore = false;
const pieces = new Pieces();
let following = false;
let readingText = false;
let closed = false;

/** What speaks to PostgreSQL is loaded only where that is used. */
async function openFollower(settings: SharedSettings): Promise<Follower> {
  const opened = await import('../shared/follower.ts');
  return new opened.Follower({
    ...{ ...settings, directory, masterKey },
    onAlarm: (alarm, fields) => tell({ alarm, fields }),
    onIndexed: (indexed) => tell({ indexed }),
  });
}

function hear(message: ToThread): void {
  switch (message.kind) {
    case 'follow':
      ({ horizon, sharesCore } = message);
      follower?.follow(horizon, message.next);
      wake();
      tell({ followed: true });
      return;
    case 'settle':
      follower?.follow(message.horizon, message.next);
      void settle(message.ticket, message.next);
      return;
    case 'ask':
      ({ horizon } = message);
      wake();
      reply(message.ticket, message.question, message.next);
      return;
    case 'restart':
      restart();
      wake();
      tell({ followed: true });
      return;
    case 'close':
      closed = true;
      indexer.close();
      void end();
  }
}

/** Asked for by somebody: what the log's own index is rebuilt for, the shared one may need as well. */
function restart(): void {
  indexer.restart();
  follower?.rebuild();
}

async function settle(ticket: number, next: number): Promise<void> {
  const behind = (await follower?.catchUp(next, catchUpMsMax)) ?? 0;
  tell({ ticket, answered: { answer: undefined, behind } });
}

async function end(): Promise<void> {
  await follower?.close();
  // Of the thread alone: a connection to a database that hangs would keep it.
  process.exit();
}

function wake(): void {
  // Somebody threw the file away, which is how a rebuild is asked for from outside.
  if (!existsSync(indexPath(directory))) restart();
  if (!following) follow();
  if (!readingText) readText();
}

/** A backlog is read in turns, so that a search comes in between. */
function follow(): void {
  if (closed) return;
  pieces.begin(sharesCore);
  following = unlessDamaged(() => indexer.follow(horizon, rowsPerTurn, pieces.rest));
  if (following) setImmediate(follow);
}

function readText(): void {
  if (closed) return;
  const began = performance.now();
  pieces.begin(sharesCore);
  const rows = sharesCore ? textRowsPerTurnOnSharedCore : textRowsPerTurn;
  readingText = unlessDamaged(() => indexer.texts.follow(horizon, rows, pieces.rest));
  if (readingText) setTimeout(readText, (performance.now() - began) * restFactor);
}

function reply(ticket: number, question: Question, next: number): void {
  try {
    const answered = guarded(() => ask(question, next));
    tell({ ticket, answered });
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    tell({ ticket, failed, damaged: error instanceof StaleIndexError });
  }
}

function ask(question: Question, next: number): Answered<unknown> {
  const until = performance.now() + catchUpMsMax;
  while (indexer.follow(horizon, rowsPerTurn) && performance.now() < until);
  const text = needsText(question);
  while (text && indexer.texts.follow(horizon, textRowsPerTurn) && performance.now() < until);
  const read = text ? Math.min(indexer.next, indexer.texts.next) : indexer.next;
  return { answer: answerQuestion(indexer, question), behind: Math.max(0, next - read) };
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

/** Where the journal itself is damaged there is no more to read: whoever asks is told so, and the thread lives on for them. */
function unlessDamaged(act: () => boolean): boolean {
  try {
    return guarded(act);
  } catch (error) {
    if (error instanceof StaleIndexError) return false;
    throw error;
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
