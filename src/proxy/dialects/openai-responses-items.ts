/** The items of the Responses format, in a request and in an answer: messages, reasoning, calls, results, references. */
import type { PartKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readWord } from './members.ts';
import { strangeCall } from './calls.ts';
import { calls, common, item } from './openai-responses-calls.ts';
import { content } from './openai-content.ts';
import { sealed } from './sealed.ts';
import { results } from './openai-responses-results.ts';
import {
  figure,
  free,
  label,
  list,
  object,
  reference,
  schema,
  type Shape,
  text,
  unmapped,
  variant,
  within,
  word,
} from './shape.ts';
import { conversation } from './turns.ts';

const metadata = text('metadata');

/** A message's own texts take the kind that its role gives them. */
const kindOfRole: Readonly<Record<string, PartKind>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
};

function message(kind: PartKind): Shape {
  const shape = object({
    id: metadata,
    type: word('message'),
    role: word(...Object.keys(kindOfRole)),
    status: label('in_progress', 'completed', 'incomplete'),
    phase: label('commentary', 'final_answer'),
    agent: free('metadata'),
    content: content(kind),
  });
  return within(kind, shape);
}

const messages = new Map(Object.entries(kindOfRole).map(([role, kind]) => [role, message(kind)]));
const strangeMessage = message('user');

export const textSettings = object({
  format: variant('type', {
    text: {},
    json_object: {},
    json_schema: {
      name: text('schema'),
      description: text('schema'),
      schema: schema('schema'),
      strict: figure,
    },
  }),
  verbosity: label('low', 'medium', 'high'),
});

export const reasoning = object({
  effort: label('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  summary: label('auto', 'concise', 'detailed'),
  generate_summary: label('auto', 'concise', 'detailed'),
  context: label('auto', 'current_turn', 'all_turns'),
  mode: text('metadata'),
});

const reasoningTexts = list(
  variant('type', {
    summary_text: { text: text('reasoning') },
    reasoning_text: { text: text('reasoning') },
  }),
);

const others: ReadonlyMap<string, Shape> = new Map([
  [
    'reasoning',
    item('reasoning', {
      summary: reasoningTexts,
      content: reasoningTexts,
      encrypted_content: sealed,
    }),
  ],
  ['compaction', item('compaction', { encrypted_content: sealed })],
  ['compaction_trigger', item('compaction_trigger', {})],
  ['configuration_update', item('configuration_update', { text: textSettings, reasoning })],
  [
    'item_reference',
    object({
      ...common,
      type: label('item_reference'),
      id: reference('reference', 'a stored item'),
    }),
  ],
]);

const shapes = new Map([...calls, ...results, ...others]);

function typeOf(value: unknown): string {
  return readWord(readObject(value)?.type);
}

/** Whose turn an item is: a call is the model's, what came of it is not. */
function roleOf(value: unknown): string {
  const type = typeOf(value);
  if (type === '' || type === 'message') return readWord(readObject(value)?.role);
  if (results.has(type) || isResult(type)) return 'tool';
  return calls.has(type) || isCall(type) || type === 'reasoning' ? 'assistant' : '';
}

/** Tools that the provider runs are more with each year; their items are named alike. */
function isCall(type: string): boolean {
  return type.endsWith('_call');
}

function isResult(type: string): boolean {
  return /_(?:output|result)$/.test(type);
}

const strangeResult = within('tool_result', unmapped);

function strangeItem(type: string): Shape {
  if (isCall(type)) return strangeCall;
  return isResult(type) ? strangeResult : unmapped;
}

export const responseItem: Shape = (value, sink) => {
  const type = typeOf(value);
  const role = roleOf(value);
  sink.role = role;
  if (type === '' || type === 'message') (messages.get(role) ?? strangeMessage)(value, sink);
  else (shapes.get(type) ?? strangeItem(type))(value, sink);
  sink.role = '';
};

/** What stands in a list of items is a conversation. */
export const readItems = conversation({
  answerRole: 'assistant',
  roleOf,
  read: (item, _, sink) => responseItem(item, sink),
});
