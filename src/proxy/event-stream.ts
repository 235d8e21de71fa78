/** Cuts a server-sent event stream into frames as it arrives, in any chunking, and writes a changed frame back. */
import type { Frame, FrameParser } from './frame.ts';
import { createLineSplitter } from './lines.ts';

export function createEventParser(): FrameParser {
  const lines = createLineSplitter('any');
  let block: string[] = [];
  let first = true;
  const close = (): Frame => {
    const frame = readEvent(block, first);
    block = [];
    first = false;
    return frame;
  };
  const take = (fresh: readonly string[]): Frame[] => {
    const frames: Frame[] = [];
    for (const line of fresh) {
      block.push(line);
      if (isBlank(line)) frames.push(close());
    }
    return frames;
  };
  return {
    push: (chunk) => take(lines.push(chunk)),
    end: () => {
      const frames = take(lines.end());
      return block.length === 0 ? frames : [...frames, close()];
    },
  };
}

export function writeEvent(frame: Frame, data: string): string {
  if (data === frame.data) return frame.source;
  const name = frame.event === '' ? '' : `event: ${frame.event}\n`;
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${name}${lines.join('')}\n`;
}

function isBlank(line: string): boolean {
  return line === '\n' || line === '\r\n' || line === '\r';
}

/** A mark at the very beginning of the stream is skipped, as clients do; anywhere else it is text. */
function readEvent(lines: readonly string[], first: boolean): Frame {
  const data: string[] = [];
  const asides: string[] = [];
  let event = '';
  let skipped = first && lines[0]?.startsWith('\ufeff') === true ? 1 : 0;
  for (const line of lines) {
    const end = endOfBare(line);
    const colon = line.indexOf(':', skipped);
    const stop = colon === -1 || colon > end ? end : colon;
    const after = stop === end ? end : stop + (line.charCodeAt(stop + 1) === space ? 2 : 1);
    const length = stop - skipped;
    if (length === 4 && line.startsWith('data', skipped)) data.push(line.slice(after, end));
    else if (length === 5 && line.startsWith('event', skipped)) {
      // Only the last name counts for a client, but all of them reach it.
      if (event !== '') asides.push(event);
      event = line.slice(after, end);
    } else if (end > skipped) asides.push(line.slice(skipped, end));
    skipped = 0;
  }
  return {
    source: lines.length === 1 ? (lines[0] ?? '') : lines.join(''),
    event,
    data: data.length < 2 ? data[0] : data.join('\n'),
    aside: asides.length === 0 ? '' : asides.join('\n'),
  };
}

const space = 0x20;

/** Where a line ends, without what ends it. */
function endOfBare(line: string): number {
  let end = line.length;
  while (end > 0 && isEnd(line.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
