/** What one condition is run on: a call, what may be seen in it, and the tool call it is judged for. */
import {
  pathOf,
  saidParts,
  type Interaction,
  type Part,
  type ToolCall,
} from '../../interaction.ts';
import type { Sight } from '../sight.ts';
import type { Sizes } from './cost.ts';

export type Subject = {
  readonly interaction: Interaction;
  readonly sight: Sight;
  /** The time zone of `time`. */
  readonly zone: string;
  readonly tool: ToolCall | undefined;
};

const charactersPerToken = 4;

export function tokensOf(interaction: Interaction): number {
  let characters = 0;
  for (const part of saidParts(interaction)) characters += part.text.length;
  return Math.ceil(characters / charactersPerToken);
}

/** The fields of the context as CEL values, each worked out when a condition asks for it. */
export class CallFields {
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get model(): string {
    return this.#subject.interaction.model;
  }
  get upstream(): string {
    return this.#subject.interaction.upstream;
  }
  get dialect(): string {
    return this.#subject.interaction.dialect;
  }
  get route(): string {
    return this.#subject.interaction.route;
  }
  get stage(): string {
    return this.#subject.interaction.stage;
  }
  get stream(): boolean {
    return this.#subject.interaction.stream;
  }
  get user(): string {
    return this.#subject.interaction.user;
  }
  get session(): string {
    return this.#subject.interaction.session;
  }
  get tags(): readonly string[] {
    return this.#subject.interaction.tags;
  }
  get tools(): readonly string[] {
    return this.#subject.interaction.tools;
  }
  get references(): readonly string[] {
    return this.#subject.interaction.references;
  }
  get unjudged(): readonly string[] {
    return this.#subject.interaction.unjudged.map((one) => one.kind);
  }
  get history(): bigint {
    return BigInt(this.#subject.interaction.history);
  }
  get tokens(): bigint {
    return BigInt(tokensOf(this.#subject.interaction));
  }
  get key(): ReadonlyMap<string, unknown> {
    const { id, owner, team, env, tags } = this.#subject.interaction.key;
    return new Map<string, unknown>(Object.entries({ id, owner, team, env, tags }));
  }
  get parts(): readonly ReadonlyMap<string, unknown>[] {
    return saidParts(this.#subject.interaction).map(toPartValue);
  }
  get findings(): readonly ReadonlyMap<string, unknown>[] {
    return this.#subject.sight.all.map(
      ({ category, severity, confidence, kind }) =>
        new Map<string, unknown>(Object.entries({ category, severity, confidence, kind })),
    );
  }
  get time(): ReadonlyMap<string, bigint> {
    return timeIn(this.#subject.zone, this.#subject.interaction.at);
  }
  get tool(): ReadonlyMap<string, unknown> | undefined {
    const { tool } = this.#subject;
    return tool === undefined ? undefined : toToolValue(tool);
  }
}

const ordinary = 50;

/** False: its lists are no longer than they are declared to be, so what was checked at load still holds. */
export function isLong({ interaction, sight, tool }: Subject): boolean {
  return (
    tool !== undefined ||
    interaction.parts.length > ordinary ||
    sight.all.length > ordinary ||
    interaction.tags.length > ordinary ||
    interaction.tools.length > ordinary ||
    interaction.references.length > ordinary ||
    interaction.unjudged.length > ordinary ||
    interaction.key.tags.length > ordinary
  );
}

/** How long the lists of this call are, for bounding what a loop may cost. */
export function sizesOf({ interaction, sight, tool }: Subject): Sizes {
  return (field) => {
    switch (field) {
      case 'parts':
        return interaction.parts.length;
      case 'findings':
        return sight.all.length;
      case 'tags':
      case 'tools':
      case 'references':
      case 'unjudged':
        return interaction[field].length;
      case 'key':
        return interaction.key.tags.length;
      default:
        return tool === undefined ? 1 : countOf(tool.args);
    }
  };
}

function toPartValue({ kind, role, at, text }: Part): ReadonlyMap<string, unknown> {
  const path = pathOf(at);
  return new Map<string, unknown>(Object.entries({ kind, role, path, size: BigInt(text.length) }));
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const formats = new Map<string, Intl.DateTimeFormat>();

/** 0 to 23, and 1 for Monday to 7 for Sunday. */
function timeIn(zone: string, at: number): ReadonlyMap<string, bigint> {
  let format = formats.get(zone);
  if (format === undefined) {
    const how = { hour: 'numeric', hourCycle: 'h23', weekday: 'short' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...how });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map((part) => [part.type, part.value]));
  const weekday = weekdays.indexOf(parts.get('weekday') ?? '') + 1;
  return new Map([
    ['hour', BigInt(parts.get('hour') ?? '0')],
    ['weekday', BigInt(weekday)],
  ]);
}

const itemsMax = 10_000;
const depthMax = 100;

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

/** Values inside a value, counted no further than is of interest; what is nested too deep counts as too many. */
function countOf(value: unknown): number {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  let count = 0;
  for (let next = open.pop(); next !== undefined && count <= itemsMax; next = open.pop()) {
    count += 1;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth >= depthMax) return itemsMax + 1;
    const depth = next.depth + 1;
    for (const inner of Object.values(next.value as Record<string, unknown>).slice(
      0,
      itemsMax + 1,
    )) {
      open.push({ value: inner, depth });
    }
  }
  return count;
}
