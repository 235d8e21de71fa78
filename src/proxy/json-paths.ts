/** Every string of a JSON text with its path: values and, apart from them, member names. */
import type { Step } from '../governance/interaction.ts';
import { scanJson } from './json-scan.ts';

export type Literal = {
  /** Valid during the visit only: copy it to keep it. */
  readonly path: readonly Step[];
  /** [start, end) between the quotes for a string, of the whole value for an object, array, or scalar. */
  readonly start: number;
  readonly end: number;
};

export type LiteralVisitor = {
  readonly string?: (literal: Literal, escaped: boolean) => void;
  readonly number?: (literal: Literal) => void;
  /** A member name as it is meant. */
  readonly name?: (name: string, escaped: boolean) => void;
  /** Any value, once its end is known: a container after what it contains. Strings with their quotes. */
  readonly value?: (literal: Literal) => void;
};

export function walkLiterals(source: string, visitor: LiteralVisitor): void {
  const path: Step[] = [];
  const starts: number[] = [];
  const objects: boolean[] = [];
  scanJson(source, {
    open: (object, start) => {
      starts.push(start);
      objects.push(object);
      path.push(object ? '' : 0);
    },
    close: (end) => {
      path.pop();
      objects.pop();
      visitor.value?.({ path, start: starts.pop() ?? end, end });
    },
    name: (start, end, escaped) => {
      const name = readString(source, start, end, escaped);
      path[path.length - 1] = name;
      visitor.name?.(name, escaped);
    },
    string: (start, end, escaped) => {
      visitor.string?.({ path, start, end }, escaped);
      visitor.value?.({ path, start: start - 1, end: end + 1 });
    },
    scalar: (start, end) => {
      if (/[-\d]/.test(source.charAt(start))) visitor.number?.({ path, start, end });
      visitor.value?.({ path, start, end });
    },
    next: () => {
      const last = path.at(-1);
      if (typeof last === 'number') path[path.length - 1] = last + 1;
    },
  });
}

/** [start, end) between the quotes of a string in JSON that was read before. */
export function readString(source: string, start: number, end: number, escaped: boolean): string {
  if (!escaped) return source.slice(start, end);
  const value: unknown = JSON.parse(source.slice(start - 1, end + 1));
  return String(value);
}
