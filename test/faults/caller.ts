/** A client of the gateway that remembers what it was told, and can be made to leave at any moment. */
import { Agent, request } from 'node:http';

/** What a caller was told. `status` is 0 where no whole answer came. */
export type Told = {
  /** Tells this call from all others in entries and at the upstream. */
  readonly model: string;
  readonly status: number;
  /** Whether the answer came to its end: a stream may be broken off with an event that says so. */
  readonly whole: boolean;
  /** The entry that the answer names. */
  readonly entry: string;
  readonly requestId: string;
  /** The code of an error of the gateway's. */
  readonly code: string;
  /** All that came of the answer's body. */
  readonly text: string;
  /** All lines of the answer's head, names and values. */
  readonly head: string;
  readonly ms: number;
};

export type Question = {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly model: string;
  readonly body: unknown;
  /** Cuts the connection after so long, whatever has come by then. */
  readonly leaveAfterMs?: number;
};

/** A caller that waits longer has been forgotten by the gateway. */
const patienceMs = 20_000;

export class Caller {
  readonly #agent = new Agent({ keepAlive: true });

  ask(question: Question): Promise<Told> {
    const { url, key, path, model, body, leaveAfterMs } = question;
    const startedMs = performance.now();
    const bytes = Buffer.from(JSON.stringify(body));
    return new Promise((resolve) => {
      let text = '';
      const settle = (told: Partial<Told>): void => {
        clearTimeout(patience);
        clearTimeout(leave);
        const ms = performance.now() - startedMs;
        const nothing = { status: 0, whole: false, entry: '', requestId: '', code: '', head: '' };
        resolve({ model, ...nothing, ...told, text, ms });
      };
      const sent = request(new URL(path, url), {
        agent: this.#agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': bytes.length,
        },
      });
      const patience = setTimeout(() => {
        settle({ code: 'forgotten' });
        sent.destroy();
      }, patienceMs);
      const leave =
        leaveAfterMs === undefined ? undefined : setTimeout(() => sent.destroy(), leaveAfterMs);
      sent.on('error', () => settle({ code: 'cut' }));
      sent.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('error', () => settle({ code: 'cut' }));
        answer.on('close', () => {
          if (!answer.complete) settle({ code: 'cut' });
        });
        answer.on('end', () => {
          const { statusCode: status = 0, headers } = answer;
          const entry = headers['x-governance-entry'] ?? readMember(text, 'decision_id');
          settle({
            status,
            whole:
              headers['content-type'] !== 'text/event-stream' || /^data: \[DONE\]$/m.test(text),
            entry: String(entry),
            requestId: String(headers['x-request-id'] ?? ''),
            head: answer.rawHeaders.join('\n'),
            code: status < 400 ? '' : readMember(text, 'code'),
          });
        });
      });
      sent.end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The first string member of this name, however deep the dialect's shape puts it. */
function readMember(text: string, name: string): string {
  return new RegExp(`"${name}":\\s*"([^"]*)"`).exec(text)?.[1] ?? '';
}
