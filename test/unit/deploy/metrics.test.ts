/** The dashboard and the alerts ask only for metrics and labels that the gateway has, and each alert is explained. */
import { describe, expect, test } from '@jest/globals';
import { Registry, collectDefaultMetrics } from 'prom-client';
import { parse } from 'yaml';
import { z } from 'zod';
import { limitsSchema } from '../../../src/config/limits.ts';
import { createInstruments } from '../../../src/server/instruments.ts';
import { createMetrics } from '../../../src/server/metrics.ts';
import { calmReadings } from '../../support/calm-readings.ts';
import { listFiles, readSection, readTable, readText } from '../../support/repository.ts';

const dashboardSchema = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.int(),
      type: z.string(),
      title: z.string().min(1),
      description: z.string().optional(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});
const alertsSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const metricSchema = z.looseObject({
  name: z.string(),
  type: z.enum(['counter', 'gauge', 'histogram', 'summary']),
});

/** Series by name, with the labels that each carries. */
function readSeries(): ReadonlyMap<string, ReadonlySet<string>> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  createInstruments(register, calmReadings);
  const scraped = ['instance', 'job'];
  const series = new Map([['up', new Set(scraped)]]);
  for (const { name } of register.getMetricsAsArray()) {
    const metric = register.getSingleMetric(name);
    const labels = z.array(z.string()).parse(Reflect.get(metric ?? {}, 'labelNames'));
    const { type } = metricSchema.parse({ name, type: readType(metric) });
    if (type !== 'histogram') series.set(name, new Set([...labels, ...scraped]));
    else
      for (const [suffix, more] of [
        ['_bucket', ['le']],
        ['_sum', []],
        ['_count', []],
      ] as const)
        series.set(`${name}${suffix}`, new Set([...labels, ...more, ...scraped]));
  }
  return series;
}

function readType(metric: object | undefined): string {
  return (metric?.constructor.name ?? '').toLowerCase();
}

const dashboards = listFiles(/^deploy\/grafana\/dashboards\/.*\.json$/).map((path) =>
  dashboardSchema.parse(JSON.parse(readText(path))),
);
const alerts = alertsSchema
  .parse(parse(readText('deploy/prometheus/alerts.yml')))
  .groups.flatMap(({ rules }) => rules);
const panels = dashboards.flatMap((dashboard) => dashboard.panels);
const queries = [
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
];

const words = new Set(['by', 'without', 'on', 'le', 'and', 'or', 'unless']);

/** Names of series in a query: what is neither called, nor a label, nor a word of the language. */
function findNames(query: string): readonly string[] {
  const bare = query
    .replace(/"[^"]*"/g, '""')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without)\s*\([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z_:][a-z0-9_:]*(?!\w|\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
}

function findLabels(query: string): readonly string[] {
  const selected = [...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  );
  const grouped = [...query.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((label) => label.trim()),
  );
  return [...selected, ...grouped];
}

describe('the dashboard and the alerts', () => {
  const series = readSeries();

  test.each(queries)('%s asks for what there is', (_, query) => {
    const names = findNames(query);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const labels = new Set(names.flatMap((name) => [...(series.get(name) ?? [])]));
    expect(findLabels(query).filter((label) => !labels.has(label))).toEqual([]);
  });

  test('every metric of the gateway is shown or watched', () => {
    const asked = new Set(queries.flatMap(([, query]) => findNames(query)));
    const own = [...series.keys()].filter((name) => name.startsWith('governance_'));
    const unseen = own.filter((name) => !asked.has(name) && !/_(sum|count)$/.test(name));
    expect(unseen).toEqual([]);
  });

  test('legends use only labels that the query keeps', () => {
    for (const { title, targets } of panels)
      for (const { expr, legendFormat } of targets) {
        const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        const kept = /\bby\b/.test(expr) ? findLabels(expr) : ['instance', 'job'];
        expect([title, used.filter((label) => !kept.includes(label ?? ''))]).toEqual([title, []]);
      }
  });

  test('panels have ids of their own and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}:${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test('docs/OPERATIONS.md lists the metrics with their labels, and no other', () => {
    const register = new Registry();
    createInstruments(register, calmReadings);
    const own = register.getMetricsAsArray().map(({ name, help }) => {
      const metric = register.getSingleMetric(name) ?? {};
      const labels = z.array(z.string()).parse(Reflect.get(metric, 'labelNames'));
      const written = labels.map((label) => `\`${label}\``);
      return [`\`${name}\``, written.join(' '), help];
    });
    const documented = readTable(readSection('docs/OPERATIONS.md', 'Metrics'));
    expect([...documented].sort()).toEqual(own.sort());
  });

  test('every alert has a paragraph in docs/OPERATIONS.md, and no other', () => {
    const explained = [...readText('docs/OPERATIONS.md').matchAll(/^\| `([A-Z]\w+)`/gm)].map(
      ([, name]) => name,
    );
    expect(explained.sort()).toEqual(alerts.map(({ alert }) => alert).sort());
  });
});

describe('the metrics', () => {
  const sources = listFiles(/^src\/.*\.ts$/);
  const feeds = 'src/server/metrics.ts';
  const all = new Map(sources.map((path) => [path, readText(path)]));
  const elsewhere = [...all].filter(([path]) => path !== feeds).map(([, text]) => text);

  test('are each fed: read when they are asked for, or told of by what happens', () => {
    const unfed = Object.entries(createInstruments(new Registry(), calmReadings)).filter(
      ([name, metric]) =>
        typeof Reflect.get(metric, 'collect') !== 'function' &&
        // What a family begins with is not what feeds it.
        !new RegExp(`instruments\\.${name}\\.(inc|set|observe)\\((?!.*, 0\\))`).test(
          all.get(feeds) ?? '',
        ),
    );
    expect(unfed.map(([name]) => name)).toEqual([]);
  });

  test('are told of by somebody, in each way that there is to tell them', () => {
    const { upstreams, ...own } = createMetrics(calmReadings);
    const ways = Object.keys({ ...own, ...upstreams });
    const untold = ways.filter((way) => !elsewhere.some((text) => text.includes(`.${way}`)));
    expect(ways.length).toBeGreaterThan(10);
    expect(untold).toEqual([]);
  });

  test('of what a model does tell times as long as a call may last', () => {
    const { exchange, upstream, outside } = createInstruments(new Registry(), calmReadings);
    const longestMs = limitsSchema.parse(undefined).upstreamTotalTimeoutMs;
    for (const metric of [exchange, upstream, outside]) {
      const buckets = z.array(z.number()).parse(Reflect.get(metric, 'upperBounds'));
      expect(Math.max(...buckets)).toBeGreaterThanOrEqual(longestMs / 1000);
    }
  });
});
