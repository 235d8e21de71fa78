/** Reads an OpenAI Responses request: its items, tools and settings, and every reference to what the provider keeps. */
import { GatewayError } from '../../errors.ts';
import { readObject, type Json } from '../json.ts';
import { declaredTools } from './calls.ts';
import type { Asked, Target } from './dialect.ts';
import { readModel, readStream, readTokensMax, readWord, readBody } from './members.ts';
import { byFurtherModel, furtherModels } from './openai-asked.ts';
import { cacheOptions, contentPart } from './openai-content.ts';
import { readItems, reasoning, textSettings } from './openai-responses-items.ts';
import { tool, toolChoice } from './openai-responses-tools.ts';
import { declareOnline, searches } from './openai-searches.ts';
import {
  either,
  figure,
  free,
  label,
  list,
  object,
  reference,
  text,
  unmapped,
  word,
  type Shape,
} from './shape.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');
const conversation = reference('reference', 'a conversation that the provider stored');
const earlier = reference('reference', 'an answer that the provider stored');

/** The names of variables are the caller's own words too. */
const variables: Shape = (value, sink) => {
  const record = readObject(value);
  if (record === undefined) {
    unmapped(value, sink);
    return;
  }
  for (const [name, each] of Object.entries(record)) {
    sink.enter(name);
    sink.text('user', name, { fixed: true, name: true });
    either({ string: text('user'), object: contentPart('user') })(each, sink);
    sink.leave();
  }
};

/** `stored`: how an id of something stored is read; an answer only repeats what was asked. */
function prompt(stored: Shape): Shape {
  return object({ id: stored, version: metadata, variables });
}

/** What a request says and an answer repeats. */
export function settings(isRequest: boolean): Readonly<Record<string, Shape>> {
  return {
    model: metadata,
    instructions: either({ string: text('system'), list: (value, sink) => readItems(value, sink) }),
    tools: declaredTools(tool),
    tool_choice: toolChoice,
    text: textSettings,
    reasoning,
    prompt: prompt(isRequest ? reference('reference', 'a stored prompt') : metadata),
    conversation: either({
      string: isRequest ? conversation : metadata,
      object: object({ id: isRequest ? conversation : metadata }),
    }),
    previous_response_id: isRequest ? earlier : metadata,
    prompt_cache_options: cacheOptions(isRequest ? earlier : metadata),
    access_programs: free('metadata'),
    image: object({ context_compression: label('auto', 'enabled', 'disabled') }),
    metadata: free('metadata'),
    moderation: byFurtherModel,
    user: metadata,
    safety_identifier: metadata,
    prompt_cache_key: metadata,
    prompt_cache_retention: label('in-memory', 'in_memory', '24h'),
    service_tier: label('auto', 'default', 'flex', 'scale', 'priority', 'fast'),
    truncation: label('auto', 'disabled'),
    background: figure,
    max_output_tokens: figure,
    max_tool_calls: figure,
    parallel_tool_calls: figure,
    presence_penalty: figure,
    frequency_penalty: figure,
    store: figure,
    temperature: figure,
    top_logprobs: figure,
    top_p: figure,
  };
}

const request = object({
  ...settings(true),
  models: furtherModels,
  fallbacks: furtherModels,
  ...searches,
  input: either({ string: text('user'), list: (value, sink) => readItems(value, sink) }),
  include: list(
    word(
      'file_search_call.results',
      'web_search_call.results',
      'web_search_call.action.sources',
      'message.input_image.image_url',
      'computer_call_output.output.image_url',
      'code_interpreter_call.outputs',
      'reasoning.encrypted_content',
      'message.output_text.logprobs',
    ),
  ),
  context_management: list(object({ type: metadata, compact_threshold: figure })),
  stream: figure,
  stream_options: object({ include_obfuscation: figure }),
});

export function readResponsesRequest(json: Json | undefined, target: Target): Asked {
  const body = readBody(json);
  // Some servers take any word or number for true.
  if ((body.background ?? false) !== false)
    throw new GatewayError(
      'invalid_request',
      'an answer in the background is not governed here: leave `background` out',
      {
        faults: [{ pointer: '/background', detail: 'expected false' }],
      },
    );
  const sink = new Sink();
  request(body, sink);
  const model = readModel(body, target.params.model);
  declareOnline(model, sink);
  return {
    model,
    furtherModels: sink.models,
    stream: readStream(body),
    outputTokensMax: readTokensMax(body.max_output_tokens),
    user: readWord(body.safety_identifier) || readWord(body.user),
    session: '',
    tools: sink.tools,
    references: sink.references,
    history: Array.isArray(body.input) ? body.input.length : 1,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}
