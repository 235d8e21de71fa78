/** An evidence bundle as one archive, made while the gateway serves: the same files that `audit export --out` makes. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { GatewayError } from '../../errors.ts';
import type { Filter } from '../search/filter.ts';
import { BundleThread } from './bundle-thread.ts';
import { type ExportParts, exportEntries } from './export-entries.ts';
import { writeTar } from './tar.ts';

const prefix = 'bundle-';

export class Evidence {
  readonly #directory: string;
  readonly #seal: () => Promise<void>;
  #making = false;

  /** `seal` signs what is recorded, so that nothing that was asked for is left out as too new. */
  constructor(directory: string, seal: () => Promise<void>) {
    this.#directory = directory;
    this.#seal = seal;
  }

  /** One at a time, since each reads the whole tree. */
  async *export(filter: Filter, parts: ExportParts): AsyncGenerator<Uint8Array, undefined> {
    if (this.#making) {
      throw new GatewayError('overloaded', 'another bundle is being made; ask again in a moment');
    }
    this.#making = true;
    try {
      this.#removeLeft();
      const out = mkdtempSync(join(this.#directory, prefix));
      const at = new Date();
      await this.#write(out, at, filter, parts);
      const folder = `evidence-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
      const names = readdirSync(out).sort();
      const archive = Readable.from(writeTar(out, names, folder, at.getTime()));
      for await (const piece of archive.pipe(createGzip())) yield piece as Uint8Array;
    } finally {
      this.#making = false;
      this.#removeLeft();
    }
  }

  async #write(out: string, at: Date, filter: Filter, parts: ExportParts): Promise<void> {
    let thread: BundleThread | undefined;
    try {
      for await (const lines of exportEntries({ filter, format: 'jsonl' }, parts, 'bundle')) {
        if (thread === undefined) {
          // The first piece comes when the export itself stands in the trail.
          await this.#seal();
          thread = await BundleThread.start(this.#directory, out);
        }
        if (lines !== '') await thread.add(lines);
      }
      const facts = { query: parts.query, at: at.toISOString(), origin: hostname() };
      await thread?.finish(facts);
    } finally {
      await thread?.close();
    }
  }

  /** Also those that a crash left behind. */
  #removeLeft(): void {
    for (const name of readdirSync(this.#directory)) {
      if (name.startsWith(prefix))
        rmSync(join(this.#directory, name), { recursive: true, force: true });
    }
  }
}
