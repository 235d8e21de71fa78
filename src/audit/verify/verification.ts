/** Verifies a trail while it is written: on a thread of its own, one at a time, and told in the trail itself. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { GatewayError } from '../../errors.ts';
import type { Actor, Recorder } from '../../governance/event.ts';
import { toTimestamp } from '../clock.ts';
import type { SharedSettings } from '../shared/settings.ts';
import type { Progress, Report } from '../verify.ts';

export type VerifyRequest = {
  /** Microseconds since the epoch: what is older is only checked to be what was signed. */
  readonly sinceUs?: number;
};

export type VerifyStep =
  | { readonly progress: Progress }
  /** `entry` tells of the verification; absent where nothing can be recorded. */
  | { readonly report: Report; readonly entry?: string };

export type FromVerifier = { readonly progress: Progress } | { readonly report: Report };

/** Run as it is in the sources, and as it was built in the package. */
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js',
  import.meta.url,
);

export type VerificationOptions = {
  readonly directory: string;
  readonly masterKey: Uint8Array;
  /** Files that checkpoints are copied to: what they have of this log has to be what it has itself. */
  readonly witnesses: readonly string[];
  /** Where the first log lies, where this is the one of a worker: what that has of this one has to be so. */
  readonly first?: string | undefined;
  /** The index that replicas share, which has to say what this log says. */
  readonly shared?: SharedSettings | undefined;
  readonly record: Recorder;
};

export function refuseVerification(): GatewayError {
  return new GatewayError('overloaded', 'a verification is running already; wait for its end');
}

export class Verification {
  readonly #options: VerificationOptions;
  #worker: Worker | undefined;

  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  /** Whoever stops listening ends it. */
  async *run(request: VerifyRequest, actor: Actor): AsyncGenerator<VerifyStep, undefined> {
    if (this.#worker !== undefined) throw refuseVerification();
    const { directory, masterKey, witnesses, first, shared } = this.#options;
    const worker = new Worker(workerUrl, {
      name: 'audit-verify',
      workerData: { directory, masterKey, witnesses, first, shared, ...request },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    this.#worker = worker;
    try {
      for await (const [message] of on(worker, 'message', { close: ['exit'] })) {
        const step = message as FromVerifier;
        if ('report' in step) {
          yield await this.#tell(step.report, request, actor);
          return;
        }
        yield step;
      }
      throw new GatewayError('not_ready', 'the verification was ended before it was done');
    } finally {
      this.#worker = undefined;
      await worker.terminate();
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #tell(report: Report, { sinceUs }: VerifyRequest, actor: Actor): Promise<VerifyStep> {
    const { verdict, entries, root } = report;
    const since = sinceUs === undefined ? {} : { since: toTimestamp(sinceUs) };
    const detail = { verdict, entries, root, ...since };
    try {
      const { id } = await this.#options.record({ type: 'admin', actor, act: 'verified', detail });
      return { report, entry: id };
    } catch {
      return { report };
    }
  }
}
