/** Other gateways and proxies on the same machine: what is there is measured, what is not is said to be missing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort, startForeign } from './foreign.ts';
import type { Program } from './process.ts';
import type { Effort } from './row.ts';
import type { Scene, Subject } from './scene.ts';

/** Named by version, so that a figure says what it was measured against. */
const portkey = { name: '@portkey-ai/gateway', version: '1.15.2' };
const cache = join(import.meta.dirname, '..', 'node_modules/.cache/bench');
const portkeyProgram = join(cache, 'node_modules', portkey.name, 'build/start-server.js');

export type Peers = { readonly subjects: readonly Subject[]; readonly missing: readonly string[] };

/** Into a folder of the bench's own: the project does not depend on it. */
function installPortkey(): string | undefined {
  if (existsSync(portkeyProgram)) return undefined;
  const wanted = `${portkey.name}@${portkey.version}`;
  process.stderr.write(`installing ${wanted} for the comparison\n`);
  const options = ['--prefix', cache, '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const { status } = spawnSync('npm', ['install', ...options, wanted], { stdio: 'ignore' });
  return status === 0 && existsSync(portkeyProgram)
    ? undefined
    : `${wanted} could not be installed from the package registry`;
}

/** Its own guard as its documents configure one: a pattern over the prompt, and the same over the answer. */
function writePortkeyConfig(upstream: string, guarded: boolean): string {
  const guard = {
    'default.regexMatch': { rule: String.raw`\b\d{3}-\d{2}-\d{4}\b`, not: true },
    deny: true,
  };
  return JSON.stringify({
    provider: 'openai',
    api_key: 'bench-upstream-key',
    custom_host: `${upstream}/v1`,
    ...(guarded ? { input_guardrails: [guard], output_guardrails: [guard] } : {}),
  });
}

async function startPortkey(scene: Scene, guards: readonly boolean[]): Promise<readonly Subject[]> {
  const port = await findFreePort();
  const words = [portkeyProgram, `--port=${port}`, '--headless'];
  const program = scene.keep(await startForeign(process.execPath, words, port));
  const upstream = await scene.upstreamUrl();
  return guards.map((guarded) => ({
    label: `Portkey ${portkey.version}, ${guarded ? 'one pattern as its guard' : 'no guard'}, no trail`,
    program,
    headers: { 'x-portkey-config': writePortkeyConfig(upstream, guarded) },
  }));
}

async function startNginx(scene: Scene): Promise<Program> {
  const port = await findFreePort();
  const folder = await scene.createFolder();
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  upstream provider { server ${new URL(await scene.upstreamUrl()).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / { proxy_pass http://provider; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  return scene.keep(await startForeign('nginx', ['-c', file, '-e', 'stderr'], port));
}

function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function startProxies(scene: Scene): Promise<Peers> {
  const subjects: Subject[] = [await scene.startBareExpress()];
  if (!hasNginx()) return { subjects, missing: ['nginx is not on this machine'] };
  subjects.push({ label: 'nginx, one process', program: await startNginx(scene) });
  return { subjects, missing: [] };
}

/** All of them, or only the one that a goal names. */
export async function startPeers(scene: Scene, sides: Effort['sides']): Promise<Peers> {
  const proxies = sides === 'all' ? await startProxies(scene) : { subjects: [], missing: [] };
  const subjects: Subject[] = [...proxies.subjects];
  const missing = [...proxies.missing];
  const fault = installPortkey();
  if (fault === undefined)
    subjects.push(...(await startPortkey(scene, sides === 'all' ? [false, true] : [true])));
  else missing.push(fault);
  return { subjects, missing };
}
