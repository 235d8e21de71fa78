/** Cuts a stream of JSON lines into frames as it arrives, and writes a changed one back. */
import type { Frame, FrameParser } from './frame.ts';
import { createLineSplitter } from './lines.ts';

export function createLineParser(): FrameParser {
  const lines = createLineSplitter();
  return {
    push: (chunk) => lines.push(chunk).map(readLine),
    end: () => lines.end().map(readLine),
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
