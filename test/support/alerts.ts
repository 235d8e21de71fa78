/** Asks an alert of deploy/prometheus/alerts.yml whether it would fire between two looks at a gateway's metrics. */
import { parse } from 'yaml';
import { z } from 'zod';
import { call } from './call.ts';
import type { RunningGateway } from './gateway.ts';
import { readText } from './repository.ts';

const fileSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const rules = fileSchema
  .parse(parse(readText('deploy/prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules);

/** Values by their labels, as Prometheus would group them; an empty one is false. */
type Vector = ReadonlyMap<string, number>;
type Page = ReadonlyMap<string, Vector>;
type Looks = { readonly before: Page; readonly now: Page };

/** Through a connection of its own, or one that is open already where no other can be had. */
export type Look = () => Promise<string>;

export function lookAt({ url, key }: Pick<RunningGateway, 'url' | 'key'>): Look {
  return async () => (await call(`${url}/metrics`, { key })).text;
}

function readPage(text: string): Page {
  const page = new Map<string, Map<string, number>>();
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === '') continue;
    const values = page.get(name) ?? new Map<string, number>();
    page.set(name, values.set(labels, Number(value)));
  }
  return page;
}

type Compare = (left: number, right: number) => boolean;
const comparisons: Readonly<Record<string, Compare>> = {
  '==': (left, right) => left === right,
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
};

function map(vector: Vector, change: (value: number, labels: string) => number): Vector {
  return new Map([...vector].map(([labels, value]) => [labels, change(value, labels)]));
}

function readRange(span: string): number {
  const [, count = '', unit = ''] = /^(\d+)([sm])$/.exec(span) ?? [];
  return Number(count) * (unit === 'm' ? 60 : 1);
}

/** What is in the file, and no more: anything else is an error, and no alert that is silent for not being understood. */
function evaluate(query: string, looks: Looks): Vector {
  const either = query.split(/\bor\b/);
  if (either.length > 1) {
    return new Map(either.flatMap((part) => [...evaluate(part, looks)]));
  }
  const compared = /^(.*?)\s*(==|>|<)\s*([\d.]+)$/.exec(query.trim());
  if (compared !== null) {
    const [, left = '', sign = '', right = ''] = compared;
    const holds = comparisons[sign];
    return new Map([...evaluate(left, looks)].filter(([, value]) => holds?.(value, Number(right))));
  }
  const age = /^time\(\) - (\w+)$/.exec(query);
  if (age !== null)
    return map(looks.now.get(age[1] ?? '') ?? new Map(), (value) => Date.now() / 1000 - value);
  const left = /^(\w+) - time\(\)$/.exec(query);
  if (left !== null)
    return map(looks.now.get(left[1] ?? '') ?? new Map(), (value) => value - Date.now() / 1000);
  const summed = /^sum(?: by \(\w+\))? ?\((.*)\)$/.exec(query);
  if (summed !== null) {
    const values = [...evaluate(summed[1] ?? '', looks).values()];
    return values.length === 0
      ? new Map()
      : new Map([['', values.reduce((sum, each) => sum + each)]]);
  }
  const called = /^(increase|rate|min_over_time)\((\w+)\[(\w+)\]\)$/.exec(query);
  if (called !== null) {
    const [, name = '', metric = '', span = ''] = called;
    const before = looks.before.get(metric) ?? new Map<string, number>();
    const now = looks.now.get(metric) ?? new Map<string, number>();
    // What was not there before has not risen: Prometheus knows no nothing that it could have risen from.
    const rise = map(now, (value, labels) => value - (before.get(labels) ?? value));
    if (name === 'increase') return rise;
    if (name === 'rate') return map(rise, (value) => value / readRange(span));
    return map(now, (value, labels) => Math.min(value, before.get(labels) ?? value));
  }
  if (!/^\w+$/.test(query)) throw new Error(`the query \`${query}\` cannot be read here`);
  return looks.now.get(query) ?? new Map();
}

/** From its beginning on; `isFiring` then tells what a Prometheus would, once the alert's `for` is over. */
export async function watchAlerts(look: Look): Promise<(alert: string) => Promise<boolean>> {
  const before = readPage(await look());
  return async function isFiring(alert) {
    const { expr } = rules.find((rule) => rule.alert === alert) ?? {};
    if (expr === undefined) throw new Error(`there is no alert \`${alert}\``);
    return evaluate(expr, { before, now: readPage(await look()) }).size > 0;
  };
}
