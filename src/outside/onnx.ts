/** A text classifier in a local ONNX file, run in a process of its own: native code that hangs or falls takes nobody with it. */
import { type ChildProcess, fork } from 'node:child_process';
import { CannotJudge } from './cannot-judge.ts';
import type { Model, Scored } from './model.ts';
import type { Load, Question, Reply } from './onnx-message.ts';

export type OnnxOptions = Load & {
  /** Labels in the order of the model's outputs. */
  readonly outputs: readonly string[];
  /** Those that mean something here. */
  readonly reported: readonly string[];
};

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './onnx-worker.ts' : './onnx-worker.js',
  import.meta.url,
);

/** What a native library may have to be found by; the gateway's secrets are none of its business. */
const environmentNames = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR'];

type Pending = { readonly resolve: (reply: Reply) => void; readonly child: ChildProcess };

export function createOnnxModel(options: OnnxOptions): Model {
  const runner = new Runner(options);
  // At once, so that the first text does not wait for it.
  runner.start();
  return {
    async judge(text, _about, signal) {
      const reply = await runner.run(text, signal);
      if ('failed' in reply) throw new CannotJudge(reply.failed);
      return toScored(reply.scores, text, options);
    },
    close: () => runner.close(),
  };
}

function toScored(
  scores: readonly number[],
  text: string,
  { outputs, reported }: OnnxOptions,
): readonly Scored[] {
  if (scores.length !== outputs.length)
    throw new CannotJudge(`has ${scores.length} outputs and ${outputs.length} labels`);
  return outputs.flatMap((label, index) =>
    reported.includes(label)
      ? [{ label, score: scores[index] ?? NaN, start: 0, end: text.length }]
      : [],
  );
}

class Runner {
  readonly #load: Load;
  /** In the order in which they were asked: the process answers one after the other. */
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | undefined;
  #asked = 0;
  #closed = false;

  constructor({ modelFile, vocabularyFile, lowerCase, tokensMax, scores }: Load) {
    this.#load = { modelFile, vocabularyFile, lowerCase, tokensMax, scores };
  }

  start(): ChildProcess {
    if (this.#child !== undefined) return this.#child;
    const child = fork(workerUrl, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(
        environmentNames.flatMap((name) => {
          const value = process.env[name];
          return value === undefined ? [] : [[name, value] as const];
        }),
      ),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (reply: Reply) => this.#pending.get(reply.id)?.resolve(reply));
    const over = (): void => this.#lose(child);
    child.once('exit', over).once('error', over);
    child.send(this.#load, () => undefined);
    // It alone keeps nobody alive.
    child.unref();
    child.channel?.unref();
    return child;
  }

  run(text: string, signal: AbortSignal): Promise<Reply> {
    if (this.#closed) throw new CannotJudge('is being stopped', false);
    const child = this.start();
    const id = (this.#asked += 1);
    return new Promise((resolve) => {
      const finish = (reply: Reply): void => {
        signal.removeEventListener('abort', abort);
        this.#pending.delete(id);
        if (this.#pending.size === 0) child.channel?.unref();
        resolve(reply);
      };
      const abort = (): void => {
        // Only the first is being run; who waits behind it can be taken out of the row.
        const [running] = this.#pending.keys();
        finish({ id, failed: 'was given up' });
        if (running === id) this.#kill(child);
      };
      this.#pending.set(id, { resolve: finish, child });
      signal.addEventListener('abort', abort, { once: true });
      child.channel?.ref();
      const question: Question = { id, text };
      child.send(question, (error) => {
        if (error !== null) finish({ id, failed: 'could not be given a text' });
      });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.ref();
    this.#kill(child);
    await ended;
  }

  #kill(child: ChildProcess): void {
    // Native code hears no other signal while it runs.
    child.kill('SIGKILL');
    this.#lose(child);
  }

  #lose(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    for (const [id, pending] of this.#pending)
      if (pending.child === child) pending.resolve({ id, failed: 'has ended' });
  }
}
