/** Cuts text that arrives in any chunking into lines that end in LF; each character is looked at once. */
import type { GatewayError } from '../errors.ts';
import { TextReader } from './utf8.ts';

export type LineSplitter = {
  readonly push: (chunk: Uint8Array) => string[];
  /** The last line, where it has no end. */
  readonly end: () => string[];
  /** Characters of a line that has begun. */
  readonly open: () => number;
  readonly fault: () => GatewayError | undefined;
};

/** Lines end before bytes that are no UTF-8. */
export function createLineSplitter(): LineSplitter {
  const reader = new TextReader();
  let pending: string[] = [];
  let open = 0;

  const take = (last: string): string => {
    if (open === 0) return last;
    const line = pending.join('') + last;
    pending = [];
    open = 0;
    return line;
  };
  return {
    push: (chunk) => {
      const text = reader.read(chunk);
      const lines: string[] = [];
      let from = 0;
      for (let end = text.indexOf('\n') + 1; end > 0; end = text.indexOf('\n', from) + 1) {
        lines.push(take(text.slice(from, end)));
        from = end;
      }
      if (from < text.length) {
        pending.push(text.slice(from));
        open += text.length - from;
      }
      return lines;
    },
    end: () => {
      reader.end();
      const rest = take('');
      return rest === '' ? [] : [rest];
    },
    open: () => open,
    fault: () => reader.fault,
  };
}
