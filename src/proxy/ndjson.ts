/** Cuts a stream of JSON lines into frames as it arrives, and writes a changed one back. */
import { byteOrderMark } from './event-stream.ts';
import type { Frame, FrameParser } from './frame.ts';
import { createLineSplitter } from './lines.ts';

export function createLineParser(): FrameParser {
  const lines = createLineSplitter();
  let begun = false;
  const read = (source: string): Frame => {
    const marked = !begun && source.startsWith(byteOrderMark);
    begun = true;
    // Clients skip one at the very beginning.
    return marked ? { ...readLine(source.slice(1)), source } : readLine(source);
  };
  return {
    push: (chunk) => lines.push(chunk).map(read),
    end: () => lines.end().map(read),
    open: lines.open,
    fault: lines.fault,
  };
}

export function writeLine(frame: Frame, data: string): string {
  return data === frame.data ? frame.source : `${data}\n`;
}

function readLine(source: string): Frame {
  const data = source.replace(/\r?\n$/, '');
  return { source, event: '', data: data === '' ? undefined : data, aside: '' };
}
