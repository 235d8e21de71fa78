/** The process in which a local model runs: loads it once and answers one text after the other until it is left alone. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type * as Runtime from 'onnxruntime-node';
import type { Load, Question, Reply } from './onnx-message.ts';
import { type WordPieces, createWordPieces } from './word-pieces.ts';

type Ready = {
  readonly runtime: typeof Runtime;
  readonly session: Runtime.InferenceSession;
  readonly pieces: WordPieces | undefined;
  readonly load: Load;
};

let ready: Promise<Ready | { readonly failed: string }> | undefined;
let last: Promise<unknown> = Promise.resolve();

process.on('message', (message: Load | Question) => {
  if (!('id' in message)) {
    ready = open(message);
    return;
  }
  last = last.then(async () => process.send?.(await answer(message)));
});
process.once('disconnect', () => process.exit(0));

// Native code that does not end hears of no disconnect: a thread beside it sees that whoever asked is gone.
const watchMs = 1000;
const watch = `setInterval(() => {
  if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL');
}, ${watchMs})`;
new Worker(watch, { eval: true }).unref();

async function open(load: Load): Promise<Ready | { readonly failed: string }> {
  let runtime: typeof Runtime;
  try {
    runtime = await import('onnxruntime-node');
  } catch {
    return { failed: 'needs the package `onnxruntime-node`, which is not installed' };
  }
  try {
    const session = await runtime.InferenceSession.create(load.modelFile, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
    });
    const { vocabularyFile, lowerCase, tokensMax } = load;
    const pieces =
      vocabularyFile === undefined
        ? undefined
        : createWordPieces(readFileSync(vocabularyFile, 'utf8'), { lowerCase, tokensMax });
    return { runtime, session, pieces, load };
  } catch {
    return { failed: 'could not be loaded' };
  }
}

async function answer({ id, text }: Question): Promise<Reply> {
  try {
    const opened = await ready;
    if (opened === undefined) return { id, failed: 'was not loaded' };
    if ('failed' in opened) return { id, failed: opened.failed };
    return { id, scores: await scoresOf(text, opened) };
  } catch {
    // What it says may quote the text.
    return { id, failed: 'could not judge a text' };
  }
}

/** The highest of all windows: what is in one of them is in the text. */
async function scoresOf(text: string, ready: Ready): Promise<readonly number[]> {
  const { pieces, session, load } = ready;
  const highest: number[] = [];
  for (const feeds of pieces === undefined ? [readWhole(text, ready)] : readPieces(text, ready)) {
    const results = await session.run(feeds);
    const output = Object.values(results).find(({ type, size }) => type === 'float32' && size > 0);
    if (!(output?.data instanceof Float32Array))
      throw new Error('the model has no output of scores');
    toScores([...output.data], load.scores).forEach((score, index) => {
      highest[index] = Math.max(highest[index] ?? -Infinity, score);
    });
  }
  return highest;
}

type Feeds = Runtime.Tensors;

function readWhole(text: string, { runtime, session }: Ready): Feeds {
  const [name = ''] = session.inputNames;
  return { [name]: new runtime.Tensor('string', [text], [1]) };
}

function* readPieces(text: string, { runtime, session, pieces }: Ready): Generator<Feeds> {
  for (const ids of pieces?.windowsOf(text) ?? []) {
    const row = (values: readonly number[]): Runtime.Tensor =>
      new runtime.Tensor('int64', BigInt64Array.from(values.map(BigInt)), [1, values.length]);
    const known: Readonly<Record<string, () => Runtime.Tensor>> = {
      input_ids: () => row(ids),
      attention_mask: () => row(ids.map(() => 1)),
      token_type_ids: () => row(ids.map(() => 0)),
    };
    yield Object.fromEntries(
      session.inputNames.map((name) => {
        const make = known[name];
        if (make === undefined) throw new Error('the model asks for what nobody has');
        return [name, make()];
      }),
    );
  }
}

/** Throws where a number is none: nothing is worked out of it. */
function toScores(values: readonly number[], as: Load['scores']): readonly number[] {
  if (!values.every(Number.isFinite)) throw new Error('the model gave something that is no number');
  if (as === 'probabilities') return values;
  if (as === 'sigmoid') return values.map((value) => 1 / (1 + Math.exp(-value)));
  const top = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
