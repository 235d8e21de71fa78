/** Every call to the gateway: the public HTTP API with the user's key, and its problems as they are told. */
import { endSession, readSession, type Session } from './session.ts';

export type Fault = { readonly pointer: string; readonly detail: string };

/** A refusal by the gateway, or no answer at all (`status` 0). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly faults: readonly Fault[];

  constructor(status: number, code: string, detail: string, more: Partial<Problem> = {}) {
    super(detail);
    this.status = status;
    this.code = code;
    this.requestId = more.requestId ?? '';
    this.faults = more.faults ?? [];
  }
}

export type Parameters = Readonly<Record<string, string | number | undefined>>;

function toQuery(parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

async function send(
  path: string,
  init: RequestInit,
  key: string | undefined,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  try {
    return await fetch(path, { ...init, headers, ...(signal === undefined ? {} : { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Problem(0, 'unreachable', 'The gateway does not answer. Is it running?');
  }
}

const brokenOff = (): Problem =>
  new Problem(0, 'unreachable', 'The answer of the gateway broke off before its end. Try again.');

/** A gateway that goes away in the middle of an answer has not answered. */
async function readWhole<T>(response: Response, signal?: AbortSignal): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw brokenOff();
  }
}

async function readProblem(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const { code, detail, request_id: requestId, errors } = body;
  return new Problem(
    response.status,
    typeof code === 'string' ? code : 'unknown',
    typeof detail === 'string' ? detail : `The gateway answered ${response.status}.`,
    {
      requestId: typeof requestId === 'string' ? requestId : '',
      faults: Array.isArray(errors) ? (errors as Fault[]) : [],
    },
  );
}

async function ask(path: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const key = readSession()?.key;
  const response = await send(path, init, key, signal);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.status === 401) endSession(key, problem.message);
  throw problem;
}

/** What an answer holds is described by the gateway's own OpenAPI document; `T` repeats that. */
export async function get<T>(
  path: string,
  parameters: Parameters = {},
  signal?: AbortSignal,
): Promise<T> {
  return readWhole<T>(await ask(path + toQuery(parameters), {}, signal), signal);
}

/** An answer of the index of entries, and what the gateway says that it lacks; '' where it is whole. */
export type Listed<T> = { readonly answer: T; readonly partial: string };

export async function getListed<T>(
  path: string,
  parameters: Parameters = {},
  signal?: AbortSignal,
): Promise<Listed<T>> {
  const response = await ask(path + toQuery(parameters), {}, signal);
  const partial = response.headers.get('x-governance-index-partial') ?? '';
  return { answer: await readWhole<T>(response, signal), partial };
}

export async function getText(path: string, signal?: AbortSignal): Promise<string> {
  return (await ask(path, {}, signal)).text();
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  return readWhole<T>(response, signal);
}

/** An answer of JSON lines, each as it comes; a line that has no end was cut off, and is none. */
export async function* postLines<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(path, { method: 'POST', headers, body: JSON.stringify(body) }, signal);
  const decoder = new TextDecoderStream();
  let rest = '';
  const reader = (response.body ?? new Blob().stream()).pipeThrough(decoder).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw brokenOff();
    });
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T;
  }
}

/** A file that the gateway streams, as the browser keeps it. */
export async function download(path: string, parameters: Parameters, name: string): Promise<void> {
  const response = await ask(path + toQuery(parameters), {});
  const file = await response.blob().catch(() => {
    throw brokenOff();
  });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Asks who a key is, before it is kept. */
export async function identify(key: string): Promise<Session> {
  const response = await send('/v1/keys/self', {}, key);
  if (!response.ok) throw await readProblem(response);
  return { key, ...((await response.json()) as Omit<Session, 'key'>) };
}
