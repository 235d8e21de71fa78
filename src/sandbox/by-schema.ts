/** A value that a JSON schema takes, with what was said wherever it wants a text: for answers by a schema and for arguments. */
import { readList, readRecord } from './reply.ts';

type Schema = Readonly<Record<string, unknown>>;
/** `left`: how many values more may be made, however the schema multiplies what it holds. */
type Whole = { readonly root: Schema; readonly said: string; left: number };

/** A schema may hold itself: from here on only what must be there is, and further down nothing. */
const [optionalDepthMax, depthMax] = [4, 12];
const itemsMax = 100;
const valuesMax = 2_000;
const lengthMax = 10_000;

/** Of texts of these formats only such are any; patterns are not heeded. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2023-11-14T22:13:20Z',
  date: '2023-11-14',
  time: '22:13:20Z',
  duration: 'P1D',
  email: 'sandbox@example.com',
  hostname: 'sandbox.example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://sandbox.example.com/',
  url: 'https://sandbox.example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

export function valueFor(schema: unknown, said: string): unknown {
  const root = readRecord(schema);
  return toValue(root, { root, said, left: valuesMax }, 0);
}

function toValue(given: Schema, whole: Whole, depth: number): unknown {
  const schema = resolve(given, whole, depth);
  if (whole.left < 0) return null;
  if ('const' in schema) return schema.const;
  const [first] = readList(schema.enum);
  if (first !== undefined) return first;
  const [chosen] = [...readList(schema.anyOf), ...readList(schema.oneOf)];
  if (chosen !== undefined && depth < depthMax)
    return toValue(
      { ...without(schema, ['anyOf', 'oneOf']), ...readRecord(chosen) },
      whole,
      depth + 1,
    );
  switch (typeOf(schema)) {
    case 'object':
      return toObject(schema, whole, depth);
    case 'array':
      return toList(schema, whole, depth);
    case 'integer':
    case 'number':
      return toNumber(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return toText(schema, whole.said);
  }
}

/** What it refers to in its own document, and what all of its parts say together. */
function resolve(given: Schema, whole: Whole, depth: number): Schema {
  whole.left -= 1;
  let schema = given;
  for (let step = 0; step < depthMax; step += 1) {
    const { $ref: place } = schema;
    if (typeof place !== 'string' || !place.startsWith('#')) break;
    const names = place.split('/').slice(1).map(toName);
    const target = names.reduce<unknown>((at, name) => readRecord(at)[name], whole.root);
    schema = { ...without(schema, ['$ref']), ...readRecord(target) };
  }
  const parts = depth < depthMax && whole.left > 0 ? readList(schema.allOf) : [];
  return parts.reduce<Schema>(
    (left, part) => {
      const right = resolve(readRecord(part), whole, depth + 1);
      const properties = { ...readRecord(left.properties), ...readRecord(right.properties) };
      const required = [...readList(left.required), ...readList(right.required)];
      return { ...left, ...right, properties, required };
    },
    without(schema, ['allOf']),
  );
}

function toName(written: string): string {
  const name = written.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function without(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)));
}

/** In small letters, since Gemini writes them large; the first that is not `null` where there are several. */
function typeOf(schema: Schema): string {
  const types = Array.isArray(schema.type) ? readList(schema.type) : [schema.type];
  const type = types.find((one) => one !== 'null') ?? types[0];
  if (typeof type === 'string') return type.toLowerCase();
  return 'properties' in schema ? 'object' : 'items' in schema ? 'array' : 'string';
}

function toObject(schema: Schema, whole: Whole, depth: number): Schema {
  if (depth >= depthMax) return {};
  const properties = readRecord(schema.properties);
  const required = new Set(readList(schema.required));
  const names = Object.keys(properties).filter(
    (name) => required.has(name) || depth < optionalDepthMax,
  );
  return Object.fromEntries(
    names.map((name) => [name, toValue(readRecord(properties[name]), whole, depth + 1)]),
  );
}

function toList(schema: Schema, whole: Whole, depth: number): unknown[] {
  if (depth >= depthMax) return [];
  const prefix = readList(schema.prefixItems);
  const fewest = Math.max(readCount(schema.minItems) ?? 0, depth < optionalDepthMax ? 1 : 0);
  const count = Math.min(fewest, readCount(schema.maxItems) ?? itemsMax, itemsMax);
  const others = Array.from({ length: Math.max(0, count - prefix.length) }, () => schema.items);
  return [...prefix, ...(schema.items === false ? [] : others)].map((item) =>
    toValue(readRecord(item), whole, depth + 1),
  );
}

/** A count; Gemini writes them as texts. */
function readCount(value: unknown): number | undefined {
  const count = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** The one nearest to 1 that lies between the bounds. */
function toNumber(schema: Schema): number {
  const read = (name: string, otherwise: number): number => {
    const bound = schema[name];
    return typeof bound === 'number' ? bound : otherwise;
  };
  const step = read('multipleOf', 1);
  const least = Math.max(
    read('minimum', -Infinity),
    read('exclusiveMinimum', -Infinity) + Math.min(step, 1),
  );
  const most = Math.min(
    read('maximum', Infinity),
    read('exclusiveMaximum', Infinity) - Math.min(step, 1),
  );
  const value = Math.min(most, Math.max(least, 1));
  const stepped = Math.ceil(value / step) * step;
  return stepped <= most ? stepped : value;
}

function toText(schema: Schema, said: string): string {
  const format = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (format !== undefined) return format;
  const longest = Math.min(readCount(schema.maxLength) ?? lengthMax, lengthMax);
  const shortest = Math.min(readCount(schema.minLength) ?? 0, longest);
  return said.slice(0, longest).padEnd(shortest, '.');
}
