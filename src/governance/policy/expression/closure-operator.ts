/** Operators and functions on values whose types are known, for conditions that need no evaluator. */
import type { Closure, Run } from './closure-type.ts';

export function callClosure(
  name: string,
  args: readonly (Closure | undefined)[],
): Closure | undefined {
  const [first, second, third] = args;
  if (first === undefined || args.includes(undefined)) return undefined;
  if (second === undefined) return unary(name, first);
  if (third !== undefined) return name === '_?_:_' ? choice(first, second, third) : undefined;
  if (first.type === 'bool' && second.type === 'bool') return onBools(name, first.run, second.run);
  if (first.type === 'number' && second.type === 'number') {
    return onNumbers(name, first.run, second.run);
  }
  if (first.type === 'string' && second.type === 'string') {
    return onStrings(name, first.run, second.run);
  }
  if (name !== '@in') return undefined;
  if (first.type === 'string' && second.type === 'strings') {
    return { type: 'bool', run: (at) => second.run(at).includes(first.run(at)) };
  }
  if (first.type === 'number' && second.type === 'numbers') {
    return { type: 'bool', run: (at) => second.run(at).includes(first.run(at)) };
  }
  return undefined;
}

function unary(name: string, on: Closure): Closure | undefined {
  if (name === '!_' && on.type === 'bool') return { type: 'bool', run: (at) => !on.run(at) };
  const counted = ['strings', 'numbers', 'parts', 'findings'].includes(on.type);
  if (name !== 'size' || !counted) return undefined;
  return { type: 'number', run: (at) => lengthOf(on.run(at)) };
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function choice(test: Closure, yes: Closure, no: Closure): Closure | undefined {
  if (test.type !== 'bool' || yes.type !== 'bool' || no.type !== 'bool') return undefined;
  return { type: 'bool', run: (at) => (test.run(at) ? yes.run(at) : no.run(at)) };
}

function onBools(name: string, left: Run<boolean>, right: Run<boolean>): Closure | undefined {
  if (name === '_&&_') return { type: 'bool', run: (at) => left(at) && right(at) };
  if (name === '_||_') return { type: 'bool', run: (at) => left(at) || right(at) };
  if (name === '_==_') return { type: 'bool', run: (at) => left(at) === right(at) };
  if (name === '_!=_') return { type: 'bool', run: (at) => left(at) !== right(at) };
  return undefined;
}

function onNumbers(name: string, left: Run<number>, right: Run<number>): Closure | undefined {
  if (name === '_<_') return { type: 'bool', run: (at) => left(at) < right(at) };
  if (name === '_<=_') return { type: 'bool', run: (at) => left(at) <= right(at) };
  if (name === '_>_') return { type: 'bool', run: (at) => left(at) > right(at) };
  if (name === '_>=_') return { type: 'bool', run: (at) => left(at) >= right(at) };
  if (name === '_==_') return { type: 'bool', run: (at) => left(at) === right(at) };
  if (name === '_!=_') return { type: 'bool', run: (at) => left(at) !== right(at) };
  return undefined;
}

function onStrings(name: string, left: Run<string>, right: Run<string>): Closure | undefined {
  if (name === '_==_') return { type: 'bool', run: (at) => left(at) === right(at) };
  if (name === '_!=_') return { type: 'bool', run: (at) => left(at) !== right(at) };
  if (name === 'startsWith') return { type: 'bool', run: (at) => left(at).startsWith(right(at)) };
  if (name === 'endsWith') return { type: 'bool', run: (at) => left(at).endsWith(right(at)) };
  if (name === 'contains') return { type: 'bool', run: (at) => left(at).includes(right(at)) };
  return undefined;
}

export function listClosure(elements: readonly (Closure | undefined)[]): Closure | undefined {
  const strings: Run<string>[] = [];
  const numbers: Run<number>[] = [];
  for (const element of elements) {
    if (element?.type === 'string') strings.push(element.run);
    else if (element?.type === 'number') numbers.push(element.run);
    else return undefined;
  }
  if (numbers.length === 0) {
    return { type: 'strings', run: (subject) => strings.map((run) => run(subject)) };
  }
  if (strings.length > 0) return undefined;
  return { type: 'numbers', run: (subject) => numbers.map((run) => run(subject)) };
}
