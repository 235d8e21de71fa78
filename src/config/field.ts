/** What the schema says of the value at a path: its kind, where else it can be set, and what is expected of it. */
import { z } from 'zod';
import type { Step } from '../governance/interaction.ts';
import { type Leaf, type Outline, leaves, schemaAt, toOutline } from './outline.ts';

export type Field = Outline & {
  readonly type: string;
  readonly expectation: string;
  /** Of a number. */
  readonly from: number;
  readonly to: number;
  /** As it would stand in the file; undefined where there is none. */
  readonly default: unknown;
};

const nodeSchema = z.looseObject({
  type: z.string().default(''),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  anyOf: z.array(z.looseObject({ type: z.string(), const: z.string() }).partial()).optional(),
  /** Stands in the place of a number. */
  word: z.string().optional(),
});
type SchemaNode = z.output<typeof nodeSchema>;

/** Every value that can be set, in the order of the schema. */
export function listFields(): readonly Field[] {
  return leaves.map(toField);
}

export function fieldAt(path: readonly Step[]): Field | undefined {
  const schema = schemaAt(path);
  return schema === undefined ? undefined : toField({ path: path.map(String), schema });
}

/** Of the one that is asked for: a JSON Schema of all takes a thirtieth of a start. */
function toField(leaf: Leaf): Field {
  const node = toNode(z.toJSONSchema(leaf.schema, { io: 'input' }));
  const { type, default: fallback } = node;
  const { minimum: from = 0, maximum: to = Number.MAX_SAFE_INTEGER } = node;
  const expectation = expectationOf(node);
  return { ...toOutline(leaf), type, expectation, from, to, default: fallback };
}

/** A number or a word is a number that a word may stand for. */
function toNode(value: unknown): SchemaNode {
  const node = nodeSchema.parse(value);
  const number = node.anyOf?.find(({ type }) => type === 'integer');
  const word = node.anyOf?.find((option) => option.const !== undefined)?.const;
  if (number === undefined || word === undefined) return node;
  return nodeSchema.parse({ ...node, ...number, word });
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
