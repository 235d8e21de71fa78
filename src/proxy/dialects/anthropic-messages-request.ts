/** Reads an Anthropic Messages request, to be answered or only to be counted: every turn, block, tool and setting in it. */
import { readObject, type Json } from '../json.ts';
import { content } from './anthropic-blocks.ts';
import { cacheControl, toolChoice, toolDefinition, toolServers } from './anthropic-tools.ts';
import { declaredTools } from './calls.ts';
import type { Asked } from './dialect.ts';
import { readModel, readStream, readTokensMax, readWord, readConversation } from './members.ts';
import { declareOnline, plugins } from './openai-searches.ts';
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
  within,
  word,
} from './shape.ts';
import { Sink } from './sink.ts';
import { conversation } from './turns.ts';

const metadata = text('metadata');
const earlierMessage = reference('reference', 'a message that the provider stored');
const container = reference('reference', 'a container of earlier calls');
const skill = reference('reference', 'a stored skill');

const effort = word('low', 'medium', 'high', 'xhigh', 'max');

function message(kind: 'user' | 'assistant' | 'system'): Shape {
  const shape = object({
    role: word('user', 'assistant', 'system'),
    content: content(kind),
    clear_at: word('next_user_message', 'never'),
    output_config: object({ effort }),
  });
  return within(kind, shape);
}

const messageOf = {
  user: message('user'),
  assistant: message('assistant'),
  system: message('system'),
};

const messages = conversation({
  answerRole: 'assistant',
  read: (turn, role, sink) =>
    (role === 'assistant' || role === 'system' ? messageOf[role] : messageOf.user)(turn, sink),
});

const outputFormat = object({ type: word('json_schema'), schema: schema('schema') });

const outputConfig = object({
  effort,
  format: outputFormat,
  task_budget: object({ type: word('tokens'), total: figure, remaining: figure }),
});

const thinking = object({
  type: word('enabled', 'disabled', 'adaptive', 'between_tools'),
  budget_tokens: figure,
  display: word('summarized', 'omitted', 'updates'),
  block_binding: object({ prefix_mismatch_behavior: word('error', 'drop_block') }),
});

const speed = word('standard', 'fast');

/** A model that takes over when the first refuses: the call may run on it, and it may bring settings of its own. */
const fallbacks = either({
  string: word('default'),
  list: list((value, sink) => {
    const model = readWord(readObject(value)?.model);
    if (model !== '') sink.models.push(model);
    object({
      model: metadata,
      max_tokens: figure,
      output_config: outputConfig,
      speed,
      thinking,
    })(value, sink);
  }),
});

const measure = object({
  type: word('input_tokens', 'tool_uses', 'thinking_turns', 'all'),
  value: figure,
});

const contextManagement = object({
  edits: list(
    object({
      type: word('clear_tool_uses_20250919', 'clear_thinking_20251015', 'compact_20260112'),
      instructions: text('system'),
      exclude_tools: list(metadata),
      clear_tool_inputs: either({ list: list(metadata) }),
      clear_at_least: measure,
      keep: either({ string: word('all'), object: measure }),
      trigger: measure,
      pause_after_compaction: figure,
    }),
  ),
});

/** Kept out of the texts, which the record may hold. */
const credit: Shape = (value, sink) => {
  if (typeof value === 'string') sink.skip('reference', value.length, 'a credit token');
  else object({ token: credit, mode: word('strict', 'best_effort') })(value, sink);
};

const request = object({
  model: metadata,
  messages,
  system: content('system'),
  tools: declaredTools(toolDefinition),
  tool_choice: toolChoice,
  mcp_servers: toolServers,
  stop_sequences: list(metadata),
  metadata: object({ user_id: metadata }),
  output_config: outputConfig,
  output_format: outputFormat,
  thinking,
  container: either({
    string: container,
    object: object({
      id: container,
      skills: list(
        object({ type: word('anthropic', 'custom'), skill_id: skill, version: metadata }),
      ),
    }),
  }),
  thread: object({ type: word('create', 'continue'), previous_message_id: earlierMessage }),
  diagnostics: object({ previous_message_id: earlierMessage }),
  context_management: contextManagement,
  compaction: object({ type: word('summarize'), instructions: text('system') }),
  fallbacks,
  // Of servers that offer this format too.
  plugins,
  fallback_credit_token: credit,
  billing_policy: free('metadata'),
  cache_control: cacheControl,
  inference_geo: metadata,
  service_tier: word('auto', 'standard_only'),
  speed,
  user_profile_id: metadata,
  workspace_id: metadata,
  // Sent in headers by the SDKs; in a body they are text like any other.
  betas: list(metadata),
  max_tokens: figure,
  stream: figure,
  temperature: figure,
  top_k: figure,
  top_p: figure,
});

export function readMessagesRequest(json: Json | undefined): Asked {
  const body = readConversation(json);
  const sink = new Sink();
  request(body, sink);
  const model = readModel(body);
  declareOnline(model, sink);
  return {
    model,
    furtherModels: sink.models,
    stream: readStream(body),
    outputTokensMax: readTokensMax(body.max_tokens),
    user: readWord(readObject(body.metadata)?.user_id),
    session: '',
    tools: sink.tools,
    references: sink.references,
    history: body.messages.length,
    parts: sink.parts,
    unjudged: sink.unjudged,
  };
}
