/** A text area with line numbers, faults at their lines, and words of the policy format to complete with. */
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import type { DraftFault } from './draft.tsx';
import { words } from './words.ts';
import './editor.css';

type Props = {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly faults: readonly DraftFault[];
};

const offeredMax = 6;

function wordBefore(text: string, caret: number): string {
  return /[A-Za-z_.]*$/.exec(text.slice(0, caret))?.[0] ?? '';
}

type Typing = {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly offered: readonly string[];
  readonly type: (value: string, caret: number) => void;
  readonly press: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** Completion with Tab, and lines that begin where the one before began. */
function useTyping({ text, change }: Pick<Props, 'text' | 'change'>): Typing {
  const area = useRef<HTMLTextAreaElement>(null);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const type = (value: string, caret: number): void => {
    change(value);
    const word = wordBefore(value, caret);
    const fits = words.filter((one) => one.startsWith(word) && one !== word);
    setOffered(word.length < 2 ? [] : fits.slice(0, offeredMax));
  };
  const insert = (piece: string, replaced: number): void => {
    const { current } = area;
    if (current === null) return;
    const caret = current.selectionStart;
    change(text.slice(0, caret - replaced) + piece + text.slice(current.selectionEnd));
    setOffered([]);
    const end = caret - replaced + piece.length;
    requestAnimationFrame(() => current.setSelectionRange(end, end));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const [first] = offered;
    if (event.key === 'Tab' && first !== undefined && !event.shiftKey) {
      event.preventDefault();
      insert(first, wordBefore(text, event.currentTarget.selectionStart).length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const before = text.slice(0, event.currentTarget.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const indent = /^ */.exec(line)?.[0] ?? '';
      insert(`\n${indent}${line.trimEnd().endsWith(':') ? '  ' : ''}`, 0);
    } else if (event.key === 'Escape') setOffered([]);
  };
  return { area, offered, type, press };
}

export function Editor({ text, change, faults }: Props): ReactNode {
  const { area, offered, type, press } = useTyping({ text, change });
  const gutter = useRef<HTMLDivElement>(null);
  const faulty = new Map(faults.map(({ line, level, message }) => [line, { level, message }]));
  return (
    <div className="editor">
      <div ref={gutter} className="gutter mono" aria-hidden="true">
        {text.split('\n').map((_, index) => {
          const fault = faulty.get(index + 1);
          return (
            <div key={index} data-level={fault?.level} title={fault?.message}>
              {index + 1}
            </div>
          );
        })}
      </div>
      <textarea
        ref={area}
        className="mono"
        aria-label="Policy"
        aria-invalid={faults.some(({ level }) => level === 'error')}
        spellCheck={false}
        wrap="off"
        value={text}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={press}
        onScroll={({ currentTarget }) => {
          if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
        }}
      />
      <p className="offered faint" aria-live="polite">
        {offered.length === 0
          ? 'Tab completes a word while it is typed.'
          : `Tab: ${offered.join('  ')}`}
      </p>
    </div>
  );
}
