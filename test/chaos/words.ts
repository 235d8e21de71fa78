/** The words that decide what becomes of a call in a chaos run, and the policies that know them. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { policyOf } from '../support/policy.ts';

/** Blocked in every version of the policies, in requests and in answers. */
export const forbidden = 'amber';
/** Blocked by one of the two versions only: whoever mixes them in one exchange shows it here. */
export const disputed = 'cobalt';
/** Replaced wherever it stands. */
export const masked = 'violet';
export const mask = 'taken-out';
/** Stands in every request and may stand in no log, entry or error. */
export const canary = 'canary-of-every-prompt';

export class Policies {
  readonly directory: string;
  readonly #disputed: string;

  constructor(folder: string) {
    this.directory = join(folder, 'policies');
    this.#disputed = join(this.directory, 'disputed.yaml');
  }

  async write(): Promise<void> {
    await mkdir(this.directory);
    await writeFile(join(this.directory, 'forbidden.yaml'), blockOf('forbidden', forbidden));
    const redact = { patterns: ['word'], operator: 'replace', with: mask };
    const rule = { id: 'masked', when: 'hit("word")', action: 'redact', redact };
    const policy = policyOf(
      { patterns: { word: { keywords: [masked] } }, rules: [rule] },
      'masked',
    );
    await writeFile(join(this.directory, 'masked.yaml'), policy);
  }

  /** From here on the other version is in force. */
  async swap(strict: boolean): Promise<void> {
    if (!strict) {
      await rm(this.#disputed, { force: true });
      return;
    }
    const draft = join(this.directory, '..', 'disputed.yaml');
    await writeFile(draft, blockOf('disputed', disputed));
    await rename(draft, this.#disputed);
  }

  /** A file that no gateway may take over. */
  async break(): Promise<() => Promise<void>> {
    const path = join(this.directory, 'broken.yaml');
    await writeFile(path, 'apiVersion: governance/v1\nkind: Policy\nmetadata: { id: broken\n');
    return () => rm(path);
  }
}

function blockOf(id: string, word: string): string {
  const rule = {
    id,
    when: 'hit("word")',
    action: 'block',
    message: 'This word is not for models.',
  };
  // In earlier turns too, wherever it stands.
  const patterns = { word: { keywords: [word] } };
  return policyOf({ history: 'block', patterns, rules: [rule] }, id);
}
