/** No container engine runs in the tests, so the compose file is held against the published schema and the checkout. */
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { fileVariable, variables } from '../../../src/config/environment.ts';
import {
  composeSchema,
  createValidator,
  serviceSchema,
  splitVolume,
} from '../../support/compose.ts';
import { exists, readText } from '../../support/repository.ts';

const raw: unknown = parse(readText('docker-compose.yml'));
const compose = composeSchema.parse(raw);
const services = Object.entries(compose.services);
const gateway = compose.services['gateway'] ?? serviceSchema.parse({});

describe('docker-compose.yml', () => {
  const validate = createValidator();

  test('fits the schema of the compose specification', () => {
    validate(raw);
    expect(validate.errors ?? []).toEqual([]);
  });

  test.each([
    ['an unknown member', { services: { a: { image: 'x', imag: 'y' } } }],
    [
      'a wrong duration',
      { services: { a: { image: 'x', healthcheck: { interval: '5 seconds' } } } },
    ],
    ['a wrong port', { services: { a: { image: 'x', ports: ['eighty:80'] } } }],
    ['an unknown condition', { services: { a: { depends_on: { b: { condition: 'ready' } } } } }],
  ])('would not fit it with %s', (_, broken) => {
    expect(validate(broken)).toBe(false);
  });

  test('names services that exist, and waits only for what tells its health', () => {
    for (const [, { depends_on: needs }] of services) {
      const names = Array.isArray(needs) ? needs : Object.keys(needs);
      for (const name of names) expect(Object.keys(compose.services)).toContain(name);
      if (Array.isArray(needs)) continue;
      for (const [name, need] of Object.entries(needs)) {
        const { condition } = z.object({ condition: z.string() }).parse(need);
        if (condition !== 'service_healthy') continue;
        expect([name, compose.services[name]?.healthcheck !== undefined]).toEqual([name, true]);
      }
    }
  });

  test('a service without a profile needs none that has one', () => {
    for (const [, { profiles, depends_on: needs }] of services) {
      if (profiles.length > 0) continue;
      const names = Array.isArray(needs) ? needs : Object.keys(needs);
      expect(names.flatMap((name) => compose.services[name]?.profiles ?? [])).toEqual([]);
    }
    expect(new Set(services.flatMap(([, { profiles }]) => profiles))).toEqual(
      new Set(['ollama', 'observability']),
    );
  });

  test('mounts only files that exist, read-only, and volumes that are declared', () => {
    const used = new Set<string>();
    for (const { source, mode } of services.flatMap(([, { volumes }]) =>
      volumes.map(splitVolume),
    )) {
      if (source.startsWith('./')) {
        expect([source, exists(source), mode]).toEqual([source, true, 'ro']);
      } else used.add(source);
    }
    expect([...used].sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  test('sets only variables that the gateway reads', () => {
    const known = [fileVariable, ...variables.map(({ name }) => name)];
    expect(known).toContain('GATEWAY_DATA');
    const unknown = Object.keys(gateway.environment).filter((name) => !known.includes(name));
    expect(unknown).toEqual([]);
  });

  test('publishes ports to this machine only, and the gateway on the one its image exposes', () => {
    for (const [, { ports }] of services)
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
    const dockerfile = readText('Dockerfile');
    const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
    expect(dockerfile).toContain(`PORT=${exposed ?? ''}`);
    expect(gateway.ports.map((port) => port.split(':').at(-1))).toEqual([exposed]);
  });

  test('every image is pinned to a version', () => {
    for (const [name, { image = '' }] of services)
      expect([name, image]).toEqual([name, expect.stringMatching(/:(?!latest$)[\w.-]+$/)]);
  });

  test('the gateway runs without privileges on a read-only root, and keeps its state in a volume', () => {
    expect(gateway).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    const [, state] = /GATEWAY_DATA=(\S+)/.exec(readText('Dockerfile')) ?? [];
    expect(gateway.volumes.map(splitVolume)).toContainEqual(
      expect.objectContaining({ source: 'state', target: state }),
    );
  });

  test('hosts in URLs are services, at the port that they serve', () => {
    const served: Readonly<Record<string, string>> = {
      postgres: '5432',
      valkey: '6379',
      ollama: '11434',
      prometheus: '9090',
      gateway: '9464',
    };
    const texts = ['docker-compose.yml', 'deploy/compose/gateway.yaml', ...observability()];
    const found = texts.flatMap((path) => [
      ...readText(path).matchAll(/(?:\/\/(?:[^/\s'@]*@)?|targets: \[')([a-z]+):(\d+)/g),
    ]);
    expect(found.length).toBeGreaterThan(4);
    for (const [, host = '', port = ''] of found)
      expect([host, served[host]]).toEqual([host, port]);
  });
});

function observability(): readonly string[] {
  return [
    'deploy/prometheus/prometheus.yml',
    'deploy/grafana/provisioning/datasources/prometheus.yml',
  ];
}

describe('what the compose file mounts', () => {
  test('the Prometheus configuration names rule files that are mounted beside it', () => {
    const mounted = (compose.services['prometheus']?.volumes ?? []).map(splitVolume);
    const config = z
      .object({ rule_files: z.array(z.string()) })
      .parse(parse(readText('deploy/prometheus/prometheus.yml')));
    for (const file of config.rule_files) {
      const target = normalize(join('/etc/prometheus', file));
      const own = mounted.find((volume) => volume.target === target);
      expect(own?.source).toBe(`./${join(dirname('deploy/prometheus/prometheus.yml'), file)}`);
    }
  });

  test('the dashboards are where Grafana is told to look', () => {
    const provider = z
      .object({ providers: z.array(z.object({ options: z.object({ path: z.string() }) })) })
      .parse(parse(readText('deploy/grafana/provisioning/dashboards/governance.yml')));
    const targets = (compose.services['grafana']?.volumes ?? []).map(splitVolume);
    for (const { options } of provider.providers)
      expect(targets).toContainEqual(
        expect.objectContaining({ source: './deploy/grafana/dashboards', target: options.path }),
      );
  });
});
