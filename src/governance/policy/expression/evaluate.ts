/** Runs a condition on CEL's evaluator; what it may ask of the text is answered by whoever judges. */
import { CelScalar, celEnv, celFunc, isCelError, mapType, plan } from '@bufbuild/cel';
import type { Seen } from '../../seen.ts';
import type { Query } from '../query.ts';
import { areNear, emptySight, type Sight } from '../sight.ts';
import { countCall, nearCall, seenCall } from './signal.ts';
import { CallFields, type Subject } from './subject.ts';
import type { Node } from './syntax.ts';

/** What a condition came to: a value, or the reason why it has none. */
export type Outcome = { readonly value: unknown } | { readonly error: string };
export type Run = (subject: Subject) => Outcome;

/** The functions of CEL take values only, so the sight of the running condition stands beside them. */
let sight: Sight = emptySight;
let queries: readonly Query[] = [];

const seenBy = (query: bigint): readonly Seen[] => {
  const asked = queries[Number(query)];
  return asked === undefined ? [] : sight.seenBy(asked);
};

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;
const map = mapType(DYN, DYN);
const environment = celEnv({
  funcs: [
    celFunc(seenCall, [INT], BOOL, (query) => seenBy(query).length > 0),
    celFunc(countCall, [INT], INT, (query) => BigInt(seenBy(query).length)),
    celFunc(nearCall, [INT, INT, INT], BOOL, (left, right, distance) =>
      areNear(seenBy(left), seenBy(right), Number(distance)),
    ),
    celFunc('number', [map, STRING, DOUBLE], DOUBLE, (from, path, otherwise) =>
      toNumber(findAt(from, path), otherwise),
    ),
    celFunc('number', [map, STRING, INT], DOUBLE, (from, path, otherwise) =>
      toNumber(findAt(from, path), Number(otherwise)),
    ),
    celFunc('text', [map, STRING, STRING], STRING, (from, path, otherwise) =>
      toText(findAt(from, path), otherwise),
    ),
  ],
});

export function planCondition(root: Node, asked: readonly Query[]): Run {
  const run = plan(environment, root);
  return (subject) => {
    sight = subject.sight;
    queries = asked;
    try {
      // The fields were declared by name and type when the condition was checked, and CEL reads them by name.
      const fields = new CallFields(subject) as unknown as Parameters<typeof run>[0];
      const result: unknown = run(fields);
      return isCelError(result) ? { error: result.message } : { value: result };
    } catch (error) {
      return { error: error instanceof Error ? error.message : 'it could not be evaluated' };
    } finally {
      sight = emptySight;
      queries = [];
    }
  };
}

type Keyed = { readonly get: (key: string) => unknown };
type Indexed = { readonly size: number; readonly get: (index: number) => unknown };

/** `items.0.price`: member names and list indexes with dots between them; undefined where there is nothing. */
function findAt(from: unknown, path: string): unknown {
  let here: unknown = from;
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    if (isKeyed(here)) here = here.get(step);
    else if (isIndexed(here) && /^\d{1,9}$/.test(step)) here = here.get(Number(step));
    else return undefined;
  }
  return here;
}

function isKeyed(value: object): value is Keyed {
  return 'has' in value && 'get' in value && typeof value.get === 'function';
}

function isIndexed(value: object): value is Indexed {
  return !('has' in value) && 'get' in value && typeof value.get === 'function';
}

function toNumber(value: unknown, otherwise: number): number {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(value)) {
    return Number(value);
  }
  return otherwise;
}

function toText(value: unknown, otherwise: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  return otherwise;
}
