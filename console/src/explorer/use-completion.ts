/** What is offered while somebody types a query, and what taking it does to the text. */
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { suggest, type Suggestion } from './completion.ts';
import type { Filter } from './filter.ts';
import { wordAt } from './query.ts';

type Options = {
  readonly filter: Filter;
  readonly text: string;
  readonly setText: (text: string) => void;
};

export type Completion = {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly offered: readonly Suggestion[];
  readonly chosen: number;
  readonly complete: (text: string, caret: number) => void;
  readonly take: (one: Suggestion) => void;
  readonly press: (event: KeyboardEvent) => void;
  readonly close: () => void;
};

export function useCompletion({ filter, text, setText }: Options): Completion {
  const [offered, setOffered] = useState<readonly Suggestion[]>([]);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef(0);
  const close = (): void => {
    asked.current += 1;
    setOffered([]);
  };
  const complete = (value: string, caret: number): void => {
    setText(value);
    setChosen(0);
    const round = (asked.current += 1);
    void suggest(wordAt(value, caret).word, filter).then((found) => {
      // A slower answer to an earlier letter is of no use any more.
      if (round === asked.current) setOffered(found);
    });
  };
  const take = (one: Suggestion): void => {
    const caret = input.current?.selectionStart ?? text.length;
    const { start } = wordAt(text, caret);
    const next = text.slice(0, start) + one.text + text.slice(caret);
    const end = start + one.text.length;
    close();
    setText(next);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(end, end);
      if (one.text.endsWith(':')) complete(next, end);
    });
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const one = offered[chosen];
    if (step !== 0 && offered.length > 0) {
      event.preventDefault();
      setChosen((chosen + step + offered.length) % offered.length);
    } else if (event.key === 'Tab' && one !== undefined) {
      event.preventDefault();
      take(one);
    } else if (event.key === 'Escape') close();
  };
  return { input, offered, chosen, complete, take, press, close };
}
