/** Reads an Ollama chat request: every message, picture, call and tool in it. */
import type { PartKind } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import { call, declaredName, declaredTools } from './calls.ts';
import type { Asked } from './dialect.ts';
import { readModel, readTokensMax, readBody } from './members.ts';
import { generationMembers, images, readOllamaStream } from './ollama-request.ts';
import { figure, list, object, schema, type Shape, text, within, word } from './shape.ts';
import { Sink } from './sink.ts';
import { conversation } from './turns.ts';

const metadata = text('metadata');

const kindOfRole: Readonly<Record<string, PartKind>> = {
  system: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool_result',
};

export const toolCall = within(
  'tool_call',
  object({
    id: metadata,
    type: word('function'),
    function: call('arguments', { index: figure, description: metadata }),
  }),
);

export const toolCalls = list(toolCall);

/** What a message of a request and one of an answer have in common. */
export function messageMembers(kind: PartKind): Readonly<Record<string, Shape>> {
  return {
    role: word(...Object.keys(kindOfRole)),
    content: text(kind),
    thinking: text('reasoning'),
    images,
    tool_calls: toolCalls,
    tool_name: metadata,
    tool_call_id: metadata,
  };
}

const messageShapes = new Map(
  Object.entries(kindOfRole).map(([role, kind]) => [
    role,
    within(kind, object(messageMembers(kind))),
  ]),
);
const strangeMessage = object({ ...messageMembers('user'), role: metadata });

const messages = conversation({
  answerRole: 'assistant',
  read: (turn, role, sink) => (messageShapes.get(role) ?? strangeMessage)(turn, sink),
});

const definition = text('tool_definition');

const tool = within(
  'tool_definition',
  object({
    type: text('tool_definition'),
    items: schema('tool_definition'),
    function: object({
      name: declaredName,
      description: definition,
      type: definition,
      parameters: schema('tool_definition'),
    }),
  }),
);

const request = object({ ...generationMembers, messages, tools: declaredTools(tool) });

export function readOllamaChat(json: Json | undefined): Asked {
  const body = readBody(json);
  const sink = new Sink();
  request(body, sink);
  return {
    model: readModel(body),
    stream: readOllamaStream(body),
    outputTokensMax: readTokensMax(readObject(body.options)?.num_predict),
    user: '',
    session: '',
    tools: sink.tools,
    references: [],
    history: Array.isArray(body.messages) ? body.messages.length : 0,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}
