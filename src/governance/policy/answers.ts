/** What a condition is told: the fields of its call, and answers to its queries about the parts it looks at. */
import type { Seen } from '../inspect.ts';
import { pathOf, type Interaction, type ToolCall } from '../interaction.ts';
import type { Answers, Fields } from './expression/evaluate.ts';
import type { Sizes } from './expression/cost.ts';
import type { Query } from './expression/signal.ts';
import { matchesCategory } from './policy.ts';

export function isAnswer(query: Query, one: Seen): boolean {
  if (query.kind === 'pattern') return one.pattern === query.pattern;
  return one.confidence >= query.confidence && matchesCategory(query.selector, one.category);
}

export function toAnswers(queries: readonly Query[], seen: readonly Seen[]): Answers {
  const found = new Map<number, readonly Seen[]>();
  const of = (index: number): readonly Seen[] => {
    const before = found.get(index);
    if (before !== undefined) return before;
    const query = queries[index];
    const list = query === undefined ? [] : seen.filter((one) => isAnswer(query, one));
    found.set(index, list);
    return list;
  };
  return {
    seen: (query) => of(query).length > 0,
    count: (query) => of(query).length,
    near: (left, right, distance) => areNear(of(left), of(right), distance),
  };
}

/** Both lists are in the order of the text, so one walk over each is enough. */
function areNear(left: readonly Seen[], right: readonly Seen[], distance: number): boolean {
  let from = 0;
  for (const one of left) {
    const span = one.spans[0];
    if (span === undefined) continue;
    for (let index = from; index < right.length; index += 1) {
      const other = right[index]?.spans[0];
      if (other === undefined || other.part < span.part) from = index + 1;
      else if (other.part > span.part || other.start - span.end > distance) break;
      else if (span.start - other.end <= distance) return true;
      else from = index + 1;
    }
  }
  return false;
}

const charactersPerToken = 4;

/** Fields are worked out when a condition asks for them, because most never do. */
export function toFields(
  interaction: Interaction,
  seen: readonly Seen[],
  zone: string,
  tool?: ToolCall,
): Fields {
  const { key, parts } = interaction;
  const { model, upstream, dialect, route, stage, stream, user, session, tags } = interaction;
  return {
    ...{ model, upstream, dialect, route, stage, stream, user, session, tags },
    key: { id: key.id, owner: key.owner, team: key.team, env: key.env, tags: key.tags },
    tools: interaction.tools,
    references: interaction.references,
    history: BigInt(interaction.history),
    get tokens() {
      const characters = parts.reduce((sum, part) => sum + part.text.length, 0);
      return BigInt(Math.ceil(characters / charactersPerToken));
    },
    get parts() {
      return parts.map((part) => ({
        kind: part.kind,
        role: part.role,
        path: pathOf(part.at),
        size: BigInt(part.text.length),
      }));
    },
    get unjudged() {
      return interaction.unjudged.map((one) => one.kind);
    },
    get findings() {
      return seen.map(({ category, severity, confidence, kind }) => ({
        ...{ category, severity, confidence, kind },
      }));
    },
    get time() {
      return timeIn(zone, interaction.at);
    },
    get tool() {
      return tool === undefined ? undefined : toToolValue(tool);
    },
  };
}

export function sizesOf(interaction: Interaction, seen: readonly Seen[], tool?: ToolCall): Sizes {
  return (field) => {
    switch (field) {
      case 'parts':
        return interaction.parts.length;
      case 'findings':
        return seen.length;
      case 'tags':
      case 'tools':
      case 'references':
      case 'unjudged':
        return interaction[field].length;
      case 'key':
        return interaction.key.tags.length;
      case 'tool':
        return tool === undefined ? 0 : countOf(tool.args);
      default:
        return Math.max(1, tool === undefined ? 0 : countOf(tool.args));
    }
  };
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 0 to 23, and 1 for Monday to 7 for Sunday. */
function timeIn(zone: string, at: number): { hour: bigint; weekday: bigint } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    hourCycle: 'h23',
    weekday: 'short',
  });
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
  const weekday = weekdays.indexOf(parts.get('weekday') ?? '') + 1;
  return { hour: BigInt(parts.get('hour') ?? '0'), weekday: BigInt(weekday) };
}

const itemsMax = 10_000;

/** Arguments that could not be decoded are left out, so that a condition on them fails instead of passing. */
function toToolValue(tool: ToolCall): ReadonlyMap<string, unknown> {
  const value = new Map<string, unknown>([['name', tool.name]]);
  const { args } = tool;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return value;
  if (countOf(args) <= itemsMax) value.set('args', toValue(args));
  return value;
}

/** Integers become integers; objects become maps whose keys are only ever data. */
function toValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) return value.map(toValue);
  return new Map(Object.entries(value).map(([name, member]) => [name, toValue(member)]));
}

/** Values inside a value, counted no further than is of interest. */
function countOf(value: unknown): number {
  const open: unknown[] = [value];
  let count = 0;
  while (open.length > 0 && count <= itemsMax) {
    const next = open.pop();
    count += 1;
    if (typeof next === 'object' && next !== null)
      open.push(...Object.values(next).slice(0, itemsMax));
  }
  return count;
}
