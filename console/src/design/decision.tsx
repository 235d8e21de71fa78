/** A decision as a badge: a word and a shape, and only then a colour. */
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export const decisions = ['allow', 'flag', 'redact', 'block'] as const;
export type Decision = (typeof decisions)[number];

export function isDecision(word: string): word is Decision {
  return (decisions as readonly string[]).includes(word);
}

export function DecisionBadge({ word }: { readonly word: string }): ReactNode {
  const known = isDecision(word) ? word : 'other';
  return (
    <span className={`decision ${known}`} title={word}>
      <Icon name={known} />
      <span>{word === '' ? 'none' : word}</span>
    </span>
  );
}
