/** The name that entries give a content key: whose it is, and which of that person's. */

export type KeyReference = { readonly id: string; readonly version: number };

const form = /^(.+)\.([1-9]\d{0,14})$/s;

/** Undefined for what names no key, as only a forger writes it. */
export function readReference(text: string): KeyReference | undefined {
  const [, id = '', version = ''] = form.exec(text) ?? [];
  return id === '' ? undefined : { id, version: Number(version) };
}
