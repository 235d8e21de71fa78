/** The data keys that a verification opens texts with: there or gone, wrapped as they were or spoilt. */
import { existsSync } from 'node:fs';
import { createContentKey, createWrapping, wrappedBytes } from '../content/content-key.ts';
import type { ContentKey, Wrapping } from '../content/content-key.ts';
import { readReference } from '../content/key-reference.ts';
import { KeyStore, keyStorePath, readingKeys } from '../content/key-store.ts';
import { createSigner } from '../proof/note.ts';
import { readKeys } from '../proof/sealed-files.ts';

const keysMax = 2000;

type Known = {
  readonly stored: boolean;
  /** What is stored is not what was written. */
  readonly spoilt: boolean;
  /** Undefined without the master key that opens it. */
  readonly key: ContentKey | undefined;
};

export class StoredKeys {
  readonly #store: KeyStore | undefined;
  readonly #wrapping: Wrapping | undefined;
  /** Whether the trail never had another master key: what that does not open is none that was wrapped. */
  readonly #isOnlyKey: boolean;
  readonly #keys = new Map<string, Known>();

  constructor(directory: string, masterKey: Uint8Array | undefined) {
    this.#wrapping = masterKey === undefined ? undefined : createWrapping(masterKey);
    this.#isOnlyKey = masterKey !== undefined && isOnlyKey(directory, masterKey);
    this.#store = existsSync(keyStorePath(directory))
      ? readingKeys(() => new KeyStore(directory, true))
      : undefined;
  }

  /** `reference` as entries name it. */
  find(reference: string): Known {
    const found = this.#keys.get(reference);
    if (found !== undefined) return found;
    if (this.#keys.size >= keysMax) this.#keys.clear();
    const named = readReference(reference);
    const wrapped = readingKeys(() => named && this.#store?.read(named.id, named.version));
    const known = this.#toKnown(wrapped, reference);
    this.#keys.set(reference, known);
    return known;
  }

  close(): void {
    this.#store?.close();
  }

  #toKnown(wrapped: Uint8Array | undefined, reference: string): Known {
    if (wrapped === undefined) return { stored: false, spoilt: false, key: undefined };
    const dataKey = this.#wrapping?.unwrap(wrapped, reference);
    const key = dataKey === undefined ? undefined : createContentKey(reference, dataKey);
    const spoilt = wrapped.length !== wrappedBytes || (key === undefined && this.#isOnlyKey);
    return { stored: true, spoilt, key };
  }
}

function isOnlyKey(directory: string, masterKey: Uint8Array): boolean {
  const keys = readKeys(directory);
  return (
    keys.length > 0 &&
    keys.every((key) => createSigner(key.split('+')[0] ?? '', masterKey).verifierKey === key)
  );
}
