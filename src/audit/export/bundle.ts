/** An evidence bundle: entries with the proof of each, the signed checkpoint, the key, and how to check them. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalise } from '../canonical.ts';
import { logName } from '../proof/checkpoint.ts';
import type { Snapshot } from '../proof/snapshot.ts';
import type { StoredEntry } from '../stored-entry.ts';

export type BundleFacts = {
  /** What was asked for, in the words of the query. */
  readonly query: string;
  readonly at: string;
};

export type Bundle = { readonly entries: number; readonly size: number };

/** Takes entries one by one; those newer than the checkpoint are left out, as nothing vouches for them yet. */
export class BundleWriter {
  readonly #directory: string;
  readonly #snapshot: Snapshot;
  readonly #entries: number;
  readonly #proofs: number;
  #count = 0;
  #firstAt = '';
  #lastAt = '';

  constructor(directory: string, snapshot: Snapshot) {
    mkdirSync(directory, { recursive: true });
    this.#directory = directory;
    this.#snapshot = snapshot;
    this.#entries = openSync(join(directory, 'entries.jsonl'), 'wx');
    this.#proofs = openSync(join(directory, 'proofs.jsonl'), 'wx');
  }

  add(entry: StoredEntry): boolean {
    if (entry.seq >= this.#snapshot.size) return false;
    writeSync(this.#entries, `${canonicalise(entry)}\n`);
    const proof = { hashes: this.#snapshot.prove(entry.seq), seq: entry.seq };
    writeSync(this.#proofs, `${JSON.stringify(proof)}\n`);
    this.#count += 1;
    this.#firstAt ||= entry.at;
    this.#lastAt = entry.at;
    return true;
  }

  /** `copies` are files beside it that say the same in another format. */
  finish(facts: BundleFacts, copies: readonly string[] = []): Bundle {
    closeSync(this.#entries);
    closeSync(this.#proofs);
    const { checkpoint, verifierKey, size } = this.#snapshot;
    this.#write('checkpoint', checkpoint);
    this.#write('checkpoint.pub', `${verifierKey}\n`);
    this.#write('README.txt', this.#summary(facts));
    const own = ['README.txt', 'checkpoint', 'checkpoint.pub', 'entries.jsonl', 'proofs.jsonl'];
    const names = [...own, ...copies];
    const files = Object.fromEntries(
      names.map((name) => [name, digestOf(join(this.#directory, name))]),
    );
    const origin = this.#origin();
    const manifest = { format: 1, ...facts, origin, entries: this.#count, size, files };
    this.#write('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
    return { entries: this.#count, size };
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#directory, name), text, { flag: 'wx' });
  }

  /** As the log itself is called, wherever the bundle is made. */
  #origin(): string {
    const [name = ''] = this.#snapshot.verifierKey.split('+');
    return name.slice(logName('').length);
  }

  #summary({ query, at }: BundleFacts): string {
    const span =
      this.#count === 0 ? '' : `The first is of ${this.#firstAt}, the last of ${this.#lastAt}.\n`;
    return `Evidence from the audit trail of ${this.#origin()}, taken at ${at}.

It holds ${this.#count} of the ${this.#snapshot.size} entries of the trail: ${query === '' ? 'all of them' : `those that match\n\n    ${query}\n`}
${span}
What it shows: each line of entries.jsonl stood in the trail, in its place and
word for word, when the checkpoint was signed. proofs.jsonl holds the proof of
each; checkpoint holds the signed root of all entries, checkpoint.pub the key.
What it does not show: that no further entry matches. For that, verify the
whole trail; its size and root are in the checkpoint.

How to check it, without the gateway and without the network:

    governance audit verify --bundle DIRECTORY --key KEY
    python3 verify.py DIRECTORY --key KEY

verify.py lies in tools/ of governance-gateway. Copy it, and the folder
tools/verifier that it is made of, into a folder of their own; they need
Python 3.9 or newer and nothing else.

KEY is the line in checkpoint.pub. Compare it with the one that you were given
by other means: whoever made the bundle could have put another one here.
The format is described in docs/AUDIT-FORMAT.md of governance-gateway.
`;
  }
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
