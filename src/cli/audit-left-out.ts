/** What a reading of a damaged journal had to leave out, in words for whoever takes the rest for all of it. */
import type { LeftOut } from '../audit/export/walk-entries.ts';
import { counted } from './counted.ts';

export class LeftOutCount {
  entries = 0;
  #first: LeftOut | undefined;

  readonly add = (leftOut: LeftOut): void => {
    this.#first ??= leftOut;
    this.entries += leftOut.entries;
  };

  /** Undefined where there is nothing to tell. */
  describe(then: string): string | undefined {
    if (this.#first === undefined) return undefined;
    const { path, line } = this.#first;
    const what = counted(this.entries, 'entry is', 'entries are');
    return `the trail is damaged: ${what} ${then}, the first at line ${line} of \`${path}\`; run \`governance audit verify\`\n`;
  }
}
