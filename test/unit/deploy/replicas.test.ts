/** Three replicas behind HAProxy: the files fit each other, the gateway, and what replicas need to be told apart. */
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

describe('the HAProxy configuration', () => {
  test('knows every replica at the port that its image exposes', () => {
    const [, exposed] = /^EXPOSE (\d+)$/m.exec(readText('Dockerfile')) ?? [];
    const servers = [...balancer.matchAll(/^ *server (\S+) (\S+)$/gm)].map(([, name, address]) => [
      name,
      address,
    ]);
    expect(servers).toEqual(names.map((name) => [name, `${name}:${exposed ?? ''}`]));
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
