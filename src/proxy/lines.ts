/** Cuts text that arrives in any chunking into lines with their ends; each character is looked at once. */
import { TextReader } from './utf8.ts';

export type LineSplitter = {
  readonly push: (chunk: Uint8Array) => string[];
  /** The last line, where it has no end. */
  readonly end: () => string[];
};

const anyEnd = /\r\n?|\n/g;

/** `any`: lines end in LF, CR LF or CR; else in LF alone. Bytes that are no UTF-8 are refused. */
export function createLineSplitter(ends: 'any' | 'lf'): LineSplitter {
  const reader = new TextReader();
  const pending: string[] = [];
  let afterReturn = false;

  const findEnd = (text: string, from: number, lf: boolean): number => {
    if (lf) return text.indexOf('\n', from) + 1 || text.length;
    anyEnd.lastIndex = from;
    return anyEnd.test(text) ? anyEnd.lastIndex : text.length;
  };
  const take = (): string =>
    pending.length === 1 ? (pending.pop() ?? '') : pending.splice(0).join('');
  const split = (text: string): string[] => {
    const lines: string[] = [];
    let from = 0;
    const lf = ends === 'lf' || !text.includes('\r');
    // A CR that ended the last chunk waits here: an LF right behind it belongs to it.
    if (afterReturn && text !== '') {
      from = text.startsWith('\n') ? 1 : 0;
      pending.push(text.slice(0, from));
      lines.push(take());
      afterReturn = false;
    }
    while (from < text.length) {
      const end = findEnd(text, from, lf);
      const line = text.slice(from, end);
      from = end;
      if (end === text.length && !text.endsWith('\n')) {
        pending.push(line);
        afterReturn = ends === 'any' && text.endsWith('\r');
        break;
      }
      if (pending.length === 0) lines.push(line);
      else {
        pending.push(line);
        lines.push(take());
      }
    }
    return lines;
  };
  return {
    push: (chunk) => split(reader.read(chunk)),
    end: () => {
      reader.end();
      const rest = take();
      return rest === '' ? [] : [rest];
    },
  };
}
