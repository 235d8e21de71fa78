/** What may come next in a policy: the keys and values that the published schema knows at the caret. */
import schema from '../../../config/policy.schema.json' with { type: 'json' };
import { type Place, placeAt } from './place.ts';

type Schema = {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

const whole = schema as Schema;
const offeredMax = 8;

export type Offer = {
  readonly text: string;
  /** Characters before the caret that it takes the place of. */
  readonly replaced: number;
};

export function completePolicy(text: string, caret: number): readonly Offer[] {
  const place = placeAt(text, caret);
  return candidatesOf(place)
    .filter((one) => one.startsWith(place.word) && one !== place.word)
    .slice(0, offeredMax)
    .map((one) => ({ text: one, replaced: place.word.length }));
}

function candidatesOf({ path, value, beside }: Place): readonly string[] {
  const here = path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((one) => stepInto(one, step)),
    [whole],
  );
  const values = here.flatMap(valuesOf);
  const keys = here.flatMap(alternativesOf).flatMap((one) => Object.keys(one.properties ?? {}));
  const left = keys.filter((key) => !beside.includes(key)).map((key) => `${key}: `);
  return [...new Set(value ? values : [...left, ...values])];
}

function alternativesOf(one: Schema): readonly Schema[] {
  return [one, ...(one.anyOf ?? [])];
}

function stepInto(from: Schema, step: string): readonly Schema[] {
  return alternativesOf(from).flatMap(({ items, properties, additionalProperties }) => {
    if (step === '*') return items === undefined ? [] : [items];
    const named = properties?.[step];
    if (named !== undefined) return [named];
    return typeof additionalProperties === 'object' ? [additionalProperties] : [];
  });
}

function valuesOf(one: Schema): readonly string[] {
  return alternativesOf(one).flatMap((each) => [
    ...(each.enum ?? []),
    ...(each.const === undefined ? [] : [each.const]),
    ...(each.type === 'boolean' ? ['true', 'false'] : []),
  ]);
}
