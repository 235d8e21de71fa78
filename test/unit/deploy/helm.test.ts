/** The chart, rendered: what it starts is what the image and the configuration hold, and what it asks for is there. */
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';
import { variables } from '../../../src/config/environment.ts';
import { configSchema } from '../../../src/config/schema.ts';
import { createHealthRoutes, createMetricsRoute } from '../../../src/server/routes/health.ts';
import { renderChart } from '../../support/helm.ts';
import { readSection, readText } from '../../support/repository.ts';

const values = parse(readText('deploy/helm/governance-gateway/values.yaml')) as Record<
  string,
  unknown
>;
const fits = new Ajv({ strict: true }).compile(
  JSON.parse(readText('deploy/helm/governance-gateway/values.schema.json')) as object,
);

const { config } = z
  .looseObject({ config: z.looseObject({ listen: z.looseObject({}) }) })
  .parse(values);

const resourcesSchema = z.object({
  resources: z.object({ requests: z.object({ memory: z.string() }) }),
});

const everything = {
  ...values,
  config: {
    ...config,
    listen: { metrics: { host: '0.0.0.0', port: 9464 }, leaveMs: 4_500 },
    limits: { drainTimeoutMs: 600_000 },
    traces: { endpoint: 'http://collector:4318/v1/traces', timeoutMs: 7_000 },
    audit: { ship: { directory: '/var/lib/governance/copies', timeoutMs: 20_000 } },
  },
  policies: { 'own.yaml': 'id: own\n' },
  serviceMonitor: { enabled: true, interval: '15s' },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: {} }],
    metricsFrom: [{ namespaceSelector: {} }],
    egressPorts: [443],
  },
  extraVolumes: [{ name: 'models', persistentVolumeClaim: { claimName: 'models' } }],
  extraVolumeMounts: [{ name: 'models', mountPath: '/models', readOnly: true }],
  nodeSelector: { disk: 'local' },
  tolerations: [{ key: 'a', operator: 'Exists' }],
};

const documentSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.record(z.string(), z.unknown()).optional(),
  data: z.record(z.string(), z.string()).optional(),
});
type Document = z.output<typeof documentSchema>;

function render(given: unknown): Document[] {
  return renderChart(given).map((document) => documentSchema.parse(document));
}

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const containerSchema = z.looseObject({
  image: z.string(),
  env: z.array(z.looseObject({ name: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.unknown(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
});
const setSchema = z.object({
  replicas: z.int(),
  serviceName: z.string(),
  selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  template: z.object({
    metadata: z.object({ labels: z.record(z.string(), z.string()) }),
    spec: z.looseObject({
      terminationGracePeriodSeconds: z.int(),
      securityContext: z.looseObject({ runAsUser: z.int(), runAsNonRoot: z.literal(true) }),
      containers: z.array(containerSchema).length(1),
      volumes: z.array(z.looseObject({ name: z.string() })),
    }),
  }),
  volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) }).loose()),
});

function find(documents: readonly Document[], kind: string, name = 'gateway'): Document {
  const found = documents.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function readSet(documents: readonly Document[]) {
  const set = setSchema.parse(find(documents, 'StatefulSet').spec);
  const [container] = set.template.spec.containers;
  if (container === undefined) throw new Error('no container');
  return { set, container };
}

const dockerfile = readText('Dockerfile');

describe.each([
  ['as it is', values],
  ['with all that it can', everything],
])('the chart %s', (_, given) => {
  const documents = render(given);
  const { set, container } = readSet(documents);

  test('has values that fit their schema', () => {
    fits(given);
    expect(fits.errors ?? []).toEqual([]);
  });

  test('gives the gateway a configuration that it takes', () => {
    const text = find(documents, 'ConfigMap').data?.['gateway.yaml'] ?? '';
    const taken = configSchema.parse(parse(text));
    expect(taken.rateLimit.replicas).toBe(set.replicas);
    expect(container.ports).toContainEqual({
      name: 'metrics',
      containerPort: taken.listen.metrics?.port,
    });
  });

  test('kills no replica before it has had the time to stop that its configuration gives it', () => {
    const text = find(documents, 'ConfigMap').data?.['gateway.yaml'] ?? '';
    const { listen, limits, traces, audit } = configSchema.parse(parse(text));
    const [, waited] =
      /setTimeout\(\(\) => undefined, (\d+)\)/.exec(JSON.stringify(container)) ?? [];
    const lastMs = (traces?.timeoutMs ?? 5_000) + 2 * (audit.ship?.timeoutMs ?? 10_000);
    const stopMs = Number(waited) + listen.leaveMs + limits.drainTimeoutMs + lastMs;
    const graceMs = set.template.spec.terminationGracePeriodSeconds * 1000;
    // As the page on operations has it: ten seconds more than all of them together.
    expect(graceMs).toBeGreaterThanOrEqual(stopMs + 10_000);
    expect(graceMs).toBeLessThan(stopMs + 12_000);
  });

  test('asks only paths that are there, on ports that are open', () => {
    const asked = { readiness: () => ({}), notes: () => ({}) };
    const paths = createHealthRoutes(asked).map(({ path }) => path);
    for (const each of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const { path, port } = container[each].httpGet;
      expect(paths).toContain(path);
      expect(container.ports.map(({ name }) => name)).toContain(port);
    }
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    // Clients that hold all connections of the other one must not have the replica killed.
    expect(container.livenessProbe.httpGet.port).toBe('metrics');
    expect(container.readinessProbe.httpGet.port).toBe('http');
  });

  test('runs the image as the image means it', () => {
    const [, exposed] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
    const [, user] = /^USER (\d+)/m.exec(dockerfile) ?? [];
    const [, state] = /GATEWAY_DATA=(\S+)/.exec(dockerfile) ?? [];
    expect(container.ports[0]).toEqual({ name: 'http', containerPort: Number(exposed) });
    expect(set.template.spec.securityContext.runAsUser).toBe(Number(user));
    expect(container.volumeMounts).toContainEqual({ name: 'state', mountPath: state });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const known = ['GATEWAY_CONFIG', ...variables.map(({ name }) => name)];
    expect(container.env.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
  });

  test('gives each replica its own disk and name, and mounts only what is there', () => {
    const claimed = set.volumeClaimTemplates.map(({ metadata }) => metadata.name);
    expect(claimed).toEqual(['state']);
    const volumes = [...claimed, ...set.template.spec.volumes.map(({ name }) => name)];
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
    expect(find(documents, 'Service', set.serviceName).spec).toMatchObject({ clusterIP: 'None' });
  });

  test('selects its own pods everywhere', () => {
    const { labels } = set.template.metadata;
    expect(labels).toMatchObject(set.selector.matchLabels);
    for (const kind of ['PodDisruptionBudget', 'NetworkPolicy']) {
      const { spec } = find(documents, kind);
      expect(Object.values(spec ?? {})).toContainEqual({ matchLabels: labels });
    }
    for (const { kind, spec } of documents)
      if (kind === 'Service') expect(spec).toMatchObject({ selector: labels });
  });
});

describe('the chart', () => {
  test('has Prometheus read the metrics under the name that the alerts know', () => {
    const documents = render(everything);
    const monitor = find(documents, 'ServiceMonitor').spec;
    expect(monitor).toMatchObject({
      endpoints: [{ port: 'metrics', path: createMetricsRoute(noMetrics, 'public').path }],
    });
    expect(JSON.stringify(monitor)).toContain('"replacement":"governance-gateway"');
    expect(readText('deploy/prometheus/alerts.yml')).toContain('job="governance-gateway"');
    const { selector } = z
      .object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) })
      .parse(monitor);
    const { metadata } = find(documents, 'Service', 'gateway-replicas');
    expect(metadata['labels']).toMatchObject(selector.matchLabels);
  });

  test('asks for as much memory as the page on sizing says that full load takes', () => {
    const sizing = readSection('docs/OPERATIONS.md', 'Sizing');
    const [, megabytes] = /some (\d+) MB at full load/.exec(sizing) ?? [];
    const { resources } = resourcesSchema.parse(values);
    const [, mebibytes] = /^(\d+)Mi$/.exec(resources.requests.memory) ?? [];
    expect(Number(mebibytes) * 1.048576).toBeGreaterThanOrEqual(Number(megabytes));
  });

  test('leaves out what is switched off', () => {
    const off = { enabled: false };
    const kinds = render({ ...values, networkPolicy: off, podDisruptionBudget: off }).map(
      ({ kind }) => kind,
    );
    expect(kinds.sort()).toEqual(['ConfigMap', 'Service', 'Service', 'StatefulSet']);
  });

  test('leaves out what was taken out: in Helm, `null` removes a value with all that is in it', () => {
    const none = { networkPolicy: null, podDisruptionBudget: null, serviceMonitor: null };
    const kinds = render({ ...values, ...none }).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['ConfigMap', 'Service', 'Service', 'StatefulSet']);
    const serviceMonitor = { enabled: true, interval: '15s' };
    expect(() => render({ ...values, ...none, serviceMonitor })).not.toThrow();
  });

  test('opens no port at all where none is named: a rule without ports would open them all', () => {
    const networkPolicy = { enabled: true, from: [], metricsFrom: [], egressPorts: [] };
    const { spec } = find(render({ ...values, networkPolicy }), 'NetworkPolicy');
    const dns = ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol }));
    expect(spec?.['egress']).toEqual([{ ports: dns }]);
  });

  test('mounts further volumes, such as one for copies of the trail or for models', () => {
    const { set, container } = readSet(render(everything));
    expect(set.template.spec.volumes).toContainEqual(everything.extraVolumes[0]);
    expect(container.volumeMounts).toContainEqual(everything.extraVolumeMounts[0]);
  });

  test('starts nothing without the key that all replicas need', () => {
    const { env } = readSet(render(values)).container;
    expect(env).toContainEqual({
      name: 'GATEWAY_MASTER_KEY',
      valueFrom: {
        secretKeyRef: { name: values['existingSecret'], key: 'GATEWAY_MASTER_KEY' },
      },
    });
  });

  test('refuses a Prometheus that its own network policy shuts out', () => {
    const serviceMonitor = { enabled: true, interval: '15s' };
    expect(() => render({ ...values, serviceMonitor })).toThrow('metricsFrom has to name');
    const networkPolicy = { enabled: false, metricsFrom: [] };
    expect(() => render({ ...values, serviceMonitor, networkPolicy })).not.toThrow();
  });

  test('refuses shares for another number of replicas', () => {
    expect(() => render({ ...values, replicaCount: 5 })).toThrow('has to be replicaCount');
  });

  test.each([
    ['an unknown value', { replicas: 3 }],
    ['the newest image, whichever that is', { image: { repository: 'a', tag: 'latest' } }],
    [
      'an address that the image sets',
      { config: { ...config, listen: { ...config.listen, host: '127.0.0.1' } } },
    ],
    [
      'metrics on the port of the calls',
      { config: { ...config, listen: { metrics: { host: '0.0.0.0', port: 8080 } } } },
    ],
    ['no secret', { existingSecret: '' }],
    [
      'a time to stop that it cannot count',
      { config: { ...config, limits: { drainTimeoutMs: '${DRAIN}' } } },
    ],
    ['a volume without a name', { extraVolumes: [{ emptyDir: {} }] }],
    ['a volume that is mounted nowhere', { extraVolumeMounts: [{ name: 'models' }] }],
    ['a size without a unit', { persistence: { size: '20' } }],
  ])('has a schema that refuses %s', (_, broken) => {
    expect(fits({ ...values, ...broken })).toBe(false);
  });
});

const noMetrics = { write: () => Promise.resolve({ type: '', text: '' }) } as Parameters<
  typeof createMetricsRoute
>[0];
