/** A text with what was found or masked in it marked; each mark has a number that the legend explains. */
import { Fragment, type ReactNode } from 'react';
import { toInert } from '../design/inert.ts';
import type { Mark } from './exchange.ts';
import { cut } from './segments.ts';

type Props = {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly legend: Legend;
};

export function Marked({ text, marks, legend }: Props): ReactNode {
  return cut(text.length, marks).map(({ start, end, over }) => {
    const said = toInert(text.slice(start, end));
    if (over.length === 0) return <Fragment key={start}>{said}</Fragment>;
    const numbers = over
      .filter((mark) => mark.start === start)
      .map((mark) => legend.numberOf(mark));
    return (
      <mark key={start} data-wide={over.length === 1 && isWide(over, text)} title={describe(over)}>
        {numbers.length > 0 && <sup>{[...new Set(numbers)].join(' ')}</sup>}
        {said}
      </mark>
    );
  });
}

/** A mark over nearly all of a text says little about its place: it is drawn so that others can be seen in it. */
function isWide([mark]: readonly Mark[], text: string): boolean {
  return mark !== undefined && mark.end - mark.start > 60 && mark.end - mark.start >= text.length;
}

export function nameOf({ category, rules }: Mark): string {
  const behind = rules.length === 0 ? 'no rule' : rules.join(', ');
  return `${category === '' ? 'masked' : category}: ${behind}`;
}

function describe(marks: readonly Mark[]): string {
  return [...new Set(marks.map(nameOf))].join('\n');
}

/** Numbers what was found, in the order in which it is come across. */
export class Legend {
  readonly #names = new Map<string, number>();

  numberOf(mark: Mark): number {
    const name = nameOf(mark);
    const number = this.#names.get(name) ?? this.#names.size + 1;
    this.#names.set(name, number);
    return number;
  }

  get names(): readonly string[] {
    return [...this.#names.keys()];
  }
}
