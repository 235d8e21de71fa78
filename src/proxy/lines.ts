/** Cuts text that arrives in any chunking into lines with their ends; each character is looked at once. */
import { TextDecoder } from 'node:util';
import { GatewayError } from '../errors.ts';

export type LineSplitter = {
  readonly push: (chunk: Uint8Array) => string[];
  /** The last line, where it has no end. */
  readonly end: () => string[];
};

const anyEnd = /\r\n?|\n/g;

/** `any`: lines end in LF, CR LF or CR; else in LF alone. Bytes that are no UTF-8 are refused. */
export function createLineSplitter(ends: 'any' | 'lf'): LineSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pending: string[] = [];
  let afterReturn = false;

  const findEnd = (text: string, from: number): number => {
    if (ends === 'lf') return text.indexOf('\n', from) + 1 || text.length;
    anyEnd.lastIndex = from;
    return anyEnd.test(text) ? anyEnd.lastIndex : text.length;
  };
  const take = (): string =>
    pending.length === 1 ? (pending.pop() ?? '') : pending.splice(0).join('');
  const split = (text: string): string[] => {
    const lines: string[] = [];
    let from = 0;
    // A CR that ended the last chunk waits here: an LF right behind it belongs to it.
    if (afterReturn && text !== '') {
      from = text.startsWith('\n') ? 1 : 0;
      pending.push(text.slice(0, from));
      lines.push(take());
      afterReturn = false;
    }
    while (from < text.length) {
      const end = findEnd(text, from);
      pending.push(text.slice(from, end));
      from = end;
      if (end === text.length && !text.endsWith('\n')) {
        afterReturn = ends === 'any' && text.endsWith('\r');
        break;
      }
      lines.push(take());
    }
    return lines;
  };
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new GatewayError('upstream_failed', 'the upstream’s stream is not valid UTF-8');
    }
  };
  return {
    push: (chunk) => split(decode(chunk)),
    end: () => {
      const lines = split(decode());
      const rest = take();
      return rest === '' ? lines : [...lines, rest];
    },
  };
}
