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
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/[\r\n]+$/, '');
    const text = first && index === 0 && bare.startsWith('\ufeff') ? bare.slice(1) : bare;
    const colon = text.indexOf(':');
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(colon + (text[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (text !== '') asides.push(text);
  }
  return {
    source: lines.join(''),
    event,
    data: data.length === 0 ? undefined : data.join('\n'),
    aside: asides.join('\n'),
  };
}
