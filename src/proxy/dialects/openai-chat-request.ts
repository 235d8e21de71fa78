/** Reads an OpenAI chat completion request: every message, tool, schema and setting in it. */
import type { PartKind } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import { declaredName, declaredTools, listBrought } from './calls.ts';
import type { Asked, Target } from './dialect.ts';
import {
  readChoices,
  readModel,
  readStream,
  readTokensMax,
  readWord,
  readConversation,
} from './members.ts';
import {
  either,
  figure,
  free,
  list,
  object,
  reference,
  schema,
  type Shape,
  text,
  variant,
  within,
  word,
} from './shape.ts';
import { Sink } from './sink.ts';
import { conversation } from './turns.ts';
import { byFurtherModel, furtherModels } from './openai-asked.ts';
import { cacheOptions, content, reasoningDetails } from './openai-content.ts';
import { declareOnline, searches } from './openai-searches.ts';
import { functionCall, toolCalls } from './openai-tools.ts';

const metadata = text('metadata');
const definition = text('tool_definition');

/** A message's own texts take the kind that its role gives them. */
const kindOfRole: Readonly<Record<string, PartKind>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool_result',
  function: 'tool_result',
};

function message(kind: PartKind): Shape {
  const shape = object({
    role: word(...Object.keys(kindOfRole)),
    content: content(kind),
    name: metadata,
    // Nobody else refuses: what others say under that name is a stranger, which servers pass over.
    ...(kind === 'assistant' && { refusal: text(kind) }),
    reasoning_content: text('reasoning'),
    reasoning: either({ string: text('reasoning'), object: free('reasoning') }),
    reasoning_details: reasoningDetails(),
    tool_calls: toolCalls,
    function_call: functionCall,
    tool_call_id: metadata,
    audio: object({
      id: reference('audio', 'a stored recording'),
    }),
  });
  return within(kind, shape);
}

const messageShapes = new Map(
  Object.entries(kindOfRole).map(([role, kind]) => [role, message(kind)]),
);
const strangeMessage = message('user');

const messages = conversation({
  answerRole: 'assistant',
  read: (turn, role, sink) => (messageShapes.get(role) ?? strangeMessage)(turn, sink),
});

const functionDefinition = object({
  name: declaredName,
  description: definition,
  parameters: schema('tool_definition'),
  strict: figure,
});

const knownTool = variant('type', {
  function: { function: functionDefinition },
  custom: {
    custom: object({
      name: declaredName,
      description: definition,
      format: schema('tool_definition'),
    }),
  },
});

/** Servers that have further kinds run them themselves. */
const tool = within('tool_definition', (value, sink) => {
  const { type, function: called, custom } = readObject(value) ?? {};
  const isOurs = type === 'function' || type === 'custom' || (called ?? custom) !== undefined;
  if (typeof type === 'string' && !isOurs) listBrought(sink);
  knownTool(value, sink);
});

/** Switches only: any string in it is judged. */
const options = object({ include_usage: figure, include_obfuscation: figure });

const request = object({
  model: metadata,
  models: furtherModels,
  fallbacks: furtherModels,
  messages,
  tools: declaredTools(tool),
  functions: declaredTools(within('tool_definition', functionDefinition)),
  tool_choice: either({
    string: word('none', 'auto', 'required'),
    object: schema('tool_definition'),
  }),
  function_call: either({ string: word('none', 'auto'), object: object({ name: metadata }) }),
  response_format: variant('type', {
    text: {},
    json_object: {},
    json_schema: {
      json_schema: object({
        name: text('schema'),
        description: text('schema'),
        schema: schema('schema'),
        strict: figure,
      }),
    },
  }),
  prediction: object({ type: word('content'), content: content('assistant') }),
  stop: free('metadata'),
  metadata: free('metadata'),
  user: metadata,
  safety_identifier: metadata,
  prompt_cache_key: metadata,
  ...searches,
  moderation: byFurtherModel,
  audio: free('metadata'),
  modalities: list(word('text', 'audio')),
  reasoning_effort: word('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  verbosity: word('low', 'medium', 'high'),
  service_tier: word('auto', 'default', 'flex', 'scale', 'priority', 'fast'),
  prompt_cache_retention: word('in-memory', 'in_memory', '24h'),
  prompt_cache_options: cacheOptions(metadata),
  logit_bias: free('metadata'),
  // Numbers and switches; a string in their place is judged.
  ...Object.fromEntries(
    (
      'stream stream_options temperature top_p n max_tokens max_completion_tokens seed logprobs ' +
      'top_logprobs presence_penalty frequency_penalty parallel_tool_calls store'
    )
      .split(' ')
      .map((name) => [name, name === 'stream_options' ? options : figure]),
  ),
});

function isStructured(format: unknown): boolean {
  return readWord(readObject(format)?.type).startsWith('json_');
}

export function readChatRequest(json: Json | undefined, target: Target): Asked {
  const body = readConversation(json);
  const sink = new Sink();
  request(body, sink);
  const model = readModel(body, target.params.model);
  declareOnline(model, sink);
  return {
    model,
    furtherModels: sink.models,
    stream: readStream(body),
    outputTokensMax: readTokensMax(body.max_completion_tokens, body.max_tokens),
    choices: readChoices(body.n),
    structured: isStructured(body.response_format),
    user: readWord(body.safety_identifier) || readWord(body.user),
    session: '',
    tools: sink.tools,
    references: sink.references,
    history: body.messages.length,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}
