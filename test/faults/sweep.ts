/** One fault at one call of the audit writer while callers are served; afterwards the trail must be whole. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningGateway, startGateway } from '../support/gateway.ts';
import { blockedModel } from '../support/quick-policy.ts';
import { type Injection, underStrace, underStraceAs, watching } from '../support/strace.ts';
import { readEntries } from '../support/trail-directory.ts';
import { accountFor } from './account.ts';
import { Caller, type Question, type Told } from './caller.ts';
import type { Scene } from './scene.ts';
import { type Point, processMark, readPoints, sweptCalls, toPath } from './survey.ts';

export const faults = ['EIO', 'ENOSPC', 'KILL'] as const;
export type FaultName = (typeof faults)[number];

/** Where a run begins: an empty folder, or a trail about to begin its next segment and to fill its next tile. */
export const beginnings = ['new', 'grown'] as const;
export type Beginning = (typeof beginnings)[number];

export type Case = Point & { readonly beginning: Beginning; readonly fault: FaultName };

export type Outcome = {
  /** Whether the call was made at all in this run. */
  readonly fired: boolean;
  /** `served`: it went on; `refused`: it did not start; `killed`. */
  readonly gateway: 'served' | 'refused' | 'killed';
  /** Exit status of `governance audit verify` after the next start. */
  readonly verify: number;
  readonly broken: readonly string[];
};

const root = join(import.meta.dirname, '..', '..');
const aliveWithinMs = 15_000;
/** One thread for file calls, so that the n-th call of a run is the n-th of any other. */
const environment = { UV_THREADPOOL_SIZE: '1' };
/** A tile holds 256 entries, and the tags make each so long that a segment of 65,536 bytes is nearly full as well. */
const grownEntries = 243;
const tags = ['a'.repeat(99), 'b'.repeat(99)];

export class Sweep {
  readonly #scene: Scene;
  #runs = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Grows the trail that the runs which begin `grown` begin with. */
  async prepare(): Promise<void> {
    mkdirSync(this.#base('new'));
    const data = this.#base('grown');
    const gateway = await this.#start(data);
    const caller = new Caller();
    while (readEntries(join(data, 'audit')).length < grownEntries) {
      await caller.ask({ ...toValidate(gateway, 'grown'), body: { prompt: 'hello', tags } });
    }
    caller.close();
    await gateway.stop();
  }

  /** Every case there is: each call of an undisturbed run, with each fault. */
  async listCases(): Promise<Case[]> {
    const cases: Case[] = [];
    for (const beginning of beginnings) {
      const { data, report } = this.#place(beginning);
      const gateway = await this.#start(data, watching(report, sweptCalls));
      const caller = new Caller();
      await this.#work(gateway, caller);
      caller.close();
      await gateway.stop();
      const points = readPoints(report, join(data, 'audit'));
      if (beginning === 'grown') expectTurns(points);
      for (const point of points)
        for (const fault of faults) cases.push({ ...point, beginning, fault });
    }
    return cases;
  }

  async run(one: Case): Promise<Outcome> {
    const { data, report } = this.#place(one.beginning);
    const directory = join(data, 'audit');
    const before = this.#scene.upstream.arrived.length;
    const under = tracing(report, directory, one);
    const broken: string[] = [];
    const told: Told[] = [];
    const caller = new Caller();
    const first = await this.#start(data, under).catch((error: unknown) => String(error));
    const refused = typeof first === 'string';
    if (refused && /\n\s+at .*:\d+:\d+/.test(first)) broken.push(`a stack at the start: ${first}`);
    if (!refused) {
      told.push(...(await this.#work(first, caller)));
      const down = await this.#staysDown(first, caller);
      if (down !== undefined && !isGone(first)) broken.push(`it stayed down: ${down}`);
      const status = await first.stop();
      if (status !== 0 && one.fault !== 'KILL') broken.push(`it ended with ${status}`);
    }
    const killed = one.fault === 'KILL' && (refused || isGone(first));
    const second = await this.#start(data);
    const down = await this.#staysDown(second, caller);
    if (down !== undefined) broken.push(`it stayed down after the next start: ${down}`);
    const unread = await this.#staysUnread(second);
    if (unread !== undefined) broken.push(`the next start lists no entries: ${unread}`);
    await second.stop();
    caller.close();
    const reached = this.#scene.reached().slice(before);
    broken.push(...accountFor([directory], told, reached).broken);
    const verify = runVerify(directory);
    return {
      fired: readFileSync(report, 'utf8').includes('INJECTED') || killed,
      gateway: killed ? 'killed' : refused ? 'refused' : 'served',
      verify: verify.status,
      broken: [0, 2].includes(verify.status) ? broken : [...broken, verify.said],
    };
  }

  /** Calls of every kind, three at a time. */
  async #work(gateway: RunningGateway, caller: Caller): Promise<Told[]> {
    const run = (this.#runs += 1);
    const { url, key } = gateway;
    const told: Told[] = [];
    for (let round = 0; round < 3; round += 1) {
      const models = ['a', 'b', blockedModel].map((name) => `${name}-${run}-${round}`);
      const chats = models.map((model) => {
        const messages = [{ role: 'user', content: `hello from ${model}` }];
        const body = { model, messages, user: `somebody-${run}` };
        return caller.ask({ url, key, path: '/v1/chat/completions', model, body });
      });
      const check = caller.ask(toValidate(gateway, `c-${run}-${round}`));
      told.push(...(await Promise.all([...chats, check])));
    }
    // Somebody has to ask, or the search index is not written in a run as short as this.
    await listNewest(gateway);
    return told;
  }

  /** The newest entries can be listed within a while; else what came of the last attempt. */
  async #staysUnread(gateway: RunningGateway): Promise<string | undefined> {
    let last = '';
    for (const end = performance.now() + aliveWithinMs; performance.now() < end;) {
      last = await listNewest(gateway);
      if (/"entries":\s*\[\{/.test(last)) return undefined;
      await sleep(50);
    }
    return last;
  }

  /** Good calls succeed again within a while, unless the process was killed; else what the last one was answered. */
  async #staysDown(gateway: RunningGateway, caller: Caller): Promise<string | undefined> {
    let last = 'no call was answered';
    for (const end = performance.now() + aliveWithinMs; performance.now() < end;) {
      const { status, code } = await caller.ask(toValidate(gateway, 'm'));
      if (status === 200) return undefined;
      last = `${status} ${code}`;
      if (isGone(gateway)) break;
      await sleep(50);
    }
    return last;
  }

  #start(data: string, under: readonly string[] = []): Promise<RunningGateway> {
    return startGateway({
      data,
      under,
      environment: { ...this.#scene.environment, ...environment },
    });
  }

  #base(beginning: Beginning): string {
    return join(this.#scene.folder, beginning);
  }

  #place(beginning: Beginning): { readonly data: string; readonly report: string } {
    this.#runs += 1;
    const data = join(this.#scene.folder, `data-${this.#runs}`);
    cpSync(this.#base(beginning), data, { recursive: true });
    return { data, report: `${data}.strace` };
  }
}

function tracing(report: string, directory: string, one: Case): readonly string[] {
  const injection: Injection = {
    calls: [one.call],
    paths: [join(directory, toPath(one.path, new Date()))],
    act: one.fault === 'KILL' ? 'signal=KILL' : `error=${one.fault}`,
    when: `${one.nth}`,
  };
  return one.path.includes(processMark)
    ? underStraceAs(processMark, report, injection)
    : underStrace(report, injection);
}

/** The run has to go over the end of a segment and of a tile, or their calls would be missing from the sweep. */
function expectTurns(points: readonly Point[]): void {
  const turned = points.some(({ call, path }) => call === 'rename' && path.startsWith('tile/'));
  const written = points.filter(
    ({ call, path }) => call === 'write' && path.startsWith('journal/'),
  );
  const segments = new Set(written.map(({ path }) => path)).size;
  if (!turned || segments < 2)
    throw new Error(`the survey saw ${segments} segment written and ${turned ? 'a' : 'no'} tile`);
}

function toValidate({ url, key }: RunningGateway, model: string): Question {
  return { url, key, path: '/v1/validate', model, body: { prompt: 'hello', model } };
}

/** The answer's text, or why there is none. */
async function listNewest({ url, key }: RunningGateway): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, connection: 'close' };
  const path = new URL('/v1/audit/entries?limit=1', url);
  return fetch(path, { headers }).then((answer) => answer.text(), String);
}

function isGone({ process }: RunningGateway): boolean {
  return process.exitCode !== null || process.signalCode !== null;
}

function runVerify(directory: string): { readonly status: number; readonly said: string } {
  const command = [join(root, 'bin', 'governance.js'), 'audit', 'verify', '--dir', directory];
  const ran = spawnSync(process.execPath, command, { encoding: 'utf8' });
  return { status: ran.status ?? -1, said: ran.stdout + ran.stderr };
}
