/** Cuts a server-sent event stream into frames as it arrives, in any chunking, and writes a changed frame back. */
import type { Frame, FrameParser } from './frame.ts';
import { TextReader } from './utf8.ts';

export function createEventParser(): FrameParser {
  const reader = new TextReader();
  const splitter = new EventSplitter();
  return {
    push: (chunk) => splitter.push(reader.read(chunk)),
    end: () => {
      reader.end();
      return splitter.end();
    },
    open: () => splitter.open,
    fault: () => reader.fault,
  };
}

export function writeEvent(frame: Frame, data: string): string {
  if (data === frame.data) return frame.source;
  const name = frame.event === '' ? '' : `event: ${frame.event}\n`;
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${name}${lines.join('')}\n`;
}

export const byteOrderMark = '\ufeff';

const anyEnd = /\r\n?|\n/g;

/** Where nothing is cut, an event is a stretch of the text that came, and none of it is put together anew. */
class EventSplitter {
  /** An event that has begun, and how much of it there is. */
  #begun: string[] = [];
  #open = 0;
  /** What comes next begins a line. */
  #fresh = true;
  /** A CR came last, and an LF right behind it belongs to it. */
  #afterReturn: 'no' | 'line' | 'blank' = 'no';
  /** Undefined until the first of the text came; '' once what it began with has gone with the first event. */
  #mark: string | undefined;

  get open(): number {
    return this.#open + (this.#mark ?? '').length;
  }

  push(came: string): readonly Frame[] {
    const text = this.#withoutMark(came);
    const frames: Frame[] = [];
    let from = text === '' ? 0 : this.#goOn(text, frames);
    const lf = !text.includes('\r', from);
    while (from < text.length) {
      const end = lf ? this.#findEnd(text, from) : this.#findAnyEnd(text, from);
      if (end === -1) {
        this.#goOnWith(text.slice(from));
        break;
      }
      frames.push(this.#close(text.slice(from, end)));
      from = end;
    }
    return frames;
  }

  /** A mark at the very beginning of the stream says nothing, as clients have it; anywhere else it is text. */
  #withoutMark(text: string): string {
    if (this.#mark !== undefined || text === '') return text;
    this.#mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    return text.slice(this.#mark.length);
  }

  end(): readonly Frame[] {
    return this.open === 0 ? [] : [this.#close('')];
  }

  /** Behind what belongs to a CR that ended the last text. */
  #goOn(text: string, frames: Frame[]): number {
    const before = this.#afterReturn;
    if (before === 'no') return 0;
    this.#afterReturn = 'no';
    const from = text.startsWith('\n') ? 1 : 0;
    if (before === 'blank') frames.push(this.#close(text.slice(0, from)));
    else if (from > 0) this.#goOnWith('\n');
    return from;
  }

  /** Behind the blank line that ends an event, or -1; lines end in LF alone. */
  #findEnd(text: string, from: number): number {
    if (this.#fresh && text.startsWith('\n', from)) return from + 1;
    const end = text.indexOf('\n\n', from);
    if (end !== -1) return end + 2;
    this.#fresh = text.endsWith('\n');
    return -1;
  }

  #findAnyEnd(text: string, from: number): number {
    anyEnd.lastIndex = from;
    for (let start = from; anyEnd.test(text); start = anyEnd.lastIndex) {
      const isBlank = this.#fresh && isEnd(text.charCodeAt(start));
      this.#fresh = true;
      if (anyEnd.lastIndex === text.length && text.endsWith('\r')) {
        this.#afterReturn = isBlank ? 'blank' : 'line';
        return -1;
      }
      if (isBlank) return anyEnd.lastIndex;
    }
    this.#fresh = isEnd(text.charCodeAt(text.length - 1));
    return -1;
  }

  #goOnWith(text: string): void {
    this.#begun.push(text);
    this.#open += text.length;
  }

  #close(last: string): Frame {
    const source = this.#open === 0 ? last : this.#begun.join('') + last;
    if (this.#open > 0) this.#begun = [];
    this.#open = 0;
    this.#fresh = true;
    const event = readEvent(source);
    if (!this.#mark) return event;
    const marked = this.#mark + source;
    this.#mark = '';
    return { ...event, source: marked };
  }
}

function readEvent(source: string): Frame {
  let data: string | undefined;
  let event = '';
  let aside = '';
  const tellAside = (text: string): void => {
    aside = aside === '' ? text : `${aside}\n${text}`;
  };
  const lf = !source.includes('\r');
  let from = 0;
  let colon = source.indexOf(':', from);
  while (from < source.length) {
    const end = lf ? endOfLine(source, from) : endOfAnyLine(source, from);
    // Looked for anew only behind the last one: an event may have many lines and none of them a colon.
    if (colon !== -1 && colon < from) colon = source.indexOf(':', from);
    const stop = colon === -1 || colon > end ? end : colon;
    const after = stop === end ? end : stop + (source.charCodeAt(stop + 1) === space ? 2 : 1);
    const length = stop - from;
    if (length === 4 && source.startsWith('data', from)) {
      const said = source.slice(after, end);
      data = data === undefined ? said : `${data}\n${said}`;
    } else if (length === 5 && source.startsWith('event', from)) {
      // Only the last name counts for a client, but all of them reach it.
      if (event !== '') tellAside(event);
      event = source.slice(after, end);
    } else if (end > from) tellAside(source.slice(from, end));
    from = end + (source.startsWith('\r\n', end) ? 2 : 1);
  }
  return { source, event, data, aside };
}

const space = 0x20;

/** Where a line ends, without what ends it. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function endOfAnyLine(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isEnd(text.charCodeAt(end))) end += 1;
  return end;
}

function isEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}
