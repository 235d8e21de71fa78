/** One bucket of an S3-compatible store over HTTP: objects are put, read and listed; each put may be locked for some days. */
import { hash } from 'node:crypto';
import { whyUnreached } from '../../unreached.ts';
import { encodePart, signRequest } from './signature.ts';
import type { Credentials } from './signature.ts';

export type BucketSettings = Credentials & {
  /** Scheme and host; the bucket's name follows in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly name: string;
  /** What all keys begin with; '' for nothing. */
  readonly prefix: string;
  /** Object Lock: until when nobody may delete or replace what was put. */
  readonly lock?: { readonly mode: 'governance' | 'compliance'; readonly days: number } | undefined;
  readonly timeoutMs: number;
};

export type Listed = {
  readonly objects: readonly { readonly key: string; readonly bytes: number }[];
  /** What stands before the next slash, where that was asked for. */
  readonly folders: readonly string[];
};

type Asked = {
  readonly method: 'GET' | 'PUT';
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

type Told = { readonly headers: Headers; readonly bytes: Buffer };

/** A proxy, a page to sign in at, or an address with a slip in it answers 200 to anything. */
const noStore = 'what answers there is no store: it answered 200 without';

const dayMs = 86_400_000;
const answerBytesMax = 67_108_864;

/** What a store answers instead of doing what it was asked for. */
export class BucketError extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(`the store answered ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
  }
}

export class Bucket {
  readonly #settings: BucketSettings;

  constructor(settings: BucketSettings) {
    this.#settings = settings;
  }

  /** As people may be told: no credential. */
  get place(): string {
    const { endpoint, name, prefix } = this.#settings;
    return [new URL(endpoint).host, name, prefix].filter((part) => part !== '').join('/');
  }

  /** `once`: refused with 412 where there is an object of that name already. */
  async put(key: string, body: Buffer, once: boolean): Promise<void> {
    const headers = {
      'content-type': 'application/octet-stream',
      'x-amz-checksum-sha256': hash('sha256', body, 'base64'),
      ...(once ? { 'if-none-match': '*' } : {}),
      ...this.#lockHeaders(),
    };
    const { headers: told } = await this.#ask({ method: 'PUT', key, body, headers });
    expectTaken(told, headers['x-amz-checksum-sha256']);
  }

  /** Undefined where there is no such object. */
  async get(key: string): Promise<Buffer | undefined> {
    try {
      return (await this.#ask({ method: 'GET', key })).bytes;
    } catch (error) {
      if (error instanceof BucketError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Everything whose key begins so, in the order of keys, page by page. */
  async *list(
    prefix: string,
    { delimiter, after }: { readonly delimiter?: string; readonly after?: string } = {},
  ): AsyncGenerator<Listed, undefined> {
    const lead = this.#keyOf('');
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: lead + prefix,
        ...(delimiter === undefined ? {} : { delimiter }),
        ...(after === undefined || token !== undefined ? {} : { 'start-after': lead + after }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const page = (await this.#ask({ method: 'GET', query })).bytes.toString('utf8');
      if (!page.includes('<ListBucketResult')) throw new Error(`${noStore} a list`);
      token = findText(page, 'NextContinuationToken');
      yield readPage(page, lead.length);
    } while (token !== undefined);
  }

  async #ask({ method, key, query = {}, headers = {}, body }: Asked): Promise<Told> {
    const { endpoint, name, region, timeoutMs } = this.#settings;
    const path = [name, ...(key === undefined ? [] : this.#keyOf(key).split('/'))];
    const url = new URL(endpoint);
    url.pathname = `/${path.map(encodePart).join('/')}`;
    url.search = Object.entries(query)
      .map(([each, value]) => `${each}=${encodePart(value)}`)
      .join('&');
    const bodyHash = hash('sha256', body ?? '', 'hex');
    const unsigned = { method, url, headers, bodyHash, atMs: Date.now() };
    const signed = signRequest(unsigned, this.#settings, region);
    const answer = await fetch(url, {
      method,
      headers: signed,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    }).catch((error: unknown) => {
      throw toPlainError(error, timeoutMs);
    });
    const bytes = await readBounded(answer);
    if (answer.ok) return { headers: answer.headers, bytes };
    throw new BucketError(answer.status, findText(bytes.toString('utf8'), 'Code') ?? '');
  }

  #keyOf(key: string): string {
    const { prefix } = this.#settings;
    return prefix === '' ? key : `${prefix}/${key}`;
  }

  #lockHeaders(): Record<string, string> {
    const { lock } = this.#settings;
    if (lock === undefined) return {};
    return {
      'x-amz-object-lock-mode': lock.mode.toUpperCase(),
      'x-amz-object-lock-retain-until-date': new Date(Date.now() + lock.days * dayMs).toISOString(),
    };
  }
}

/** Every store names what it took; many say its checksum as well. */
function expectTaken(told: Headers, checksum: string): void {
  if (!told.has('etag')) throw new Error(`${noStore} an etag`);
  if ((told.get('x-amz-checksum-sha256') ?? checksum) !== checksum)
    throw new Error('the store took something else than it was given');
}

async function readBounded(answer: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | undefined = answer.body ?? undefined;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > answerBytesMax) throw new Error('the store answered more than was ever put there');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `fetch` says only that it failed; what is behind it says why. */
function toPlainError(error: unknown, timeoutMs: number): Error {
  if (error instanceof Error && error.name === 'TimeoutError')
    return new Error(`the store did not answer within ${timeoutMs} ms`);
  return new Error(`the store cannot be reached: ${whyUnreached(error) ?? 'the call failed'}`, {
    cause: error,
  });
}

function readPage(page: string, leadLength: number): Listed {
  const objects = [...page.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)].map(([, inner = '']) => ({
    key: (findText(inner, 'Key') ?? '').slice(leadLength),
    bytes: Number(findText(inner, 'Size') ?? ''),
  }));
  const folders = [...page.matchAll(/<CommonPrefixes>([\s\S]*?)<\/CommonPrefixes>/g)].map(
    ([, inner = '']) => (findText(inner, 'Prefix') ?? '').slice(leadLength),
  );
  return { objects, folders };
}

/** The text of the first element of that name. Names and keys here need no more than these five signs undone. */
function findText(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (found === undefined || found === '') return undefined;
  const signs: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&apos;': "'",
    '&amp;': '&',
  };
  return found.replace(/&(lt|gt|quot|apos|amp);/g, (sign) => signs[sign] ?? sign);
}
