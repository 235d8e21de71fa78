/** Seals the journal: keeps its Merkle tree on disk, signs its root, and hands copies of that to witnesses. */
import { join } from 'node:path';
import { GatewayError } from '../../errors.ts';
import { createClock, toTimestamp } from '../clock.ts';
import type { Durability, Position } from '../journal-options.ts';
import { logName, writeCheckpoint } from './checkpoint.ts';
import { addMissing } from './missing-leaves.ts';
import { createSigner } from './note.ts';
import type { Signer } from './note.ts';
import { checkpointFile, historyFile, keyFile, readKeys, readLogName } from './sealed-files.ts';
import { altered, readSigned } from './signed.ts';
import type { Signed } from './signed.ts';
import { createSnapshot } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { Tiles } from './tiles.ts';
import { hashRange, proveConsistency, proveInclusion } from './tree.ts';
import { appendLine, replaceFile } from './whole-files.ts';
import type { Witness } from './witness.ts';

export type SealerOptions = {
  readonly directory: string;
  readonly origin: string;
  readonly durability: Durability;
  readonly masterKey: Uint8Array;
  readonly sealIntervalMs: number;
  /** How often a checkpoint is kept for good and given to the witnesses. */
  readonly historyIntervalMs: number;
  readonly witness: Witness;
  /** Brings the leaves of all that is durable. */
  readonly gather: () => void;
  /** Called before signing: what is signed must be durable. */
  readonly sync: () => Promise<void>;
  readonly onAlarm: (message: string, fields: Readonly<Record<string, unknown>>) => void;
};

export type InclusionProof = {
  readonly checkpoint: string;
  readonly seq: number;
  readonly size: number;
  /** Lower-case hex, nearest first. */
  readonly hashes: readonly string[];
};

export type ConsistencyProof = { readonly checkpoint: string; readonly hashes: readonly string[] };

const ownMode = 0o600;
/** Keys are for whoever verifies. */
const publicMode = 0o644;

export class Sealer {
  readonly #options: SealerOptions;
  readonly #name: string;
  readonly #signer: Signer;
  readonly #clock = createClock();
  #tiles: Tiles;
  /** The checkpoint that was signed last; '' before the first. */
  #note = '';
  #sealed = 0;
  /** By the clock that nobody sets; the first checkpoint is always kept. */
  #keptMs = -Infinity;
  #keptSize = 0;
  #sealing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  /** When the first try began since which none came to its end, whether they fail or hang. */
  #triedMs: number | undefined;

  /** Catches up with the journal, and refuses one that is not what was signed. */
  constructor(options: SealerOptions, position: Position) {
    this.#options = options;
    this.#name = nameOf(options);
    this.#signer = createSigner(this.#name, options.masterKey);
    this.#tiles = Tiles.open(options.directory);
    const signed = readSigned(options.directory);
    if (signed !== undefined && signed.size > position.link.seq) {
      throw altered(`it holds ${position.link.seq} entries where ${signed.size} were signed`);
    }
    if (this.#tiles.size > position.link.seq) this.#tiles = Tiles.create(options.directory);
    addMissing(this.#tiles, options.directory, position);
    if (signed === undefined) return;
    if (!this.#matches(signed)) {
      // The tiles are only derived: the journal itself decides.
      this.#tiles = Tiles.create(options.directory);
      addMissing(this.#tiles, options.directory, position);
      if (!this.#matches(signed))
        throw altered(`its first ${signed.size} entries are not those that were signed`);
    }
    this.#note = signed.note;
    this.#sealed = signed.size;
  }

  /** The key that checkpoints are checked with. */
  get verifierKey(): string {
    return this.#signer.verifierKey;
  }

  /** True where the trail does not know the key yet: it has to be told in an entry. */
  get keyIsNew(): boolean {
    return readKeys(this.#options.directory).at(-1) !== this.verifierKey;
  }

  /** Puts the key beside the journal for those who verify; the one that holds stands last. */
  async announceKey(): Promise<void> {
    const { directory } = this.#options;
    const keys = [...readKeys(directory), this.verifierKey];
    await replaceFile(join(directory, keyFile), `${keys.join('\n')}\n`, publicMode);
  }

  /** How long the trail has been waiting to be sealed; moments while that works. */
  get waitingMs(): number {
    return this.#triedMs === undefined ? 0 : performance.now() - this.#triedMs;
  }

  start(): void {
    this.#timer = setInterval(() => void this.seal(false), this.#options.sealIntervalMs).unref();
  }

  /** Takes the leaf hashes of durable lines in order, one behind the other. */
  add(leaves: Uint8Array): void {
    this.#tiles.addLeaves(leaves);
  }

  /** Signs what is there if it has grown. `keep` puts the checkpoint into the history at once. */
  async seal(keep: boolean): Promise<void> {
    if (this.#sealing !== undefined) {
      await this.#sealing;
      if (!keep) return;
    }
    this.#triedMs ??= performance.now();
    this.#sealing = this.#seal(keep)
      .then(() => {
        this.#triedMs = undefined;
        if (this.#failing) this.#options.onAlarm('the audit trail can be sealed again', {});
        this.#failing = false;
      })
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        if (!this.#failing) this.#options.onAlarm('the audit trail cannot be sealed', { reason });
        this.#failing = true;
      })
      .finally(() => {
        this.#sealing = undefined;
      });
    await this.#sealing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.seal(true);
  }

  checkpoint(): string {
    if (this.#note === '') throw new GatewayError('not_ready', 'no checkpoint was signed yet');
    return this.#note;
  }

  /** The tree as the last checkpoint signs it, for proofs that belong together. */
  snapshot(): Snapshot {
    const { verifierKey } = this;
    return createSnapshot(this.#tiles, {
      checkpoint: this.checkpoint(),
      verifierKey,
      size: this.#sealed,
    });
  }

  /** Shows that an entry stands in the tree of the last checkpoint; undefined where it is newer than that. */
  prove(seq: number): InclusionProof | undefined {
    if (seq >= this.#sealed) return undefined;
    const path = proveInclusion(seq, this.#sealed, (from, size) => this.#tiles.subtree(from, size));
    return { checkpoint: this.#note, seq, size: this.#sealed, hashes: path.map(toHex) };
  }

  /** Shows that the tree of an earlier size is the beginning of the last checkpoint's. */
  proveConsistency(small: number): ConsistencyProof | undefined {
    if (small > this.#sealed || small < 1) return undefined;
    const path = proveConsistency(small, this.#sealed, (from, size) =>
      this.#tiles.subtree(from, size),
    );
    return { checkpoint: this.#note, hashes: path.map(toHex) };
  }

  tile(level: number, index: number, width: number): Uint8Array | undefined {
    return this.#tiles.read(level, index, width);
  }

  async #seal(keep: boolean): Promise<void> {
    this.#options.gather();
    const { size } = this.#tiles;
    const due = keep || performance.now() - this.#keptMs >= this.#options.historyIntervalMs;
    if (size > this.#sealed) {
      const root = this.#root(size);
      await this.#options.sync();
      await this.#tiles.flush();
      const { durability, directory } = this.#options;
      const at = toTimestamp(this.#clock());
      const note = this.#signer.sign(
        writeCheckpoint({ origin: this.#name, size, root, at, durability }),
      );
      await replaceFile(join(directory, checkpointFile), note, ownMode);
      this.#note = note;
      this.#sealed = size;
    }
    if (!due || this.#sealed === this.#keptSize || this.#note === '') return;
    const note = this.#note;
    await appendLine(join(this.#options.directory, historyFile), JSON.stringify(note), ownMode);
    this.#keptMs = performance.now();
    this.#keptSize = this.#sealed;
    this.#options.witness.take(note);
  }

  #root(size: number): Uint8Array {
    return hashRange(0, size, (from, span) => this.#tiles.subtree(from, span));
  }

  #matches(signed: Signed): boolean {
    try {
      return Buffer.compare(this.#root(signed.size), signed.root) === 0;
    } catch {
      return false;
    }
  }
}

/** A log keeps the name that it was begun under, whatever host writes it later. */
function nameOf({ directory, origin }: SealerOptions): string {
  return readLogName(directory) ?? logName(origin);
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
