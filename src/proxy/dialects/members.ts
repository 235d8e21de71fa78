/** The few members of a request on which the gateway itself acts, read strictly: an upstream must not read them otherwise. */
import { GatewayError } from '../../errors.ts';
import type { Usage } from '../../governance/spending.ts';
import { readObject, type Json } from '../json.ts';

const modelLengthMax = 256;

type Body = Readonly<Record<string, unknown>>;

export function readBody(json: Json | undefined): Body {
  const body = readObject(json?.value);
  if (body === undefined)
    throw new GatewayError('invalid_request', 'expected a JSON object as the request body');
  return body;
}

type Conversation = Body & { readonly messages: readonly unknown[] };

function isConversation(body: Body): body is Conversation {
  return Array.isArray(body.messages);
}

/** Without messages there is nothing that could be judged. */
export function readConversation(json: Json | undefined): Conversation {
  const body = readBody(json);
  if (isConversation(body)) return body;
  throw new GatewayError('invalid_request', 'expected a list of messages', {
    faults: [{ pointer: '/messages', detail: 'expected a list' }],
  });
}

/** The string, or ''. */
export function readWord(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Of a tool that is called: a name in a list, or a number, is the same name to a client that looks its tools up by it. */
export function readToolName(value: unknown): string {
  if (Array.isArray(value)) return value.map(readToolName).join();
  return typeof value === 'number' ? String(value) : readWord(value);
}

/** Clients take what is empty for none, and some servers say in each frame of a stream that there is none. */
export function hasError(body: Body | undefined): boolean {
  return Boolean(body?.error);
}

export function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** The largest under several names for the same bound; undefined where none says a number of tokens. */
export function readTokensMax(...bounds: readonly unknown[]): number | undefined {
  const told = Math.max(...bounds.map(readCount));
  return told > 0 ? told : undefined;
}

export function readChoices(...counts: readonly unknown[]): number {
  return Math.max(1, ...counts.map(readCount));
}

/** As it stands in facts: what was cached is told only where something was. */
export function toUsage(input: number, output: number, cached: number): Usage {
  return { input, output, ...(cached > 0 && { cached }) };
}

/** Each frame of a stream tells the counts so far. */
export function mergeUsage(before: Usage, now: Usage): Usage {
  return toUsage(
    Math.max(before.input, now.input),
    Math.max(before.output, now.output),
    Math.max(before.cached ?? 0, now.cached ?? 0),
  );
}

/** `named` is the model in the path, where the format has one; two that differ could be read either way. */
export function readModel(body: Body, named?: string): string {
  const model = body.model ?? named;
  if (named !== undefined && model !== named)
    throw new GatewayError('ambiguous_request', 'the path and the body name different models', {
      faults: [{ pointer: '/model', detail: 'expected the model that the path names' }],
    });
  if (typeof model === 'string' && model !== '' && model.length <= modelLengthMax) return model;
  throw new GatewayError('invalid_request', 'expected the name of a model', {
    faults: [{ pointer: '/model', detail: `expected 1 to ${modelLengthMax} characters` }],
  });
}

/** Some servers take `"true"` for true: whether an answer streams must not be a matter of opinion. */
export function readStream(body: Body): boolean {
  const stream = body.stream ?? false;
  if (typeof stream === 'boolean') return stream;
  throw new GatewayError('invalid_request', 'expected true or false for stream', {
    faults: [{ pointer: '/stream', detail: 'expected true or false' }],
  });
}

/** How servers of OpenAI's formats say that all is said: clients look at how it begins, so blanks behind it say nothing. */
export function isDone(data: string): boolean {
  return data.startsWith('[DONE]') && /^\[DONE\][ \t]*$/.test(data);
}
