/** The types a condition can have while it is checked, before anything runs. */

/** Texts that are always one of a known list, so that a slip in one can be told. */
export type Words = 'category' | 'kind of part' | 'kind of content' | 'severity' | 'stage';

export type Type =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'double' | 'bytes' | 'null' }
  | { readonly kind: 'string'; readonly words?: Words }
  | { readonly kind: 'timestamp' | 'duration' | 'type' }
  | { readonly kind: 'dyn' }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly value: Type }
  | {
      readonly kind: 'object';
      readonly name: string;
      readonly fields: Readonly<Record<string, Type>>;
    };

export const bool: Type = { kind: 'bool' };
export const int: Type = { kind: 'int' };
export const uint: Type = { kind: 'uint' };
export const double: Type = { kind: 'double' };
export const string: Type = { kind: 'string' };
export const wordOf = (words: Words): Type => ({ kind: 'string', words });
export const bytes: Type = { kind: 'bytes' };
export const nothing: Type = { kind: 'null' };
export const timestamp: Type = { kind: 'timestamp' };
export const duration: Type = { kind: 'duration' };
export const typeOfTypes: Type = { kind: 'type' };
export const dyn: Type = { kind: 'dyn' };
export const listOf = (element: Type): Type => ({ kind: 'list', element });
export const mapOf = (value: Type): Type => ({ kind: 'map', value });

export function nameOf(type: Type): string {
  if (type.kind === 'list') return `list of ${nameOf(type.element)}`;
  if (type.kind === 'object') return type.name;
  return type.kind === 'dyn' ? 'value of any type' : type.kind;
}

/** `a list of string`, `an int`. */
export function withArticle(type: Type): string {
  const name = nameOf(type);
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** Whether a value of the one can stand where the other is expected; `dyn` is settled when the condition runs. */
export function fits(actual: Type, expected: Type): boolean {
  if (actual.kind === 'dyn' || expected.kind === 'dyn') return true;
  if (actual.kind === 'list' && expected.kind === 'list') {
    return fits(actual.element, expected.element);
  }
  if (actual.kind === 'object' && expected.kind === 'map') return true;
  if (actual.kind === 'map' && expected.kind === 'map') return fits(actual.value, expected.value);
  if (actual.kind === 'object' && expected.kind === 'object') return actual.name === expected.name;
  return actual.kind === expected.kind;
}

/** The type that holds both, for lists and for the two sides of a choice. */
export function join(left: Type, right: Type): Type {
  if (left.kind === 'list' && right.kind === 'list') {
    return listOf(join(left.element, right.element));
  }
  if (left.kind === 'string' && right.kind === 'string')
    return left.words === right.words ? left : string;
  return left.kind !== 'dyn' && fits(left, right) && fits(right, left) ? left : dyn;
}

/** Whether values of the two can be equal at all; numbers of all kinds are compared by their value. */
export function comparable(left: Type, right: Type): boolean {
  const numeric = (type: Type): boolean => ['int', 'uint', 'double'].includes(type.kind);
  if (left.kind === 'null' || right.kind === 'null') return true;
  if (left.kind === 'list' && right.kind === 'list') {
    return comparable(left.element, right.element);
  }
  return (numeric(left) && numeric(right)) || fits(left, right) || fits(right, left);
}

export function joinAll(types: readonly Type[]): Type {
  const [first, ...rest] = types;
  return first === undefined ? dyn : rest.reduce((left, right) => join(left, right), first);
}
