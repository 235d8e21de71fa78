/** Many exchanges that end in every way there is, with the gateway killed in between: each has exactly one end on record. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { blockedModel } from '../support/quick-policy.ts';
import { type Account, accountFor } from './account.ts';
import { Caller, type Told } from './caller.ts';
import { createRandom } from './random.ts';
import type { Scene } from './scene.ts';
import { type Mood, isStreamed, moods } from './upstream-moods.ts';

export type EndingsOptions = {
  readonly exchanges: number;
  /** How often the gateway is ended and started again; every third time it is asked to end, else it is killed. */
  readonly restarts: number;
  readonly seed: number;
  readonly onProgress?: (done: number) => void;
};

export type Endings = Account & {
  readonly told: number;
  /** Exit status of `governance audit verify` at the end. */
  readonly verify: number;
  readonly ended: readonly (number | string)[];
};

const lanes = 24;
const leavingShare = 0.15;
const leavingMsMax = 60;
const blockedShare = 0.05;
/** Those that take as long as the gateway's limits allow are rare, or they would be all that a run does. */
const waitingShare = 0.02;
const waiting: readonly Mood[] = ['silent', 'stalled'];
const quick = moods.filter((mood) => !waiting.includes(mood));
const root = join(import.meta.dirname, '..', '..');

/** The scene's upstream has to act on moods. */
export async function runEndings(scene: Scene, options: EndingsOptions): Promise<Endings> {
  const run = new Run(scene, options);
  return run.toEnd();
}

class Run {
  readonly #scene: Scene;
  readonly #options: EndingsOptions;
  readonly #data: string;
  readonly #random: () => number;
  readonly #caller = new Caller();
  readonly #told: Told[] = [];
  readonly #ended: (number | string)[] = [];
  #gateway: Promise<RunningGateway>;
  #next = 0;

  constructor(scene: Scene, options: EndingsOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#data = join(scene.folder, `endings-${options.seed}`);
    this.#random = createRandom(options.seed);
    this.#gateway = this.#start();
  }

  async toEnd(): Promise<Endings> {
    await Promise.all(Array.from({ length: lanes }, () => this.#call()));
    this.#ended.push(await (await this.#gateway).stop());
    this.#caller.close();
    const directory = join(this.#data, 'audit');
    const command = [join(root, 'bin', 'governance.js'), 'audit', 'verify', '--dir', directory];
    const verify = spawnSync(process.execPath, command, { encoding: 'utf8' });
    const account = accountFor([directory], this.#told, this.#scene.reached());
    const broken = verify.status === 0 ? account.broken : [...account.broken, verify.stdout];
    const told = this.#told.length;
    return { ...account, broken, told, verify: verify.status ?? -1, ended: this.#ended };
  }

  /** One lane: a call after the other, each with its own way to end. */
  async #call(): Promise<void> {
    const { exchanges, restarts, onProgress } = this.#options;
    const every = Math.ceil(exchanges / (restarts + 1));
    while (this.#next < exchanges) {
      this.#next += 1;
      const number = this.#next;
      if (number % every === 0 && number < exchanges)
        this.#gateway = this.#restart(this.#gateway, number / every);
      const gateway = await this.#gateway;
      this.#told.push(await this.#ask(gateway, number));
      onProgress?.(this.#told.length);
    }
  }

  #ask({ url, key }: RunningGateway, number: number): Promise<Told> {
    const mood = this.#choose(this.#random() < waitingShare ? waiting : quick);
    const leaves = this.#random() < leavingShare;
    const blocked = this.#random() < blockedShare;
    const model = `${blocked ? blockedModel : mood}-${number}`;
    const messages = [{ role: 'user', content: `Say that all is well, ${number} times.` }];
    const leaveAfterMs = this.#random() * leavingMsMax;
    return this.#caller.ask({
      url,
      key,
      path: '/v1/chat/completions',
      model,
      body: { model, messages, stream: isStreamed(mood), user: `user-${number % 7}` },
      ...(leaves && { leaveAfterMs }),
    });
  }

  async #restart(running: Promise<RunningGateway>, count: number): Promise<RunningGateway> {
    const gateway = await running;
    this.#ended.push(await gateway.stop(count % 3 === 0 ? 'SIGTERM' : 'SIGKILL'));
    return this.#start();
  }

  #start(): Promise<RunningGateway> {
    return startGateway({ data: this.#data, environment: this.#scene.environment });
  }

  #choose<T>(all: readonly T[]): T {
    const chosen = all[Math.floor(this.#random() * all.length)];
    if (chosen === undefined) throw new Error('there is nothing to choose from');
    return chosen;
  }
}
