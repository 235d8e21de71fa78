/** Splits a server-sent event stream into frames as it arrives, in any chunking, and writes a changed frame back. */
import { TextDecoder } from 'node:util';
import { GatewayError } from '../errors.ts';

/** One event: the very text it came as, and what it says. */
export type Frame = {
  readonly source: string;
  readonly event: string;
  /** Undefined where the frame has no data: a comment, a blank line. */
  readonly data: string | undefined;
  /** Everything else that it says: comments, ids, fields that no client reads. */
  readonly aside: string;
};

export type FrameParser = {
  readonly push: (chunk: Uint8Array) => readonly Frame[];
  /** What was left when the stream ended: a frame without its blank line, which clients drop or take. */
  readonly end: () => readonly Frame[];
};

export function createEventParser(): FrameParser {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines = createLineSplitter();
  let block: string[] = [];
  const take = (fresh: readonly string[]): Frame[] => {
    const frames: Frame[] = [];
    for (const line of fresh) {
      block.push(line);
      if (!isBlank(line)) continue;
      frames.push(readFrame(block));
      block = [];
    }
    return frames;
  };
  return {
    push: (chunk) => take(lines.push(decode(decoder, chunk))),
    end: () => {
      const frames = take(lines.end(decode(decoder)));
      if (block.length === 0) return frames;
      const last = readFrame(block);
      block = [];
      return [...frames, last];
    },
  };
}

/** The frame with other data, or its own text where nothing changed. */
export function writeEvent(frame: Frame, data: string): string {
  if (data === frame.data) return frame.source;
  const name = frame.event === '' ? '' : `event: ${frame.event}\n`;
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${name}${lines.join('')}\n`;
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new GatewayError('upstream_failed', 'the upstream’s stream is not valid UTF-8');
  }
}

type LineSplitter = {
  readonly push: (text: string) => string[];
  readonly end: (text: string) => string[];
};

/** Lines with their terminators, which are LF, CR LF or CR; each character is looked at once. */
function createLineSplitter(): LineSplitter {
  const pending: string[] = [];
  let afterReturn = false;
  const push = (text: string): string[] => {
    const lines: string[] = [];
    let from = 0;
    // A CR that ended the last chunk waits here: an LF right behind it belongs to it.
    if (afterReturn && text !== '') {
      from = text.startsWith('\n') ? 1 : 0;
      lines.push(pending.splice(0).join('') + text.slice(0, from));
      afterReturn = false;
    }
    while (from < text.length) {
      const end = findLineEnd(text, from);
      pending.push(text.slice(from, end));
      from = end;
      if (end === text.length && !text.endsWith('\n')) {
        afterReturn = text.endsWith('\r');
        break;
      }
      lines.push(pending.splice(0).join(''));
    }
    return lines;
  };
  return {
    push,
    end: (text) => {
      const lines = push(text);
      const rest = pending.splice(0).join('');
      afterReturn = false;
      return rest === '' ? lines : [...lines, rest];
    },
  };
}

const lineEnd = /\r\n?|\n/g;

/** Just behind the next terminator, or the end of the text. */
function findLineEnd(text: string, from: number): number {
  lineEnd.lastIndex = from;
  return lineEnd.test(text) ? lineEnd.lastIndex : text.length;
}

function isBlank(line: string): boolean {
  return line === '\n' || line === '\r\n' || line === '\r';
}

function readFrame(lines: readonly string[]): Frame {
  const data: string[] = [];
  const asides: string[] = [];
  let event = '';
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/[\r\n]+$/, '');
    const text = index === 0 && bare.startsWith('\ufeff') ? bare.slice(1) : bare;
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
