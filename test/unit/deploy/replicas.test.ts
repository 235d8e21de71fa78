/** Three replicas behind HAProxy or nginx: the files fit each other, the gateway, and what replicas need to be told apart. */
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { fileVariable, variables } from '../../../src/config/environment.ts';
import { configSchema } from '../../../src/config/schema.ts';
import {
  composeSchema,
  createValidator,
  serviceSchema,
  splitVolume,
} from '../../support/compose.ts';
import { exists, readText } from '../../support/repository.ts';

const file = 'deploy/compose/replicas.yaml';
const raw: unknown = parse(readText(file), { merge: true });
const { services, volumes } = composeSchema.parse(raw);
const names = Object.keys(services).filter((name) => name.startsWith('gateway-'));
const replicas = names.map((name) => serviceSchema.parse(services[name]));
const balancer = readText('deploy/haproxy/haproxy.cfg');
const nginx = readText('deploy/nginx/nginx.conf');
const config = configSchema.parse(parse(readText('deploy/compose/replicas.gateway.yaml')));

describe('the compose file of three replicas', () => {
  test('fits the schema of the compose specification', () => {
    const validate = createValidator();
    validate(raw);
    expect(validate.errors ?? []).toEqual([]);
  });

  test('has three, each with a state and a name of its own, all with one place for copies', () => {
    expect(names).toHaveLength(3);
    expect(config.rateLimit.replicas).toBe(names.length);
    const states = replicas.map(({ volumes: mounted }) => mounted.map(splitVolume));
    const [, state] = /GATEWAY_DATA=(\S+)/.exec(readText('Dockerfile')) ?? [];
    const own = states.map((mounted) => mounted.find(({ target }) => target === state)?.source);
    expect(new Set(own).size).toBe(names.length);
    for (const mounted of states)
      expect(mounted).toContainEqual({
        source: 'copies',
        target: config.audit.ship?.directory,
        mode: '',
      });
    expect(replicas.map(({ hostname }) => hostname)).toEqual(names);
    expect(config.audit.index.shared).toBe(true);
    expect(readText('Dockerfile')).toContain(` ${config.audit.ship?.directory ?? ''}\n`);
  });

  test('waits with killing one until it has had all the time to stop that its configuration gives it', () => {
    const { listen, limits, audit } = config;
    const stopMs = listen.leaveMs + limits.drainTimeoutMs + (audit.ship?.timeoutMs ?? 0);
    for (const { stop_grace_period: grace } of replicas)
      expect(parseInt(String(grace)) * 1_000).toBeGreaterThanOrEqual(stopMs + 10_000);
  });

  test('mounts only files that exist, read-only, and volumes that are declared', () => {
    const used = new Set<string>();
    for (const { volumes: mounted } of Object.values(services))
      for (const { source, mode } of mounted.map(splitVolume)) {
        if (!source.startsWith('.')) used.add(source);
        else
          expect([source, exists(normalize(join(dirname(file), source))), mode]).toEqual([
            source,
            true,
            'ro',
          ]);
      }
    expect([...used].sort()).toEqual(Object.keys(volumes).sort());
  });

  test('sets only variables that the gateway reads, and the master key to nothing of its own', () => {
    const known = [fileVariable, ...variables.map(({ name }) => name)];
    for (const { environment } of replicas) {
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
      expect(environment['GATEWAY_MASTER_KEY']).toMatch(/^\$\{GATEWAY_MASTER_KEY:\?/);
    }
  });

  test('publishes one port to this machine only, and pins every image', () => {
    const ports = Object.values(services).flatMap(({ ports: published }) => published);
    expect(ports).toEqual(['127.0.0.1:8080:8080']);
    for (const { image = '' } of Object.values(services))
      expect(image).toMatch(/:(?!latest$)[\w.-]+$/);
  });
});

const [, exposed = ''] = /^EXPOSE (\d+)$/m.exec(readText('Dockerfile')) ?? [];

describe('the HAProxy configuration', () => {
  test('knows every replica at the port that its image exposes', () => {
    const servers = [...balancer.matchAll(/^ *server (\S+) (\S+)$/gm)].map(([, name, address]) => [
      name,
      address,
    ]);
    expect(servers).toEqual(names.map((name) => [name, `${name}:${exposed}`]));
  });

  test('starts beside a replica that has no address, and asks for its name until it has one', () => {
    const [, resolvers] = /^resolvers (\S+)$/m.exec(balancer) ?? [];
    expect(resolvers).toBeDefined();
    const [, settings = ''] = /^ *default-server (.+)$/m.exec(balancer) ?? [];
    expect(settings).toContain(`resolvers ${resolvers ?? ''}`);
    expect(settings).toMatch(/init-addr (?:\w+,)*none\b/);
  });

  test('asks for readiness, sends nothing twice, and says where a call comes from', () => {
    expect(balancer).toMatch(/http-check send meth GET uri \/readyz/);
    expect(balancer).toMatch(/^ *retry-on conn-failure$/m);
    expect(balancer).toContain('del-header x-forwarded-for');
    expect(config.listen.trustProxy).toBe(1);
  });

  test('waits longer for an answer than the gateway does', () => {
    for (const [, minutes] of balancer.matchAll(/^ *timeout (?:client|server) (\d+)m$/gm))
      expect(Number(minutes) * 60_000).toBeGreaterThan(config.limits.upstreamTotalTimeoutMs);
  });
});

/** The values of a directive, wherever it stands. */
function readDirectives(name: string): readonly string[] {
  return [...nginx.matchAll(new RegExp(`^ *${name} ([^;{]+);$`, 'gm'))].map(
    ([, value = '']) => value,
  );
}

describe('the nginx configuration', () => {
  test('knows every replica at the port that its image exposes', () => {
    const servers = readDirectives('server').map((value) => value.split(' ')[0]);
    expect(servers).toEqual(names.map((name) => `${name}:${exposed}`));
  });

  test('uses all cores, holds back bodies but no answers, and leaves it to the gateway how long they may be', () => {
    for (const [name, value] of [
      ['proxy_buffering', 'off'],
      ['proxy_request_buffering', 'on'],
      ['proxy_http_version', '1.1'],
      ['client_max_body_size', '0'],
      ['worker_processes', 'auto'],
    ] as const)
      expect([name, readDirectives(name)]).toEqual([name, [value]]);
    const [buffers = ''] = readDirectives('large_client_header_buffers');
    const [, kibibytes] = /^\d+ (\d+)k$/.exec(buffers) ?? [];
    expect(Number(kibibytes) * 1024).toBeGreaterThanOrEqual(config.limits.headerBytesMax);
  });

  test('sends nothing twice that has reached a replica, and says where a call comes from', () => {
    expect(readDirectives('proxy_next_upstream')).toEqual(['error timeout']);
    expect(readDirectives('proxy_set_header')).toContain('X-Forwarded-For $remote_addr');
  });

  test('waits longer for an answer than the gateway does, and keeps connections for a shorter time', () => {
    for (const name of ['proxy_read_timeout', 'proxy_send_timeout', 'send_timeout'])
      for (const value of readDirectives(name))
        expect(parseInt(value) * 60_000).toBeGreaterThan(config.limits.upstreamTotalTimeoutMs);
    const [upstream = ''] = /upstream gateways \{[^}]*\}/.exec(nginx) ?? [];
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream) ?? [];
    expect(Number(seconds) * 1000).toBeLessThan(config.limits.keepAliveTimeoutMs);
  });
});
