/** Hands out what shows that an entry stands in the trail: checkpoints, proofs and tiles. */
import { GatewayError } from '../errors.ts';
import type { ConsistencyProof, InclusionProof, Sealer } from './proof/sealer.ts';
import type { StoredEntry } from './stored-entry.ts';
import type { TilePlace } from './trail-reading.ts';

export class Proofs {
  readonly #sealer: Sealer;
  readonly #findEntry: (id: string) => Promise<StoredEntry>;

  constructor(sealer: Sealer, findEntry: (id: string) => Promise<StoredEntry>) {
    this.#sealer = sealer;
    this.#findEntry = findEntry;
  }

  readCheckpoint(): string {
    return this.#sealer.checkpoint();
  }

  async proveEntry(id: string): Promise<InclusionProof> {
    const { seq } = await this.#findEntry(id);
    // One that was under way may have begun before the entry was there.
    for (let tries = 0; tries < 2 && this.#sealer.prove(seq) === undefined; tries += 1)
      await this.#sealer.seal(false);
    const proof = this.#sealer.prove(seq);
    if (proof === undefined) throw new GatewayError('not_ready', 'the entry is not sealed yet');
    return proof;
  }

  proveConsistency(size: number): ConsistencyProof | undefined {
    return this.#sealer.proveConsistency(size);
  }

  readTile({ level, index, width }: TilePlace): Uint8Array | undefined {
    return this.#sealer.tile(level, index, width);
  }
}
