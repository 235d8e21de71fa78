/** Walks the schema: what can be set, by which variable and flag, without working out what is expected of it. */
import { z } from 'zod';
import type { Step } from '../governance/interaction.ts';
import { configSchema } from './schema.ts';

export type Outline = {
  readonly path: readonly string[];
  readonly description: string;
  readonly environment: string | undefined;
  readonly flag: string | undefined;
  readonly secret: boolean;
};

export type Schema = z.core.$ZodType;

export type Leaf = { readonly path: readonly string[]; readonly schema: Schema };

/** Every value that can be set, in the order of the schema; `*` stands for a name or an index. */
export const leaves: readonly Leaf[] = [...listLeaves(configSchema, [])];

export const outlines: readonly Outline[] = leaves.map(toOutline);

export function schemaAt(path: readonly Step[]): Schema | undefined {
  let schema: Schema | undefined = configSchema;
  for (const step of path) schema = child(schema, step);
  return schema;
}

/** The names that may stand under a path. */
export function namesAt(path: readonly Step[]): readonly string[] {
  return Object.keys(namesOf(schemaAt(path)) ?? {});
}

export function toOutline({ path, schema }: Leaf): Outline {
  const notes = [...unwrap(schema)].map((layer) => z.globalRegistry.get(layer) ?? {});
  const find = (name: string): string | undefined => {
    const said = notes.find((note) => note[name] !== undefined)?.[name];
    return typeof said === 'string' ? said : undefined;
  };
  return {
    path,
    description: find('description') ?? '',
    environment: find('environment'),
    flag: find('flag'),
    secret: notes.some((note) => note['secret'] === true),
  };
}

function* listLeaves(schema: Schema, path: readonly string[]): Generator<Leaf> {
  const names = namesOf(schema);
  if (names !== undefined) {
    for (const [name, next] of Object.entries(names)) yield* listLeaves(next, [...path, name]);
    return;
  }
  const member = child(schema, 0) ?? child(schema, '*');
  if (member !== undefined && namesOf(member) !== undefined)
    yield* listLeaves(member, [...path, '*']);
  else yield { path, schema };
}

function child(schema: Schema | undefined, step: Step): Schema | undefined {
  const names = namesOf(schema);
  if (names !== undefined) return Object.hasOwn(names, step) ? names[step] : undefined;
  const core = coreOf(schema);
  if (core instanceof z.ZodArray) return typeof step === 'number' ? core.element : undefined;
  return core instanceof z.ZodRecord ? core.valueType : undefined;
}

function namesOf(schema: Schema | undefined): Readonly<Record<string, Schema>> | undefined {
  const core = coreOf(schema);
  return core instanceof z.ZodObject ? core.shape : undefined;
}

function coreOf(schema: Schema | undefined): Schema | undefined {
  return schema === undefined ? undefined : [...unwrap(schema)].at(-1);
}

/** A default, an option and a transformation stand around what they are of; from the outside in. */
function* unwrap(schema: Schema): Generator<Schema> {
  for (let layer = schema; ;) {
    yield layer;
    if (layer instanceof z.ZodPipe) layer = layer.in;
    else if (
      layer instanceof z.ZodOptional ||
      layer instanceof z.ZodDefault ||
      layer instanceof z.ZodPrefault
    )
      layer = layer.unwrap();
    else return;
  }
}
