/** Cuts a stream that is one long JSON array into its elements as they arrive, and writes a changed one back. */
import type { Frame, FrameParser } from './frame.ts';
import { TextReader } from './utf8.ts';

/** What stands between the elements of an array, and around them. */
const between = /^[\s[\],]*$/;

export function createElementParser(): FrameParser {
  const reader = new TextReader();
  const splitter = createElementSplitter();
  return {
    push: (chunk) => splitter.push(reader.read(chunk)),
    end: () => {
      reader.end();
      return splitter.end();
    },
  };
}

export function writeElement(frame: Frame, data: string): string {
  if (data === frame.data) return frame.source;
  return frame.source.slice(0, frame.source.length - (frame.data ?? '').length) + data;
}

type ElementSplitter = {
  readonly push: (text: string) => Frame[];
  readonly end: () => Frame[];
};

/** Each character is looked at once, whatever the chunks: what is inside a string is told from structure as it passes. */
function createElementSplitter(): ElementSplitter {
  let before: string[] = [];
  let element: string[] = [];
  let depth = 0;
  let inString = false;
  let escaped = false;

  const take = (): Frame => {
    const frame = toFrame(before.join(''), element.join(''));
    before = [];
    element = [];
    return frame;
  };
  /** The index behind the element that is open at `from`, or the length where it goes on. */
  const findEnd = (text: string, from: number): number => {
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (escaped) escaped = false;
      else if (inString) {
        escaped = code === 0x5c;
        if (code === 0x22) inString = false;
      } else if (code === 0x22) inString = true;
      else if (code === 0x7b || code === 0x5b) depth += 1;
      else if (code === 0x7d || code === 0x5d) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    return text.length;
  };
  return {
    push: (text) => {
      const frames: Frame[] = [];
      let from = 0;
      while (from < text.length) {
        if (depth === 0) {
          const start = text.indexOf('{', from);
          before.push(text.slice(from, start === -1 ? text.length : start));
          if (start === -1) break;
          from = start;
        }
        const end = findEnd(text, from);
        element.push(text.slice(from, end));
        from = end;
        if (depth === 0) frames.push(take());
      }
      return frames;
    },
    end: () => (before.join('') + element.join('') === '' ? [] : [take()]),
  };
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
