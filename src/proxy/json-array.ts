/** Cuts a stream that is one long JSON array into its elements as they arrive, and writes a changed one back. */
import { GatewayError } from '../errors.ts';
import type { Frame, FrameParser } from './frame.ts';
import { TextReader } from './utf8.ts';

/** What stands between the elements of an array, and around them. */
const between = /^[\s[\],]*$/;

const blank = /^\ufeff|[ \t\r\n]+/g;
/** What is due before the next element, and behind the last. */
const inArray = { next: ',', last: ']' };
const inLines = { next: '', last: '' };

export function createElementParser(): FrameParser {
  const reader = new TextReader();
  const splitter = new ElementSplitter();
  return {
    push: (chunk) => splitter.push(reader.read(chunk)),
    end: () => {
      reader.end();
      return splitter.end();
    },
    open: () => splitter.open,
    fault: () => reader.fault ?? splitter.fault,
  };
}

export function writeElement(frame: Frame, data: string): string {
  if (data === frame.data) return frame.source;
  return frame.source.slice(0, frame.source.length - (frame.data ?? '').length) + data;
}

/** Each character is looked at once, whatever the chunks: what is inside a string is told from structure as it passes. */
class ElementSplitter {
  #before: string[] = [];
  #element: string[] = [];
  /** Characters of both. */
  #open = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Arrays that have begun and were not closed. */
  #arrays = 0;
  /** Whether the elements stand in an array; undefined until the first of them came. */
  #isArray: boolean | undefined;
  /** False: something stands between them that no array has, or is missing there. */
  #sound = true;
  #over = false;

  get open(): number {
    return this.#open;
  }

  /** An array that is not closed was cut, however much its last element sounded like the end. */
  get fault(): GatewayError | undefined {
    if (!this.#over || (this.#sound && this.#arrays <= 0)) return undefined;
    const how = this.#arrays > 0 ? 'stopped before its end' : 'is no array that can be read';
    return new GatewayError('upstream_failed', `the upstream’s stream ${how}`);
  }

  push(text: string): readonly Frame[] {
    const frames: Frame[] = [];
    let from = 0;
    let begun = 0;
    while (from < text.length) {
      if (this.#depth === 0) {
        const start = text.indexOf('{', from);
        this.#before.push(text.slice(from, start === -1 ? text.length : start));
        if (start === -1) break;
        from = start;
      }
      const end = this.#findEnd(text, from);
      this.#element.push(text.slice(from, end));
      from = end;
      if (this.#depth > 0) continue;
      frames.push(this.#take());
      begun = end;
    }
    this.#open += text.length - begun;
    return frames;
  }

  end(): readonly Frame[] {
    this.#over = true;
    return this.#open === 0 ? [] : [this.#take()];
  }

  #take(): Frame {
    const before = this.#before.join('');
    const frame = toFrame(before, this.#element.join(''));
    this.#arrays += before.split('[').length - before.split(']').length;
    this.#sound &&= this.#fits(before.replace(blank, ''), frame.data === undefined);
    this.#before = [];
    this.#element = [];
    this.#open = 0;
    return frame;
  }

  /** One object by itself, or one to a line, is as good as an array of them. */
  #fits(marks: string, isLast: boolean): boolean {
    if (this.#isArray !== undefined) {
      const { next, last } = this.#isArray ? inArray : inLines;
      return marks === (isLast ? last : next);
    }
    this.#isArray = marks.startsWith('[');
    return marks === '' || marks === (isLast ? '[]' : '[');
  }

  /** The index behind the element that is open at `from`, or the length where it goes on. */
  #findEnd(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        this.#escaped = code === 0x5c;
        if (code === 0x22) this.#inString = false;
      } else if (code === 0x22) this.#inString = true;
      else if (code === 0x7b || code === 0x5b) this.#depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      }
    }
    return text.length;
  }
}

/** Anything between the elements that no array has is judged, since it reaches the client. */
function toFrame(before: string, element: string): Frame {
  return {
    source: before + element,
    event: '',
    data: element === '' ? undefined : element,
    aside: between.test(before) ? '' : before,
  };
}
