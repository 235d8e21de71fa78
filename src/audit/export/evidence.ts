/** An evidence bundle as one archive, made while the gateway serves: the same files that `audit export --out` makes. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { GatewayError } from '../../errors.ts';
import type { Filter } from '../search/filter.ts';
import { BundleThread } from './bundle-thread.ts';
import { type ExportParts, exportEntries } from './export-entries.ts';
import { writeTar } from './tar.ts';

const prefix = 'bundle-';

/** Where a log is one of several: which folder of the one archive is its own, and whether the archive ends with it. */
export type ArchivePlace = { readonly folder: string; readonly last: boolean };

/** The folder of an archive that is taken at a moment. */
export function toFolder(at: Date): string {
  return `evidence-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;
}

export function refuseBundle(): GatewayError {
  return new GatewayError('overloaded', 'another bundle is being made; ask again in a moment');
}

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
  async *export(
    filter: Filter,
    parts: ExportParts,
    place?: ArchivePlace,
  ): AsyncGenerator<Uint8Array, undefined> {
    if (this.#making) throw refuseBundle();
    this.#making = true;
    try {
      this.#removeLeft();
      const at = new Date();
      const out = await this.#write(at, filter, parts).catch(refuse);
      const { folder, last } = place ?? { folder: toFolder(at), last: true };
      const names = readdirSync(out).sort();
      const archive = Readable.from(writeTar(out, names, { folder, atMs: at.getTime(), last }));
      // A fault of the one ends the other, and so does a client that goes: nothing is thrown where nobody listens.
      const packed = pipeline(archive, createGzip(), () => undefined);
      for await (const piece of packed) yield piece as Uint8Array;
    } finally {
      this.#making = false;
      this.#removeLeft();
    }
  }

  async #write(at: Date, filter: Filter, parts: ExportParts): Promise<string> {
    let thread: BundleThread | undefined;
    try {
      const out = mkdtempSync(join(this.#directory, prefix));
      for await (const lines of exportEntries({ filter, format: 'jsonl' }, parts, 'bundle')) {
        if (thread === undefined) {
          // The first piece comes when the export itself stands in the trail.
          await this.#seal();
          thread = await BundleThread.start(this.#directory, out);
        }
        if (lines !== '') await thread.add(lines);
      }
      const query = await parts.query();
      const facts = { query, at: at.toISOString() };
      await thread?.finish(facts);
      return out;
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

/** A disk that takes no bundle is no bug of the gateway; whoever asks is told so, without the place. */
function refuse(error: unknown): never {
  if (error instanceof GatewayError || !(error instanceof Error) || !('code' in error)) throw error;
  const detail = 'the evidence cannot be written to the disk at the moment';
  throw new GatewayError('audit_unavailable', detail, {
    ...{ cause: error, headers: { 'retry-after': '1' } },
  });
}
