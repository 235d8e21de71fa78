/** What the fault tests share: a folder with one quick policy and short limits, and an upstream that is told how to misbehave. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickPolicy } from '../support/quick-policy.ts';
import { type Upstream, startUpstream } from '../support/upstream.ts';
import type { Script } from '../support/upstream.ts';

export type Scene = {
  readonly folder: string;
  readonly upstream: Upstream;
  /** For the gateway's process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Models of the calls that arrived at the upstream. */
  readonly reached: () => string[];
  readonly close: () => Promise<void>;
};

const limits = {
  upstreamFirstByteTimeoutMs: 1500,
  upstreamIdleTimeoutMs: 1500,
  drainTimeoutMs: 10_000,
};

export async function openScene(
  script?: Script,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'governance-faults-'));
  const upstream = await startUpstream(script);
  const config = { audit: { journalBytesMax: 65_536, content: 'full' }, limits, ...settings };
  await writeFile(join(folder, 'gateway.yaml'), JSON.stringify(config));
  return {
    folder,
    upstream,
    environment: {
      GATEWAY_CONFIG: join(folder, 'gateway.yaml'),
      ...quickPolicy,
      GATEWAY_RATE_LIMIT: '0',
      OPENAI_API_KEY: 'upstream-key-of-the-tests',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
    },
    reached: () => upstream.arrived.map(({ body }) => readModel(body)),
    async close() {
      await upstream.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function readModel(body: Buffer): string {
  return /"model":\s*"([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '';
}
