/** One replica of a chaos run: killed without a word and started again until it comes up, as a supervisor does. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { listServed } from '../support/workers.ts';

const startAgainMs = 300;
const replacedWithinMs = 60_000;

export class Replica {
  readonly name: string;
  readonly data: string;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #outputs: (() => string)[] = [];
  #running: RunningGateway | undefined;
  /** How often it would not start, because what it leans on was away. */
  refused = 0;
  kills = 0;
  /** What its primary failed to do, one sentence each. */
  readonly faults: string[] = [];

  constructor(name: string, data: string, environment: Readonly<Record<string, string>>) {
    this.name = name;
    this.data = data;
    this.#environment = environment;
  }

  /** Where it listens; undefined while it is down. */
  get gateway(): RunningGateway | undefined {
    return this.#running;
  }

  /** Where its logs lie. */
  get trail(): string {
    return join(this.data, 'audit');
  }

  /** Everything that all its lives wrote. */
  output(): string {
    return this.#outputs.map((read) => read()).join('');
  }

  /** The last line that it wrote before it ended by itself. */
  fatal(): string {
    return /^.*"level":60.*$/m.exec(this.output())?.[0] ?? '';
  }

  async start(): Promise<void> {
    for (;;) {
      try {
        this.#running = await startGateway({ data: this.data, environment: this.#environment });
        this.#outputs.push(this.#running.output);
        return;
      } catch (error) {
        this.refused += 1;
        const said = String(error);
        this.#outputs.push(() => said);
        await sleep(startAgainMs);
      }
    }
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.kills += 1;
    await running?.stop('SIGKILL');
  }

  /** Kills one of its workers and waits until another one serves in its place; undefined where it has none, or is down. */
  async killWorker(random: () => number): Promise<number | undefined> {
    const running = this.#running;
    if (running === undefined) return undefined;
    const list = () => new Map(listServed(running).map(({ worker, pid }) => [worker, pid]));
    const last = list();
    const [worker, pid] = [...last][Math.floor(random() * last.size)] ?? [];
    if (worker === undefined || pid === undefined) return undefined;
    this.kills += 1;
    process.kill(pid, 'SIGKILL');
    const endMs = performance.now() + replacedWithinMs;
    while (performance.now() < endMs && list().get(worker) === pid) await sleep(50);
    if (list().get(worker) === pid)
      this.faults.push(`worker ${worker} of replica ${this.name} was not replaced`);
    return worker;
  }

  /** Answers its exit status. */
  async stop(): Promise<number | string> {
    const running = this.#running;
    this.#running = undefined;
    return (await running?.stop()) ?? 'down';
  }
}
