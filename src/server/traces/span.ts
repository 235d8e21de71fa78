/** What an event is as a span of OpenTelemetry: the GenAI conventions for what the call was, and `governance.*` for what was decided; never content. */
import { hash } from 'node:crypto';
import type { Ruling } from '../../governance/decision.ts';
import type { DecisionEvent, TerminalEvent, Told } from '../../governance/event.ts';

type Value =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly { readonly stringValue: string }[] } };

export type Attribute = { readonly key: string; readonly value: Value };

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
};

const spanKinds = { server: 2, client: 3 } as const;
const statusCodes = { unset: 0, error: 2 } as const;
const spanIdDigits = 16;
const nameCharactersMax = 128;
/** As in an entry: an upstream may call its model anything, and spans wait in memory by number. */
const valueCharactersMax = 1024;
const valuesMax = 32;
const errorStatusMin = 400;

/** By how the names of wire formats begin. */
const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gcp.gemini',
  ollama: 'ollama',
};
/** Those that are no chat, in the words of the conventions and, where they have none, in like ones. */
const operations: Readonly<Record<string, string>> = {
  'openai-completions': 'text_completion',
  'openai-embeddings': 'embeddings',
  'openai-moderations': 'moderation',
  'openai-images': 'generate_content',
  'openai-speech': 'generate_content',
  'openai-models': 'list_models',
  'anthropic-count-tokens': 'count_tokens',
  'anthropic-models': 'list_models',
  'gemini-generate': 'generate_content',
  'gemini-stream': 'generate_content',
  'gemini-stream-array': 'generate_content',
  'gemini-count-tokens': 'count_tokens',
  'gemini-embed': 'embeddings',
  'gemini-batch-embed': 'embeddings',
  'gemini-models': 'list_models',
  'ollama-generate': 'text_completion',
  'ollama-embed': 'embeddings',
  'ollama-show': 'list_models',
  'ollama-tags': 'list_models',
  'ollama-version': 'list_models',
};

/** The caller's trace, or one of its own that has the exchange's name. */
export function traceIdOf({ trace, exchange }: Told): string {
  return trace ?? exchange.replaceAll('-', '');
}

/** Known from the call alone, so that whoever writes it on the way and whoever tells of it afterwards agree. */
export function spanIdOf({ exchange, attempt }: Told): string {
  return hash('sha256', `${exchange}/${attempt}`, 'hex').slice(0, spanIdDigits);
}

/** What the upstream is told as its parent: this attempt, in the caller's trace. */
export function writeTraceParent(told: Told): string {
  const sampled = told.traceParent?.sampled ?? true;
  return `00-${traceIdOf(told)}-${spanIdOf(told)}-${sampled ? '01' : '00'}`;
}

export function toSpan(event: TerminalEvent | DecisionEvent, entry: string, endMs: number): Span {
  const { call, traceParent, elapsedUs } = event;
  const operation = event.type === 'decision' ? 'judge' : (operations[call.dialect] ?? 'chat');
  const endUs = Math.round(endMs * 1000);
  const failed = event.type !== 'answered' && event.type !== 'decision';
  return {
    traceId: traceIdOf(event),
    spanId: spanIdOf(event),
    ...(traceParent === undefined ? {} : { parentSpanId: traceParent.span }),
    name: `${operation} ${call.model}`.trim().slice(0, nameCharactersMax),
    kind: event.type === 'decision' ? spanKinds.server : spanKinds.client,
    startTimeUnixNano: `${endUs - elapsedUs}000`,
    endTimeUnixNano: `${endUs}000`,
    attributes: [
      ...describeCall(event, operation),
      ...describeOutcome(event, entry),
      ...describeRuling(event.ruling),
    ],
    status: {
      code: failed || event.status >= errorStatusMin ? statusCodes.error : statusCodes.unset,
      // As in the entry: a sentence without content.
      ...('reason' in event && { message: event.reason }),
    },
  };
}

function describeCall(event: TerminalEvent | DecisionEvent, operation: string): Attribute[] {
  const { call } = event;
  if (event.type === 'decision') return [text('http.route', call.route)];
  const provider = providers[call.dialect.split('-')[0] ?? ''] ?? call.dialect;
  const answer = event.answer;
  return [
    text('gen_ai.operation.name', operation),
    text('gen_ai.provider.name', provider),
    text('http.route', call.route),
    text('governance.upstream', call.upstream),
    { key: 'gen_ai.request.stream', value: { boolValue: call.stream } },
    ...(call.model === '' ? [] : [text('gen_ai.request.model', call.model)]),
    ...(answer === undefined
      ? []
      : [
          ...(answer.model === '' ? [] : [text('gen_ai.response.model', answer.model)]),
          ...(answer.finish === ''
            ? []
            : [list('gen_ai.response.finish_reasons', [answer.finish])]),
          ...told('gen_ai.usage.input_tokens', answer.usage.input),
          ...told('gen_ai.usage.output_tokens', answer.usage.output),
        ]),
  ];
}

/** An answer without any of them does not say how many there were. */
function told(key: string, tokens: number): readonly Attribute[] {
  return tokens === 0 ? [] : [whole(key, tokens)];
}

function describeOutcome(event: TerminalEvent | DecisionEvent, entry: string): Attribute[] {
  const { type, status, exchange, attempt, requestId } = event;
  const failed = type === 'failed' || type === 'aborted' || type === 'blocked';
  return [
    whole('http.response.status_code', status),
    text('governance.exchange', exchange),
    whole('governance.attempt', attempt),
    text('governance.request_id', requestId),
    text('governance.entry', entry),
    text('governance.outcome', type),
    ...(failed ? [text('error.type', type)] : []),
  ];
}

/** The verdict, and which rule came to it: identifiers of policies, never what was found. */
function describeRuling(ruling: Ruling | undefined): Attribute[] {
  if (ruling === undefined) return [];
  const { action, policyVersion, decisive, fired, failures } = ruling;
  const names = fired.map(({ policy, rule, mode }) => `${policy}/${rule} ${mode}`);
  return [
    text('governance.action', action),
    text('governance.policy.version', policyVersion),
    ...(decisive === undefined
      ? []
      : [text('governance.policy.decided_by', `${decisive.policy}/${decisive.rule}`)]),
    ...(names.length === 0 ? [] : [list('governance.policy.fired', names)]),
    ...(failures.length === 0 ? [] : [whole('governance.check_failures', failures.length)]),
  ];
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value.slice(0, valueCharactersMax) } };
}

function whole(key: string, value: number): Attribute {
  return { key, value: { intValue: String(value) } };
}

function list(key: string, values: readonly string[]): Attribute {
  return {
    key,
    value: {
      arrayValue: {
        values: values
          .slice(0, valuesMax)
          .map((value) => ({ stringValue: value.slice(0, valueCharactersMax) })),
      },
    },
  };
}
