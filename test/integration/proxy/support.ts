/** Mounts the proxy on a bare server with rules, a record and an upstream that the test can see into. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Edit, Firing, Ruling } from '../../../src/governance/decision.ts';
import type { GovernanceEvent, Recorder } from '../../../src/governance/event.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import { govern } from '../../../src/governance/govern.ts';
import type { Interaction } from '../../../src/governance/interaction.ts';
import { holdOf } from '../../../src/governance/policy/hold.ts';
import { createPlaceholders, settleEdits } from '../../../src/governance/placeholders.ts';
import type { Reserve } from '../../../src/governance/spending.ts';
import type { Judge } from '../../../src/proxy/house.ts';
import {
  createProxy,
  type ProxyLimits,
  type ProxyRoute,
  type RouteEntry,
  type Upstream,
} from '../../../src/proxy/proxy.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { Pace } from '../../../src/server/pace.ts';
import { bundleOf, policyOf, type Spec } from '../../support/policy.ts';
import { startUpstream, type Upstream as Scripted } from '../../support/upstream.ts';

/** No time is so short that a machine which stands still for a while could pass it: a test of one of them sets its own. */
export const limits: ProxyLimits = {
  bodyBytesMax: 1_000_000,
  answerBytesMax: 1_000_000,
  answersHeldBytesMax: 10_000_000,
  requestTimeoutMs: 60_000,
  jsonDepthMax: 100,
  jsonKeysMax: 10_000,
  upstreamConnectTimeoutMs: 60_000,
  upstreamFirstByteTimeoutMs: 60_000,
  upstreamIdleTimeoutMs: 60_000,
  upstreamTotalTimeoutMs: 120_000,
  upstreamFailedExchangesMax: 100,
  upstreamRestMs: 1_000,
  exchangesMax: 100,
  streamHoldBackCharsMax: 4_096,
  streamHeldBytesMax: 1_000_000,
  streamKeptCharsMax: 100_000,
  streamKeepAliveMs: 15_000,
  upstreamOpenTimeoutMs: 60_000,
  clientStallTimeoutMs: 60_000,
};

/** Blocks what says BLOCKME, redacts what says REDACTME, flags what says FLAGME. */
export function judge(interaction: Interaction): Ruling {
  const find = (word: string): Edit[] =>
    interaction.parts.flatMap((part, index) => {
      const start = part.text.indexOf(word);
      return start === -1
        ? []
        : [{ part: index, start, end: start + word.length, replacement: '[GONE]' }];
    });
  const block = find('BLOCKME');
  const redact = find('REDACTME');
  const flag = find('FLAGME');
  const toFinding = (edit: Edit): Finding => ({
    category: 'test/word',
    severity: 'high',
    confidence: 1,
    spans: [{ part: edit.part, start: edit.start, end: edit.end }],
  });
  const action =
    block.length > 0 ? 'block' : redact.length > 0 ? 'redact' : flag.length > 0 ? 'flag' : 'allow';
  const hits = { block, redact, flag, allow: [] }[action];
  const fired: Firing[] =
    action === 'allow'
      ? []
      : [
          {
            policy: 'words',
            rule: action,
            action,
            mode: 'enforce',
            severity: 'high',
            message: 'A word of the test was found.',
            parts: hits.map((hit) => hit.part),
            failed: false,
          },
        ];
  return {
    action,
    policyVersion: 'sha256:test',
    decisive: fired[0],
    onBlock: interaction.parts.some((part) => part.text.includes('SOFTLY')) ? 'refusal' : 'error',
    fired,
    findings: [...block, ...redact, ...flag].map(toFinding),
    failures: [],
    edits: action === 'redact' ? redact : [],
  };
}

export type Mounted = {
  readonly url: string;
  readonly events: GovernanceEvent[];
  readonly bugs: unknown[];
  /** How many clients the server has seen leave before they had an answer. */
  readonly left: () => number;
  /** Set to make the record fail for what it says. */
  failRecord: (event: GovernanceEvent) => boolean;
  /** Called before an event is taken, so that a test can look at the order of things. */
  onRecord: (event: GovernanceEvent) => void | Promise<void>;
  readonly interactions: Interaction[];
  /** Called before an interaction is judged. */
  onJudge: (interaction: Interaction) => void | Promise<void>;
  readonly close: () => Promise<void>;
};

export async function mountProxy(
  upstreams: readonly Upstream[],
  options: {
    readonly routes?: readonly RouteEntry[];
    readonly limits?: Partial<ProxyLimits>;
    readonly models?: readonly string[];
    readonly allowed?: readonly string[];
    /** In the place of the words above, for one exchange; it may hold streams back in part. */
    readonly judge?: () => Judge;
    readonly reserve?: Reserve | undefined;
    /** In the place of the thread's own pace. */
    readonly step?: () => Promise<void> | undefined;
    /** Told when an upstream begins to rest and when it is asked again. */
    readonly onRest?: (upstream: string, resting: boolean) => void;
    /** Told of each answer of an upstream that came to its end. */
    readonly onAnswer?: (upstream: string, ms: number) => void;
  } = {},
): Promise<Mounted> {
  const { GatewayError } = await import('../../../src/errors.ts');
  const events: GovernanceEvent[] = [];
  const bugs: unknown[] = [];
  const interactions: Interaction[] = [];
  const record: Recorder = async (event) => {
    await mounted.onRecord(event);
    if (mounted.failRecord(event))
      throw new GatewayError('audit_unavailable', 'the audit trail cannot be written');
    events.push(event);
    return { id: `entry-${events.length}`, seq: events.length };
  };
  const pace = new Pace();
  const proxy = createProxy({
    policy:
      options.judge ??
      (() => async (interaction) => {
        interactions.push(interaction);
        await mounted.onJudge(interaction);
        return judge(interaction);
      }),
    record,
    step: options.step ?? (() => pace.step()),
    reserve: options.reserve,
    upstreams,
    routes: options.routes ?? [],
    limits: { ...limits, ...options.limits },
    now: () => 1_700_000_000_000,
    onBug: (error) => bugs.push(error),
    watch: {
      onFailure: () => undefined,
      onRest: options.onRest ?? (() => undefined),
      onAnswer: options.onAnswer ?? (() => undefined),
    },
  });
  let count = 0;
  let left = 0;
  const server = createServer((request, response) => {
    response.once('close', () => (left += response.writableFinished ? 0 : 1));
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://gateway');
    const found = findRoute(proxy.routes, request.method ?? '', pathname);
    count += 1;
    if (found === undefined) {
      const hint = proxy.hintFor(pathname) ?? 'not here';
      const error = new GatewayError('not_found', hint);
      proxy.refuse(proxy.familyOf(pathname) ?? 'openai', response, error, 'request-0');
      return;
    }
    void proxy.handle(request, response, {
      caller: { id: 'key-1', owner: 'ada', team: 'core', env: 'test', tags: ['t'] },
      models: options.models ?? [],
      upstreams: options.allowed ?? [],
      requestId: `request-${count}`,
      exchange: `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`,
      actor: { key: 'key-1', owner: 'ada', team: 'core', subject: '', address: '', agent: '' },
      receivedAt: 1_700_000_000_000,
      startedNs: process.hrtime.bigint(),
      parameters: found.parameters,
      query: searchParams,
      route: found.route,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const mounted: Mounted = {
    url: `http://127.0.0.1:${port}`,
    events,
    bugs,
    left: () => left,
    failRecord: () => false,
    onRecord: () => undefined,
    onJudge: () => undefined,
    interactions,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      proxy.close();
    },
  };
  return mounted;
}

function findRoute(
  routes: readonly ProxyRoute[],
  method: string,
  path: string,
): { route: ProxyRoute; parameters: Record<string, string> } | undefined {
  for (const route of routes) {
    const source = route.path.replace(/\\:|:(\w+)/g, (_, name: string | undefined) =>
      name === undefined ? ':' : `(?<${name}>[^/]+?)`,
    );
    const match = new RegExp(`^${source}$`).exec(path);
    if (match !== null && route.method === method)
      return { route, parameters: { ...match.groups } };
  }
  return undefined;
}

export const openaiAt = (url: string, more: Partial<Upstream> = {}): Upstream => ({
  name: 'openai',
  family: 'openai',
  baseUrl: `${url}/v1`,
  credential: { header: 'authorization', value: 'Bearer provider-key' },
  ...more,
});

/** One server as an upstream of each of these families, OpenAI's with a credential. */
export const familiesAt = (
  url: string,
  families: readonly Upstream['family'][] = ['openai', 'anthropic', 'gemini', 'ollama'],
): readonly Upstream[] =>
  families.map((family) =>
    family === 'openai' ? openaiAt(url) : { name: family, family, baseUrl: url },
  );

/** What the tests of one file have in common; there from the first of them to the last. */
type Stage = { upstream: Scripted; proxy: Mounted };

/** An upstream that a test scripts behind a proxy that it can see into; each test finds both as if nothing had been. */
export function setStage(
  upstreamsAt: (url: string) => readonly Upstream[] | Promise<readonly Upstream[]>,
  options: Parameters<typeof mountProxy>[1] = {},
): Stage {
  const stage = {} as Stage;
  beforeAll(async () => {
    stage.upstream = await startUpstream();
    stage.proxy = await mountProxy(await upstreamsAt(stage.upstream.url), options);
  });
  afterEach(() => {
    stage.upstream.clear();
    stage.proxy.events.splice(0);
    stage.proxy.interactions.splice(0);
  });
  afterAll(async () => {
    expect(stage.proxy.bugs).toEqual([]);
    await stage.proxy.close();
    await stage.upstream.close();
  });
  return stage;
}

/** The same with the built-in model as another upstream of that family. */
export function setStageWithSandbox(upstreamAt: (url: string) => Upstream): Stage {
  let sandbox: Sandbox;
  const stage = setStage(async (url) => {
    sandbox = await createSandbox();
    const upstream = upstreamAt(url);
    const { family } = upstream;
    const baseUrl = family === 'openai' ? `${sandbox.url}/v1` : sandbox.url;
    return [upstream, { name: 'sandbox', family, baseUrl }];
  });
  // Behind the stage's own end: the proxy lets go of its connections first.
  afterAll(() => sandbox.close());
  return stage;
}

/** Judges by a policy, and says how much of a stream it has to see at once, so that streams go live. */
export function judgeBy(spec: Spec, ...more: readonly string[]): () => Judge {
  const bundle = bundleOf([policyOf(spec), ...more]);
  return () => {
    const placeholders = createPlaceholders();
    return Object.assign(
      (interaction: Interaction) => govern(bundle, interaction, { placeholders }),
      {
        hold: (interaction: Interaction) => holdOf(bundle, interaction),
        settle: (edits?: readonly Edit[]) => settleEdits(placeholders, edits),
      },
    );
  };
}

/** For what happens after the client has gone: looks again until it is so. */
export async function waitFor(condition: () => boolean, timeoutMs = 30_000): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > until) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
