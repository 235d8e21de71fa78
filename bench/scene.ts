/** The programs of a comparison: upstream, yardstick, and the gateway with everything on or a part of it off. */
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { type Program, type Start, startProgram } from './process.ts';

export const key = 'bench-key-with-all-scopes-0001';
const manyExchanges = 2_000;

export type Subject = {
  readonly label: string;
  readonly program: Program;
  /** What it wants to be told with each call, where that is not a key of the gateway. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type Parts = { readonly policies: boolean; readonly audit: 'fsync' | 'os' | 'none' };

// The gateway does not start without a rule in force, so "policies off" is one that looks at no text.
const idlePolicy = `apiVersion: governance/v1
kind: Policy
metadata:
  id: bench-idle
  title: Looks at the model's name only, for the bench's figures without policies
  owner: bench@example.com
  severity: low
  status: test
spec:
  mode: enforce
  stages: [request]
  onError: block
  rules:
    - id: model
      when: model == "no-model-of-the-bench"
      action: flag
      message: This model is not one that the bench asks for.
tests:
  - name: the model is flagged
    given: { text: Hello!, model: no-model-of-the-bench }
    expect: { action: flag, rules: [model] }
  - name: another is not
    given: { text: Hello!, model: gpt-4o-mini }
    expect: { action: allow, rules: [] }
`;

/** Where rows share what would be started the same for each of them; absent: each row starts its own. */
let shared: Scene | undefined;

/** Starts programs in folders of their own, and takes all of them down again. */
export class Scene {
  readonly #programs: Program[] = [];
  readonly #folders: string[] = [];
  readonly #profiles: string | undefined;
  /** What was started and may be asked for again. */
  readonly #subjects = new Map<string, Promise<Subject>>();
  #upstream: Promise<Program> | undefined;

  /** With a folder for profiles, each program leaves there what the engine's sampler saw of its threads. */
  constructor(profiles = process.env['BENCH_PROFILES']) {
    this.#profiles = profiles;
  }

  async createFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'governance-bench-'));
    this.#folders.push(folder);
    return folder;
  }

  startUpstream(): Promise<Program> {
    if (this.#lender !== undefined) return this.#lender.startUpstream();
    this.#upstream ??= this.#start({ entry: 'bench/upstream.ts' });
    return this.#upstream;
  }

  async upstreamUrl(): Promise<string> {
    return (await this.startUpstream()).url;
  }

  startBareProxy(): Promise<Subject> {
    return this.#borrow('bare proxy', (scene) => scene.#startBareProxy());
  }

  async #startBareProxy(): Promise<Subject> {
    const program = await this.#start({
      entry: 'bench/bare-proxy.ts',
      environment: { UPSTREAM_URL: await this.upstreamUrl() },
    });
    return { label: 'bare node:http proxy that parses both bodies', program };
  }

  startBareExpress(): Promise<Subject> {
    return this.#borrow('bare Express', (scene) => scene.#startBareExpress());
  }

  async #startBareExpress(): Promise<Subject> {
    const program = await this.#start({
      entry: 'bench/bare-express.ts',
      environment: { UPSTREAM_URL: await this.upstreamUrl() },
    });
    return { label: 'bare Express and http-proxy-middleware, no body read', program };
  }

  /** Takes a program down with the others. */
  keep(program: Program): Program {
    this.#programs.push(program);
    return program;
  }

  startGateway(parts: Parts): Promise<Subject> {
    return this.#borrow(JSON.stringify(parts), (scene) => scene.#startGateway(parts));
  }

  async #startGateway(parts: Parts): Promise<Subject> {
    const folder = await this.createFolder();
    const environment: Record<string, string> = {};
    if (!parts.policies) {
      environment['GATEWAY_POLICIES'] = join(folder, 'policies');
      await mkdir(join(folder, 'policies'));
      await writeFile(join(folder, 'policies', 'idle.yaml'), idlePolicy);
    }
    if (parts.audit === 'os') {
      environment['GATEWAY_CONFIG'] = join(folder, 'gateway.yaml');
      await writeFile(join(folder, 'gateway.yaml'), 'audit:\n  durability: os\n');
    }
    const preload = parts.audit === 'none' ? ['bench/without-audit.ts'] : [];
    const program = await this.startGatewayIn(join(folder, 'data'), environment, { preload });
    const audit = parts.audit === 'none' ? 'audit off' : `audit on (${parts.audit})`;
    return { label: `gateway, policies ${parts.policies ? 'on' : 'off'}, ${audit}`, program };
  }

  /** Everything on, with room for as many calls at once as there are streams in any row. */
  startRoomyGateway(): Promise<Subject> {
    return this.#borrow('roomy gateway', async (scene) => {
      const folder = await scene.createFolder();
      const config = join(folder, 'gateway.yaml');
      await writeFile(config, `limits:\n  exchangesMax: ${manyExchanges}\n`);
      const settings = { GATEWAY_CONFIG: config };
      const program = await scene.startGatewayIn(join(folder, 'data'), settings);
      return { label: 'gateway, policies on, audit on (fsync)', program };
    });
  }

  async startGatewayIn(
    data: string,
    environment: Readonly<Record<string, string>> = {},
    others: Pick<Start, 'preload' | 'core'> = {},
  ): Promise<Program> {
    const settings = {
      PORT: '0',
      HOST: '127.0.0.1',
      GATEWAY_BOOTSTRAP_KEY: key,
      GATEWAY_RATE_LIMIT: '0',
      GATEWAY_DATA: data,
      OPENAI_API_KEY: 'bench-upstream-key',
      OPENAI_BASE_URL: `${await this.upstreamUrl()}/v1`,
      ...environment,
    };
    const entry = 'bin/governance.js';
    return this.#start({ entry, words: ['serve'], environment: settings, ...others });
  }

  /** The scene that lends to this one. A program whose threads are sampled is started for its row alone. */
  get #lender(): Scene | undefined {
    return this.#profiles === undefined && shared !== this ? shared : undefined;
  }

  #borrow(name: string, start: (scene: Scene) => Promise<Subject>): Promise<Subject> {
    const lender = this.#lender;
    if (lender === undefined) return start(this);
    const known = lender.#subjects.get(name) ?? start(lender);
    lender.#subjects.set(name, known);
    return known;
  }

  async end(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop()));
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  async #start(start: Start): Promise<Program> {
    if (this.#profiles === undefined) return this.keep(await startProgram(start));
    const name = `${this.#programs.length}-${basename(start.entry, extname(start.entry))}`;
    return this.keep(await startProgram({ ...start, profiles: join(this.#profiles, name) }));
  }
}

/** Gives the work a scene and ends it afterwards, whatever happened. */
export async function withScene<T>(
  work: (scene: Scene) => Promise<T>,
  profiles?: string,
): Promise<T> {
  const scene = new Scene(profiles);
  try {
    return await work(scene);
  } finally {
    await scene.end();
  }
}

/** All rows measured in it share bare proxies and gateways: most of a short run is else spent on starts. */
export async function withSharedScene<T>(work: () => Promise<T>): Promise<T> {
  return withScene((scene) => {
    shared = scene;
    return work().finally(() => (shared = undefined));
  });
}
