/** Sends spans to a collector by OTLP over HTTP, as JSON: in batches, within bounds, and never in anybody's way. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { whyUnreached } from '../../unreached.ts';
import type { Attribute, Span } from './span.ts';

export type ExporterOptions = {
  /** Where traces are taken, path included. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly intervalMs: number;
  readonly timeoutMs: number;
  /** More spans are dropped, and counted. */
  readonly queueSpansMax: number;
  readonly resource: readonly Attribute[];
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

const batchSpansMax = 512;
const triesMax = 4;
const retryMs = 500;
const answerBytesMax = 65_536;
const scope = { name: 'governance-gateway' };
/** What a collector may have too much of, or be without for a while. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const answerSchema = z.object({
  partialSuccess: z.object({ rejectedSpans: z.coerce.number().default(0) }).optional(),
});

export class Exporter {
  readonly #options: ExporterOptions;
  readonly #timer: NodeJS.Timeout;
  #queue: Span[] = [];
  #dropped = 0;
  #sending: Promise<void> | undefined;
  #failing = false;
  #closed = false;

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.#flush(), options.intervalMs).unref();
  }

  add(span: Span): void {
    if (this.#queue.length >= this.#options.queueSpansMax) {
      this.#dropped += 1;
      return;
    }
    this.#queue.push(span);
    if (this.#queue.length >= batchSpansMax) void this.#flush();
  }

  /** Sends what is left, for as long as one try may take. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closed = true;
    const late = new AbortController();
    await Promise.race([
      this.#flush().then(() => this.#flush()),
      pause(this.#options.timeoutMs, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
  }

  #flush(): Promise<void> {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchSpansMax);
      const reason = await this.#send(batch);
      this.#queue = this.#queue.slice(batch.length);
      if (reason !== undefined) this.#dropped += batch.length;
      this.#tell(reason);
    }
  }

  /** Once when spans begin to be lost, and once when they are not any more. */
  #tell(reason: string | undefined): void {
    const { onAlarm } = this.#options;
    if (reason !== undefined && !this.#failing) onAlarm('traces cannot be sent', { reason });
    if (reason === undefined && this.#dropped > 0) {
      onAlarm('traces were dropped', { spans: this.#dropped });
      this.#dropped = 0;
    }
    this.#failing = reason !== undefined;
  }

  /** Answers why a batch was given up; undefined where it was taken. */
  async #send(spans: readonly Span[]): Promise<string | undefined> {
    const { resource } = this.#options;
    const body = JSON.stringify({
      resourceSpans: [{ resource: { attributes: resource }, scopeSpans: [{ scope, spans }] }],
    });
    let reason = '';
    for (let tried = 1; tried <= triesMax; tried += 1) {
      const told = await this.#post(body);
      if (told.reason === undefined || !told.again) return told.reason;
      ({ reason } = told);
      if (this.#closed) break;
      await pause(retryMs * 2 ** (tried - 1), undefined, { ref: false });
    }
    return reason;
  }

  async #post(
    body: string,
  ): Promise<
    { readonly reason?: undefined } | { readonly reason: string; readonly again: boolean }
  > {
    const { endpoint, headers, timeoutMs } = this.#options;
    try {
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readStart(answer);
      if (!answer.ok)
        return {
          reason: `the collector answered ${answer.status}`,
          again: passing.has(answer.status),
        };
      const rejected = readRejected(text);
      return rejected === 0 ? {} : { reason: `the collector refused ${rejected}`, again: false };
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      return { reason: whyUnreached(error) ?? told, again: true };
    }
  }
}

/** What comes on top stays unread: the connection ends with it. */
async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  for await (const chunk of pieces) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= answerBytesMax) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readRejected(text: string): number {
  try {
    return (
      answerSchema.parse(JSON.parse(text === '' ? '{}' : text)).partialSuccess?.rejectedSpans ?? 0
    );
  } catch {
    return 0;
  }
}
