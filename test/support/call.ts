/** One JSON call to the gateway, as a caller with `fetch` makes it. */

export type Answered = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed where it is JSON, else undefined. */
  readonly json: Record<string, unknown>;
};

export async function call(
  url: string,
  options: {
    readonly method?: string;
    readonly key?: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answered> {
  const { key, body } = options;
  const response = await fetch(url, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined
      ? {}
      : {
          body:
            typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        }),
  });
  const text = await response.text();
  let json: Record<string, unknown> = {};
  if (/\bjson\b/.test(response.headers.get('content-type') ?? ''))
    json = JSON.parse(text) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, text, json };
}
