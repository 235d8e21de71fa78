/** Remembers in which texts nothing was seen, by their digests: no text stays in memory, and one character more is another text. */
import { hash } from 'node:crypto';
import type { CleanTexts } from '../../governance/inspect.ts';
import type { Asked } from '../../governance/policy/policy.ts';

/** Of either half: what was in use of late is in one, what was in use before that in the other. */
const marksMax = 8192;

type Halves = { late: Set<string>; before: Set<string> };

export function createCleanTexts(max = marksMax): CleanTexts {
  // What is asked for belongs to one bundle: a new one begins with nothing, and the old one's marks go with it.
  const known = new WeakMap<Asked, Halves>();
  const halvesOf = (asked: Asked): Halves => {
    let halves = known.get(asked);
    if (halves === undefined) known.set(asked, (halves = { late: new Set(), before: new Set() }));
    return halves;
  };
  const remember = (asked: Asked, mark: string): void => {
    const halves = halvesOf(asked);
    if (halves.late.size >= max) {
      halves.before = halves.late;
      halves.late = new Set();
    }
    halves.late.add(mark);
  };
  return {
    recall(asked, kind, text) {
      // The code units as they are: as UTF-8, halves of a pair would all be the same replacement character.
      const mark = `${kind} ${hash('sha256', Buffer.from(text, 'utf16le'), 'base64')}`;
      const { late, before } = halvesOf(asked);
      if (late.has(mark)) return undefined;
      if (!before.has(mark)) return mark;
      remember(asked, mark);
      return undefined;
    },
    remember,
  };
}
