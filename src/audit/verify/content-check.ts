/** Checks kept content against its entries: digests always, commitments where the master key is at hand. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { BlobWindow } from '../content/blob-window.ts';
import { blobsOf, openBlob, readContentMember } from '../content/kept-content.ts';
import type { KeptBlob, KeptContent, KeptLeg } from '../content/kept-content.ts';
import { contentPath, readAddress } from '../content/address.ts';
import { readReference } from '../content/key-reference.ts';
import type { Mark } from '../ship/mark.ts';
import type { Findings } from './report.ts';
import type { EntryScan } from './scan-entry.ts';
import { StoredKeys } from './stored-keys.ts';

const unexplainedMax = 10_000;
const erasedDetail = z.object({ subject: z.string(), through: z.int() });
const expiredDetail = z.object({
  file: z.string(),
  texts: z.int().optional(),
  kept: z.int().optional(),
});

/** What is checked, and with what; `mark` where it is a copy, to which keys never come. */
export type ContentPlace = {
  readonly directory: string;
  readonly masterKey: Uint8Array | undefined;
  readonly mark: Mark | undefined;
};

/** What entries say of one file: how many texts of it were destroyed, and whether it was taken away in the end. */
type Expired = { readonly seq: number; readonly texts: number; readonly whole: boolean };
/** Blobs that are zeros, from the first entry that names one. */
type Overwritten = { readonly seq: number; count: number };

export class ContentCheck {
  readonly #window: BlobWindow;
  readonly #directory: string;
  readonly #findings: Findings;
  readonly #mark: Mark | undefined;
  readonly #keys: StoredKeys;
  /** Keys that are spoilt, with the first entry that needs them. */
  readonly #spoiltKeys = new Map<string, number>();
  /** Keys and files that are gone, with the first entry that needs them. */
  readonly #goneKeys = new Map<string, number>();
  readonly #goneFiles = new Map<string, number>();
  /** Files with blobs that were overwritten. */
  readonly #overwritten = new Map<string, Overwritten>();
  /** By subject, the erasures that destroyed a key more than those before: who was erased twice had none left. */
  readonly #erased = new Map<string, { through: number; seq: number }[]>();
  readonly #expired = new Map<string, Expired>();
  #blobs = 0;
  /** Texts whose key is there, wrapped under a master key that is not, and the first such key. */
  #unopened = 0;
  #unopenedKey = '';

  constructor({ directory, masterKey, mark }: ContentPlace, findings: Findings) {
    this.#mark = mark;
    this.#directory = directory;
    this.#window = new BlobWindow(directory);
    this.#findings = findings;
    this.#keys = new StoredKeys(directory, masterKey);
  }

  get blobs(): number {
    return this.#blobs;
  }

  /** Takes an entry that has content or tells of an erasure. */
  take(entry: EntryScan, type: string, seq: number): void {
    if (type === 'erasure') this.#takeErasure(entry, seq);
    if (!entry.has('content')) return;
    const place = `${entry.text('exchange')}/${Math.max(0, entry.whole('attempt'))}/${type}`;
    const content = readContentMember(JSON.parse(entry.json('content')), place);
    if (content === undefined) {
      const detail = 'what it says of its content cannot be read';
      this.#findings.add({ verdict: 'altered', seq, place: 'content', detail });
      return;
    }
    for (const leg of content.legs)
      for (const blob of blobsOf(leg)) this.#check(content, leg, blob, seq);
  }

  /** What is gone has to be explained by an entry. */
  end(): void {
    this.#window.close();
    this.#keys.close();
    if (this.#mark === undefined)
      for (const [reference, seq] of this.#goneKeys) this.#explainKey(reference, seq);
    else if (this.#blobs > 0 && this.#mark.content)
      this.#findings.note('keys are never shipped: texts were checked by their digests alone');
    if (this.#unopened > 0)
      this.#findings.note(
        `${this.#unopened} of ${this.#blobs} kept texts were checked by their digests alone: ` +
          `the master key that opens them, the first of key ${this.#unopenedKey}, is not here`,
      );
    for (const [reference, seq] of this.#spoiltKeys)
      this.#altered(
        seq,
        'keys.sqlite',
        `the row of the key ${reference} was overwritten: put \`keys.sqlite\` back from a backup, or its texts never open again`,
      );
    for (const [file, found] of this.#overwritten) this.#explainOverwritten(file, found);
    for (const [file, seq] of this.#goneFiles) {
      const expired = this.#expired.get(file);
      if (expired?.whole === true)
        this.#findings.note(`content in ${file} expired under entry ${expired.seq}`);
      else if (this.#mark?.content === false)
        this.#findings.note(`content in ${file} was not shipped`);
      else this.#incomplete(seq, `content/${file}.bin`, 'content is missing and no entry says why');
    }
  }

  #explainOverwritten(file: string, { seq, count }: Overwritten): void {
    const expired = this.#expired.get(file);
    const place = `content/${file}.bin`;
    if (expired === undefined)
      this.#altered(seq, place, 'content was overwritten and no entry says why');
    else if (count > expired.texts)
      this.#altered(
        seq,
        place,
        `${count} texts were overwritten and entries tell of ${expired.texts}`,
      );
    else this.#findings.note(`content in ${file} expired in part under entry ${expired.seq}`);
  }

  #explainKey(reference: string, seq: number): void {
    const { id = '', version = 0 } = readReference(reference) ?? {};
    const erased = this.#erased.get(id)?.find(({ through }) => version <= through);
    if (erased !== undefined)
      this.#findings.note(`content under key ${reference} was erased under entry ${erased.seq}`);
    else
      this.#incomplete(seq, 'keys.sqlite', `the key ${reference} is missing and no entry says why`);
  }

  #addErasure({ subject, through }: z.infer<typeof erasedDetail>, seq: number): void {
    const known = this.#erased.get(subject) ?? [];
    if (through <= (known.at(-1)?.through ?? 0)) return;
    this.#erased.set(subject, [...known, { through, seq }]);
  }

  #takeErasure(entry: EntryScan, seq: number): void {
    const act = entry.text('act');
    if (act !== 'erased' && act !== 'expired') return;
    const detail: unknown = JSON.parse(entry.json('detail') || 'null');
    const { data: erased } = erasedDetail.safeParse(detail);
    const { data: expired } = expiredDetail.safeParse(detail);
    if ((act === 'erased' ? erased : expired) === undefined)
      this.#altered(seq, `entry ${seq}`, 'what it says was destroyed cannot be read');
    if (erased !== undefined && act === 'erased') this.#addErasure(erased, seq);
    if (expired === undefined || act !== 'expired') return;
    const { file, texts = Number.POSITIVE_INFINITY, kept = 0 } = expired;
    const before = this.#expired.get(file);
    const sum = texts + (before?.texts ?? 0);
    this.#expired.set(file, { seq, texts: sum, whole: kept === 0 || before?.whole === true });
  }

  #check(content: KeptContent, leg: KeptLeg, blob: KeptBlob, seq: number): void {
    this.#blobs += 1;
    const known = this.#keys.find(content.key);
    if (!known.stored) remember(this.#goneKeys, content.key, seq);
    if (known.spoilt) remember(this.#spoiltKeys, content.key, seq);
    const opened = openBlob(this.#window, content, blob, known.key);
    const place = `content ${blob.blob}`;
    if ('text' in opened) {
      if (blob.form === 'full' && known.key?.commit(opened.text) !== leg.commitment) {
        this.#altered(seq, place, 'it is not the text that was committed to');
      }
      return;
    }
    const file = readAddress(blob.blob)?.file ?? '';
    if (opened.missing === 'file' && existsSync(contentPath(this.#directory, file)))
      this.#altered(seq, place, 'the file ends before it');
    else if (opened.missing === 'file') remember(this.#goneFiles, file, seq);
    else if (opened.missing === 'expired') this.#countOverwritten(file, seq);
    else if (opened.missing === 'altered')
      this.#altered(seq, place, 'the bytes are not those that the entry names');
    else if (known.key !== undefined) this.#altered(seq, place, 'it does not open in its place');
    else if (known.stored && !known.spoilt) this.#countUnopened(content.key);
  }

  #countUnopened(reference: string): void {
    if (this.#unopened === 0) this.#unopenedKey = reference;
    this.#unopened += 1;
  }

  #countOverwritten(file: string, seq: number): void {
    const found = this.#overwritten.get(file) ?? { seq, count: 0 };
    found.count += 1;
    this.#overwritten.set(file, found);
  }

  #altered(seq: number, place: string, detail: string): void {
    this.#findings.add({ verdict: 'altered', seq, place, detail });
  }

  #incomplete(seq: number, place: string, detail: string): void {
    this.#findings.add({ verdict: 'incomplete', seq, place, detail });
  }
}

function remember(gone: Map<string, number>, name: string, seq: number): void {
  if (!gone.has(name) && gone.size < unexplainedMax) gone.set(name, seq);
}
