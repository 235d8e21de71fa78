/** The upstream of a chaos run: answers, misbehaves call by call, resets for a while, and looks at the disk before it does. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSegments, segmentPath } from '../../src/audit/journal-files.ts';
import { listLogs } from '../../src/audit/worker-logs.ts';
import { readModel } from '../faults/scene.ts';
import { actOnMood, isStreamed } from '../faults/upstream-moods.ts';
import {
  type Arrived,
  type Upstream,
  answerJson,
  answerStream,
  chatCompletion,
  paceStream,
  startUpstream,
} from '../support/upstream.ts';
import { toAnswer } from './question.ts';
import { forbidden, masked } from './words.ts';

const slowMs = 60;
const pieceCharacters = 5;
/** More than all that a journal takes in while a request is on its way. */
const tailBytes = 262_144;

export class EvilUpstream {
  readonly #trails: readonly string[];
  readonly #reached: string[] = [];
  readonly #broken: string[] = [];
  #upstream: Upstream | undefined;
  /** While it is true, whoever asks the moody one is reset. */
  resets = false;

  /** In a log of one of these the request's entry has to stand before the request arrives. */
  constructor(trails: readonly string[]) {
    this.#trails = trails;
  }

  async open(): Promise<string> {
    this.#upstream = await startUpstream(async (arrived, response) => {
      const model = readModel(arrived.body);
      this.#look(arrived, model);
      const said = toAnswer(model);
      if (this.resets && arrived.url.startsWith('/moody/')) response.socket?.resetAndDestroy();
      else if (said === undefined) await actOnMood(arrived, response);
      else if (model.startsWith('paced')) await paceStream(response, toPieces(said), slowMs * 2);
      else if (isStreamed(model)) answerStream(response, toPieces(said));
      else {
        if (model.startsWith('slow')) await sleep(slowMs);
        answerJson(response, chatCompletion(said));
      }
    });
    return this.#upstream.url;
  }

  /** Models of the calls that arrived. */
  get reached(): readonly string[] {
    return this.#reached;
  }

  /** What arrived and should not have, one sentence each. */
  get broken(): readonly string[] {
    return this.#broken;
  }

  async close(): Promise<void> {
    await this.#upstream?.close();
  }

  #look({ body }: Arrived, model: string): void {
    this.#reached.push(model);
    // The bodies are looked at here and not kept: there are many.
    this.#upstream?.clear();
    const text = body.toString('utf8');
    for (const word of [forbidden, masked])
      if (text.includes(word)) this.#broken.push(`${model} arrived with ${word}`);
    const logs = this.#trails.flatMap(listLogs);
    if (!logs.some(({ directory }) => holds(directory, model)))
      this.#broken.push(`${model} arrived before its request was on the disk`);
  }
}

function holds(directory: string, model: string): boolean {
  const segments = listSegments(directory).slice(-2);
  return segments.some((segment) =>
    readEnd(segmentPath(directory, segment)).includes(`"model":"${model}"`),
  );
}

function readEnd(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const end = Buffer.alloc(Math.min(size, tailBytes));
    return end.subarray(0, readSync(file, end, 0, end.length, size - end.length));
  } finally {
    closeSync(file);
  }
}

function toPieces(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${pieceCharacters}}`, 'gs')) ?? [];
}
