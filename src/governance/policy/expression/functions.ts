/** The functions and operators of a condition, with the types they take and give. */
import {
  bool,
  bytes,
  double,
  duration,
  dyn,
  int,
  listOf,
  mapOf,
  string,
  timestamp,
  typeOfTypes,
  uint,
  type Type,
} from './type.ts';

export type Overload = {
  readonly target?: Type;
  readonly takes: readonly Type[];
  readonly gives: Type;
};

const numbers = [int, uint, double];
const ordered = [bool, ...numbers, string, bytes, timestamp, duration];
const takes = (types: readonly Type[], gives: Type): Overload => ({ takes: types, gives });
const on = (target: Type, types: readonly Type[], gives: Type): Overload => ({
  target,
  takes: types,
  gives,
});
const same = (types: readonly Type[]): Overload[] => types.map((type) => takes([type, type], type));
const comparison = [
  ...ordered.map((type) => takes([type, type], bool)),
  ...numbers.flatMap((left) =>
    numbers.filter((right) => right !== left).map((right) => takes([left, right], bool)),
  ),
];
const cast = (types: readonly Type[], gives: Type): Overload[] =>
  types.map((type) => takes([type], gives));
const part = (target: Type): Overload[] => [on(target, [], int), on(target, [string], int)];

/** The functions this gateway adds; `docs/POLICY.md` lists them. */
export const signalFunctions: Readonly<Record<string, readonly Overload[]>> = {
  hit: [takes([string], bool)],
  found: [takes([string], bool), takes([string, double], bool), takes([string, int], bool)],
  count: [takes([string], int)],
  near: [takes([string, string, int], bool)],
};

export const valueFunctions: Readonly<Record<string, readonly Overload[]>> = {
  number: [takes([mapOf(dyn), string, double], double), takes([mapOf(dyn), string, int], double)],
  text: [takes([mapOf(dyn), string, string], string)],
};

export const functions: Readonly<Record<string, readonly Overload[]>> = {
  ...signalFunctions,
  ...valueFunctions,
  size: [
    ...cast([string, bytes, listOf(dyn), mapOf(dyn)], int),
    ...[string, bytes, listOf(dyn), mapOf(dyn)].map((type) => on(type, [], int)),
  ],
  contains: [on(string, [string], bool)],
  startsWith: [on(string, [string], bool)],
  endsWith: [on(string, [string], bool)],
  int: cast([int, uint, double, string, timestamp], int),
  uint: cast([int, uint, double, string], uint),
  double: cast([int, uint, double, string], double),
  string: cast([bool, int, uint, double, string, bytes, timestamp, duration], string),
  bytes: cast([bytes, string], bytes),
  bool: cast([bool, string], bool),
  dyn: cast([dyn], dyn),
  type: cast([dyn], typeOfTypes),
  timestamp: cast([string, timestamp, int], timestamp),
  duration: cast([string, duration], duration),
  getFullYear: part(timestamp),
  getMonth: part(timestamp),
  getDate: part(timestamp),
  getDayOfMonth: part(timestamp),
  getDayOfWeek: part(timestamp),
  getDayOfYear: part(timestamp),
  getHours: [...part(timestamp), on(duration, [], int)],
  getMinutes: [...part(timestamp), on(duration, [], int)],
  getSeconds: [...part(timestamp), on(duration, [], int)],
  getMilliseconds: [...part(timestamp), on(duration, [], int)],
};

export const operators: Readonly<Record<string, readonly Overload[]>> = {
  '!_': [takes([bool], bool)],
  '-_': [takes([int], int), takes([double], double)],
  '_+_': [
    ...same([...numbers, string, bytes, duration]),
    takes([listOf(dyn), listOf(dyn)], listOf(dyn)),
    takes([timestamp, duration], timestamp),
    takes([duration, timestamp], timestamp),
  ],
  '_-_': [
    ...same([...numbers, duration]),
    takes([timestamp, timestamp], duration),
    takes([timestamp, duration], timestamp),
  ],
  '_*_': same(numbers),
  '_/_': same(numbers),
  '_%_': same([int, uint]),
  '_<_': comparison,
  '_<=_': comparison,
  '_>_': comparison,
  '_>=_': comparison,
  '_&&_': [takes([bool, bool], bool)],
  '_||_': [takes([bool, bool], bool)],
  '@not_strictly_false': [takes([bool], bool)],
};
