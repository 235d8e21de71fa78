/** Refusals that many calls get: written once for each kind of client, and told to each call under its own id. */
import type { GatewayError } from '../errors.ts';
import { type Refusal, toLines } from './refused-socket.ts';

export type Told = {
  /** The whole head of it, without what becomes of the connection; the caller's own. */
  readonly lines: string[];
  readonly text: string;
  /** Whether each character is one byte, so that nobody has to look for others. */
  readonly plain: boolean;
};

/** Stands where the id of a call will; no shape has these words of its own. */
const mark = 'the-id-of-the-request-that-is-refused';

type Form = {
  readonly lines: readonly string[];
  /** Where in the lines the id is a value. */
  readonly idsAt: readonly number[];
  /** Of the text, between one id and the next. */
  readonly pieces: readonly string[];
  readonly plain: boolean;
  /** Of the text without ids. */
  readonly bytes: number;
};

const lengthAt = 3;

export class SameRefusals {
  readonly #forms = new WeakMap<GatewayError, Map<string, Form>>();

  /** `kind` says which clients read it: `write` is only asked for the first of them. An id is plain characters. */
  tell(
    error: GatewayError,
    kind: string,
    requestId: string,
    write: (requestId: string) => Refusal,
  ): Told {
    const { lines: alike, idsAt, pieces, plain, bytes } = this.#find(error, kind, write);
    const lines = [...alike];
    for (const at of idsAt) lines[at] = requestId;
    lines[lengthAt] = String(bytes + (pieces.length - 1) * requestId.length);
    return { lines, text: pieces.join(requestId), plain };
  }

  #find(error: GatewayError, kind: string, write: (requestId: string) => Refusal): Form {
    let forms = this.#forms.get(error);
    if (forms === undefined) this.#forms.set(error, (forms = new Map<string, Form>()));
    let form = forms.get(kind);
    if (form === undefined) forms.set(kind, (form = toForm(write(mark))));
    return form;
  }
}

function toForm(refusal: Refusal): Form {
  const lines = toLines(refusal);
  const pieces = refusal.text.split(mark);
  const bytes = Buffer.byteLength(pieces.join(''));
  return {
    lines,
    idsAt: lines.flatMap((value, at) => (value === mark ? [at] : [])),
    pieces,
    plain: bytes === pieces.join('').length,
    bytes,
  };
}
