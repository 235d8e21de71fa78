/** A text with what the gateway masked or replaced in it marked, and the category that was found there told. */
import { Fragment, type ReactNode } from 'react';
import { toInert } from '../design/inert.ts';

/** Masks are written as `[category]`; categories are lower case with slashes. */
const mask = /\[([a-z][a-z_]*(?:\/[a-z0-9_]+)*)\]|(?:\*{3,}[\s*-]*)+[0-9A-Za-z]*/g;

type Props = {
  readonly text: string;
  /** Which rules reacted to a category. */
  readonly rulesFor?: (category: string) => string;
};

export function Marked({ text, rulesFor }: Props): ReactNode {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const found of text.matchAll(mask)) {
    const [whole, category = ''] = found;
    pieces.push(
      <Fragment key={from}>{toInert(text.slice(from, found.index))}</Fragment>,
      <mark key={`m${found.index}`} title={rulesFor?.(category) ?? category}>
        {whole}
      </mark>,
    );
    from = found.index + whole.length;
  }
  pieces.push(<Fragment key="end">{toInert(text.slice(from))}</Fragment>);
  return <>{pieces}</>;
}
