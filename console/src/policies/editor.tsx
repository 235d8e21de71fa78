/** A text area with line numbers, faults at their lines, and what the schema knows to come next. */
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { completePolicy, type Offer } from './completion.ts';
import './editor.css';

export type DraftFault = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly level: string;
  readonly message: string;
};

type Props = {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly faults: readonly DraftFault[];
};

type Typing = {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly offered: readonly Offer[];
  readonly type: (value: string, caret: number) => void;
  readonly press: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

/** Completion with Tab, and lines that begin where the one before began. */
function useTyping({ text, change }: Pick<Props, 'text' | 'change'>): Typing {
  const area = useRef<HTMLTextAreaElement>(null);
  const [offered, setOffered] = useState<readonly Offer[]>([]);
  const offer = (value: string, caret: number): void => setOffered(completePolicy(value, caret));
  const insert = (piece: string, replaced: number): void => {
    const { current } = area;
    if (current === null) return;
    const start = current.selectionStart - replaced;
    const next = text.slice(0, start) + piece + text.slice(current.selectionEnd);
    const end = start + piece.length;
    change(next);
    offer(next, end);
    requestAnimationFrame(() => current.setSelectionRange(end, end));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const [first] = offered;
    if (event.key === 'Tab' && first !== undefined && !event.shiftKey) {
      event.preventDefault();
      insert(first.text, first.replaced);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const before = text.slice(0, event.currentTarget.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const indent = /^ */.exec(line)?.[0] ?? '';
      insert(`\n${indent}${line.trimEnd().endsWith(':') ? '  ' : ''}`, 0);
    } else if (event.key === 'Escape') setOffered([]);
  };
  const type = (value: string, caret: number): void => {
    change(value);
    offer(value, caret);
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
          ? 'Tab takes the first of what may come next, Escape drops it.'
          : `Tab: ${offered.map((one) => one.text.trim()).join('  ')}`}
      </p>
    </div>
  );
}
