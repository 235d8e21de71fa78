/** What the schema says of the value at a path: its kind, where else it can be set, and what is expected of it. */
import { z } from 'zod';
import type { Step } from '../governance/interaction.ts';
import { configSchema } from './schema.ts';

export type Field = {
  readonly path: readonly string[];
  readonly type: string;
  readonly description: string;
  readonly expectation: string;
  /** As it would stand in the file; undefined where there is none. */
  readonly default: unknown;
  readonly environment: string | undefined;
  readonly flag: string | undefined;
  readonly secret: boolean;
};

const nodeSchema = z.looseObject({
  type: z.string().default(''),
  description: z.string().default(''),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  environment: z.string().optional(),
  flag: z.string().optional(),
  secret: z.boolean().default(false),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.looseObject({ type: z.string(), const: z.string() }).partial()).optional(),
  /** Stands in the place of a number. */
  word: z.string().optional(),
});
type SchemaNode = z.output<typeof nodeSchema>;

const root = toNode(z.toJSONSchema(configSchema, { io: 'input' }));

/** Every value that can be set, in the order of the schema; `*` stands for a name or an index. */
export const fields: readonly Field[] = [...listFields(root, [])];

export function fieldAt(path: readonly Step[]): Field | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    node = child(node, step);
    if (node === undefined) return undefined;
  }
  return toField(node, path.map(String));
}

/** The names that may stand under a path. */
export function namesAt(path: readonly Step[]): readonly string[] {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return [];
    node = child(node, step);
  }
  return Object.keys(node?.properties ?? {});
}

/** A number or a word is a number that a word may stand for. */
function toNode(value: unknown): SchemaNode {
  const node = nodeSchema.parse(value);
  const number = node.anyOf?.find(({ type }) => type === 'integer');
  const word = node.anyOf?.find((option) => option.const !== undefined)?.const;
  if (number === undefined || word === undefined) return node;
  return nodeSchema.parse({ ...node, ...number, word });
}

function child(node: SchemaNode, step: Step): SchemaNode | undefined {
  const { properties = {} } = node;
  const named = Object.hasOwn(properties, step) ? properties[step] : undefined;
  const next = named ?? (typeof step === 'number' ? node.items : node.additionalProperties);
  return typeof next === 'object' && next !== null ? toNode(next) : undefined;
}

function* listFields(node: SchemaNode, path: readonly string[]): Generator<Field> {
  if (node.properties !== undefined) {
    for (const name of Object.keys(node.properties)) {
      const next = child(node, name);
      if (next !== undefined) yield* listFields(next, [...path, name]);
    }
    return;
  }
  const next = child(node, node.type === 'array' ? 0 : '*');
  if (next !== undefined && next.properties !== undefined) yield* listFields(next, [...path, '*']);
  else yield toField(node, path);
}

function toField(node: SchemaNode, path: readonly string[]): Field {
  return {
    path,
    type: node.type,
    description: node.description,
    expectation: expectationOf(node),
    default: node.default,
    environment: node.environment,
    flag: node.flag,
    secret: node.secret,
  };
}

function expectationOf(node: SchemaNode): string {
  if (node.enum !== undefined) return `one of ${node.enum.map((name) => `\`${name}\``).join(', ')}`;
  switch (node.type) {
    case 'integer':
      return `a whole number from ${node.minimum ?? 0} to ${node.maximum ?? Number.MAX_SAFE_INTEGER}${node.word === undefined ? '' : `, or \`${node.word}\``}`;
    case 'number':
      return `a number ${node.exclusiveMinimum === undefined ? `from ${node.minimum ?? 0}` : `above ${node.exclusiveMinimum}, up`} to ${node.maximum ?? Number.MAX_SAFE_INTEGER}`;
    case 'boolean':
      return '`true` or `false`';
    case 'object':
      return 'a mapping';
    case 'array':
      return 'a list';
    default:
      return 'a text';
  }
}
