/** By which rules something is explained: those in force, or those beside which the draft would stand. */
import type { ReactNode } from 'react';
import { readDraft } from './kept-draft.ts';

export const choices = ['in force', 'draft'] as const;
export type Choice = (typeof choices)[number];

const titles: Readonly<Record<Choice, string>> = {
  'in force': 'the policies in force',
  draft: 'the policies with my draft',
};

type Props = { readonly chosen: Choice; readonly choose: (choice: Choice) => void };

export function RulesChoice({ chosen, choose }: Props): ReactNode {
  return (
    <label className="row">
      <span className="faint">Explained by</span>
      <select
        className="input views"
        value={chosen}
        onChange={({ target }) => choose(choices.find((one) => one === target.value) ?? 'in force')}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {titles[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the question to the gateway says of it. */
export function toDocument(choice: Choice): { readonly document?: string } {
  return choice === 'draft' ? { document: readDraft() } : {};
}
