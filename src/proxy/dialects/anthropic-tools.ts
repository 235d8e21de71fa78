/** Tool definitions and tool calls as Anthropic writes them: custom ones, its own typed ones, and those of tool servers. */
import { readObject } from '../json.ts';
import { call, declaredName, declares, listBrought } from './calls.ts';
import { readWord } from './members.ts';
import {
  either,
  figure,
  free,
  list,
  object,
  schema,
  type Shape,
  text,
  variant,
  within,
  word,
} from './shape.ts';

const metadata = text('metadata');
const definition = text('tool_definition');
const metadataList = list(metadata);

export const cacheControl = object({ type: word('ephemeral'), ttl: word('5m', '1h') });

/** Kinds whose behaviour the provider defines; their versions grow faster than this list, and new ones are judged. */
const kinds = (
  'custom bash_20241022 bash_20250124 code_execution_20250522 code_execution_20250825 ' +
  'code_execution_20260120 code_execution_20260521 browser_toolset_20260801 computer_20241022 ' +
  'computer_20250124 computer_20251124 computer_toolset_20260801 memory_20250818 ' +
  'text_editor_20241022 text_editor_20250124 text_editor_20250429 text_editor_20250728 ' +
  'web_search_20250305 web_search_20260209 web_search_20260318 web_fetch_20250910 ' +
  'web_fetch_20260209 web_fetch_20260309 web_fetch_20260318 advisor_20260301 ' +
  'tool_search_tool_bm25 tool_search_tool_bm25_20251119 tool_search_tool_regex ' +
  'tool_search_tool_regex_20251119 mcp_toolset'
).split(' ');

const toolReferences = list(object({ type: word('tool_reference'), name: metadata }));

const urlSource = object({ type: word('all', 'none', 'only', 'except'), tools: toolReferences });

/** The model of an advisor runs with the same text, so it counts as asked for. */
const furtherModel: Shape = (value, sink) => {
  if (typeof value === 'string') sink.models.push(value);
  metadata(value, sink);
};

const listedTools = list(
  object({
    name: declaredName,
    description: definition,
    input_schema: schema('tool_definition'),
  }),
);

const definedTool = object({
  type: word(...kinds),
  name: declaredName,
  description: definition,
  input_schema: schema('tool_definition'),
  input_examples: free('tool_definition'),
  cache_control: cacheControl,
  caching: cacheControl,
  allowed_callers: list(word('direct', ...kinds)),
  allowed_domains: metadataList,
  blocked_domains: metadataList,
  user_location: object({
    type: word('approximate'),
    city: metadata,
    country: metadata,
    region: metadata,
    timezone: metadata,
  }),
  url_sources: object({
    client_tool_results: urlSource,
    server_tool_results: urlSource,
    user_input: urlSource,
  }),
  citations: object({ enabled: figure }),
  response_inclusion: word('full', 'excluded'),
  model: furtherModel,
  mcp_server_name: metadata,
  configs: free('metadata'),
  default_config: object({ enabled: figure, defer_loading: figure }),
  tools: listedTools,
  defer_loading: figure,
  strict: figure,
  eager_input_streaming: figure,
  use_cache: figure,
  max_uses: figure,
  max_tokens: figure,
  max_characters: figure,
  max_content_tokens: figure,
  display_width_px: figure,
  display_height_px: figure,
  display_number: figure,
  enable_zoom: figure,
});

const known: ReadonlySet<string> = new Set(kinds);

/** Those that bring what they find or work out from where nobody sees it; of one that is not known, nobody can say. */
function brings(kind: string): boolean {
  return kind !== '' && (bringing.test(kind) || !known.has(kind));
}

const bringing = /^(?:web_search|web_fetch|code_execution)_/;

export const toolDefinition = within(
  'tool_definition',
  declares((value, sink) => {
    if (sink.asks && brings(readWord(readObject(value)?.type))) listBrought(sink);
    definedTool(value, sink);
  }),
);

/** Tools that a turn in the middle of the conversation adds or takes away. */
export const toolChange = variant('type', {
  tool_definition: { definition: toolDefinition },
  tool_reference: { name: definition },
  mcp_tool_reference: { name: definition, server_name: metadata },
  mcp_toolset_reference: { server_name: metadata },
});

export const toolChanges = list(
  object({
    type: word('tool_addition', 'tool_removal'),
    tool: toolChange,
    cache_control: cacheControl,
  }),
);

export const toolListing: Readonly<Record<string, Shape>> = {
  mcp_server_name: metadata,
  tools: listedTools,
};

const caller = object({
  type: word('direct', 'code_execution_20250825', 'code_execution_20260120'),
  tool_id: metadata,
});

export const callMembers: Readonly<Record<string, Shape>> = {
  tool_use_id: metadata,
  caller,
  cache_control: cacheControl,
  is_error: figure,
  toolset_name: metadata,
};

export const toolCall = within(
  'tool_call',
  call('input', {
    ...callMembers,
    type: word('tool_use', 'server_tool_use', 'mcp_tool_use'),
    id: metadata,
    server_name: metadata,
  }),
);

export const toolServers = list(
  object({
    type: word('url'),
    name: metadata,
    url: (value, sink) => {
      if (typeof value === 'string') {
        sink.references.push(value);
        sink.skip('reference', 0, 'a tool server that the provider calls');
      }
      metadata(value, sink);
    },
    // Kept out of the texts, which the record may hold.
    authorization_token: (value, sink) => {
      if (typeof value === 'string') sink.skip('reference', value.length, 'a credential for it');
      else metadata(value, sink);
    },
    tool_configuration: object({ allowed_tools: metadataList, enabled: figure }),
  }),
);

export const toolChoice = either({
  object: object({
    type: word('auto', 'any', 'tool', 'none'),
    name: definition,
    disable_parallel_tool_use: figure,
  }),
});
