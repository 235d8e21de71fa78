/** Sends completions at a pace that no answer slows down, over connections that are kept, and tells how each was answered. */
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Answers } from './answers.ts';
import { writeBody } from './completions.ts';

const millisecondsPerSecond = 1_000;
const microsecondsPerMillisecond = 1_000;
/** Then answers are read, which else would be timed until all that is due was sent. */
const sentAtOnceMax = 4;
/** How long answers that are missing at the end are waited for. */
const quietMsMax = 10_000;

const taskSchema = z.object({
  url: z.string(),
  key: z.string(),
  perSecond: z.number(),
  seconds: z.number(),
  /** What was sent before is counted and not timed. */
  timedAfterSeconds: z.number(),
  bytes: z.number(),
  connections: z.number(),
});
type Task = z.output<typeof taskSchema>;

/** Answers of one status. */
export type Told = {
  count: number;
  /** Microseconds from the sending to the end of each. */
  readonly timesUs: number[];
  /** The entries that they named. */
  readonly entries: string[];
};

export type Sent = {
  readonly byStatus: Readonly<Record<string, Told>>;
  /** No connection was free: then this end was too slow, or the other one kept all of them. */
  readonly unsent: number;
  /** No answer came. */
  readonly broken: number;
};

class Sender {
  readonly #task: Task;
  readonly #free: Connection[] = [];
  readonly #byStatus: Record<string, Told> = {};
  #open = 0;
  #underWay = 0;
  #unsent = 0;
  #broken = 0;

  constructor(task: Task) {
    this.#task = task;
  }

  async run(): Promise<Sent> {
    const { perSecond, seconds, timedAfterSeconds, connections } = this.#task;
    // Opening connections is another matter than being answered over them.
    while (this.#open < connections) this.#free.push(await this.#connect());
    const beganMs = performance.now();
    const timedFromMs = beganMs + timedAfterSeconds * millisecondsPerSecond;
    const requests = Math.round(perSecond * seconds);
    for (let sent = 0; sent < requests;) {
      const nowMs = performance.now();
      const passed = (nowMs - beganMs) / millisecondsPerSecond;
      const due = Math.min(requests, Math.floor(passed * perSecond) + 1);
      for (let room = sentAtOnceMax; sent < due && room > 0; room -= 1, sent += 1)
        this.#send(nowMs >= timedFromMs);
      await (sent < due ? turn() : sleep(1));
    }
    const endMs = performance.now() + quietMsMax;
    while (this.#underWay > 0 && performance.now() < endMs) await sleep(10);
    const broken = this.#broken + this.#underWay;
    return { byStatus: this.#byStatus, unsent: this.#unsent, broken };
  }

  #send(timed: boolean): void {
    const connection = this.#free.pop();
    if (connection === undefined) {
      this.#unsent += 1;
      return;
    }
    this.#underWay += 1;
    connection.send(writeBody(this.#task.bytes), timed);
  }

  async #connect(): Promise<Connection> {
    this.#open += 1;
    const { url, key } = this.#task;
    const connection: Connection = new Connection(url, key, {
      onAnswer: (status, entry, timeUs) => {
        this.#underWay -= 1;
        this.#free.push(connection);
        const told = (this.#byStatus[status] ??= { count: 0, timesUs: [], entries: [] });
        told.count += 1;
        if (timeUs !== undefined) told.timesUs.push(timeUs);
        if (entry !== '') told.entries.push(entry);
      },
      onEnd: (answered) => {
        const at = this.#free.indexOf(connection);
        if (at !== -1) this.#free.splice(at, 1);
        if (answered) return;
        this.#underWay -= 1;
        this.#broken += 1;
      },
    });
    await connection.opened;
    return connection;
  }
}

type Hearers = {
  readonly onAnswer: (status: string, entry: string, timeUs: number | undefined) => void;
  readonly onEnd: (answered: boolean) => void;
};

/** One request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly #head: string;
  readonly #answers = new Answers();
  readonly opened: Promise<unknown>;
  #asked: { readonly atMs: number; readonly timed: boolean } | undefined;

  constructor(url: string, key: string, { onAnswer, onEnd }: Hearers) {
    this.#head =
      `POST /v1/chat/completions HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer ${key}\r\n` +
      'content-type: application/json\r\ncontent-length: ';
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.opened = once(this.#socket, 'connect');
    this.#socket.on('data', (bytes: Buffer) => {
      const answer = this.#answers.read(bytes);
      if (answer === undefined || this.#asked === undefined) return;
      const { atMs, timed } = this.#asked;
      this.#asked = undefined;
      const timeUs = Math.round((performance.now() - atMs) * microsecondsPerMillisecond);
      onAnswer(answer.status, answer.entry, timed ? timeUs : undefined);
    });
    // What became of it is told by the end that follows.
    this.#socket.on('error', () => undefined);
    this.#socket.once('close', () => onEnd(this.#asked === undefined));
  }

  send(body: Buffer, timed: boolean): void {
    this.#asked = { atMs: performance.now(), timed };
    this.#socket.write(Buffer.concat([Buffer.from(`${this.#head}${body.length}\r\n\r\n`), body]));
  }
}

const sent = await new Sender(taskSchema.parse(JSON.parse(process.argv[2] ?? ''))).run();
process.stdout.write(JSON.stringify(sent), () => process.exit(0));
