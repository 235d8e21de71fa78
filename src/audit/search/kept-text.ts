/** Reads the redacted text of entries for the index, with keys taken from the vault's file. */
import { existsSync } from 'node:fs';
import { BlobWindow } from '../content/blob-window.ts';
import { createContentKey, createWrapping } from '../content/content-key.ts';
import type { ContentKey, Wrapping } from '../content/content-key.ts';
import { KeyStore, keyStorePath } from '../content/key-store.ts';
import type { Form } from '../content/capture.ts';
import { blobsOf, openBlob } from '../content/kept-content.ts';
import type { KeptContent, KeptLeg, Opened } from '../content/kept-content.ts';
import { readReference } from '../content/key-reference.ts';
import { letGo } from '../content/let-go.ts';
import { toLoneWords } from './lone-words.ts';
import { toPlainText } from './plain-text.ts';

const keysMax = 5000;

/** `givenUp`: the key is about to be destroyed. */
type Known = { readonly key: ContentKey | undefined; readonly givenUp: boolean };

export class KeptText {
  readonly #directory: string;
  readonly #wrapping: Wrapping;
  readonly #keys = new Map<string, Known>();
  readonly #window: BlobWindow;
  #inOneGo = false;
  #store: KeyStore | undefined;

  constructor(directory: string, masterKey: Uint8Array) {
    this.#directory = directory;
    this.#wrapping = createWrapping(masterKey);
    this.#window = new BlobWindow(directory);
  }

  /** Texts that are read in one go mostly lie one behind the other; no longer, since one may be destroyed in between. */
  inOneGo<T>(read: () => T): T {
    this.#inOneGo = true;
    try {
      return read();
    } finally {
      this.#inOneGo = false;
      this.#window.close();
    }
  }

  /** The words that were said in an entry, redacted; '' where nothing was kept of them or nobody is to read it any more. */
  read(content: KeptContent): string {
    return this.#known(content.key).givenUp ? '' : this.#read(content).text;
  }

  /** The same; undefined where a part of them cannot be read any more. */
  readWhole(content: KeptContent): string | undefined {
    const { text, whole } = this.#read(content);
    return whole ? text : undefined;
  }

  #read(content: KeptContent): { readonly text: string; readonly whole: boolean } {
    const pieces: string[] = [];
    let whole = true;
    const files = this.#inOneGo ? this.#window : this.#directory;
    for (const leg of content.legs) {
      for (const kept of blobsOf(leg).filter(({ form }) => form === 'redacted')) {
        const opened = openBlob(files, content, kept, this.#known(content.key).key);
        if (!('text' in opened)) {
          whole = false;
          continue;
        }
        const text = opened.text.toString('utf8');
        letGo(opened.text);
        this.#window.rest();
        pieces.push(toLoneWords(toPlainText(text)));
      }
    }
    return { text: pieces.join('\n'), whole };
  }

  /** One leg in the form asked for, or the redacted one where no other was kept; undefined where nothing was. */
  open(
    content: KeptContent,
    leg: KeptLeg,
    form: Form,
  ):
    | (Opened & { readonly missing: string })
    | { readonly text: Buffer; readonly whole: boolean }
    | undefined {
    const blobs = blobsOf(leg);
    const kept = blobs.find((blob) => blob.form === form) ?? blobs[0];
    if (kept === undefined) return undefined;
    const { key } = this.#known(content.key);
    const opened = openBlob(this.#directory, content, kept, key);
    if ('missing' in opened) return opened;
    return { text: opened.text, whole: key?.commit(opened.text) === leg.commitment };
  }

  /** Keys can be destroyed between two readings. */
  forgetKeys(): void {
    this.#keys.clear();
  }

  close(): void {
    this.#store?.close();
  }

  #known(reference: string): Known {
    const known = this.#keys.get(reference);
    if (known !== undefined) return known;
    if (this.#keys.size >= keysMax) this.#keys.clear();
    const loaded = this.#load(reference);
    this.#keys.set(reference, loaded);
    return loaded;
  }

  #load(reference: string): Known {
    if (this.#store === undefined && !existsSync(keyStorePath(this.#directory))) return gone;
    this.#store ??= new KeyStore(this.#directory, true);
    const named = readReference(reference);
    const wrapped = named && this.#store.read(named.id, named.version);
    if (named === undefined || wrapped === undefined) return gone;
    const dataKey = this.#wrapping.unwrap(wrapped, reference);
    return {
      key: dataKey === undefined ? undefined : createContentKey(reference, dataKey),
      givenUp: this.#store.isGivenUp(named.id, named.version),
    };
  }
}

const gone: Known = { key: undefined, givenUp: false };
