/** Tool definitions of the Responses format, in a request, among its items, or echoed in an answer. */
import { readObject } from '../json.ts';
import { declaredName, declareKind, declares, listBrought } from './calls.ts';
import { readWord } from './members.ts';
import { furtherModels, svgSettings } from './openai-asked.ts';
import {
  blob,
  bytes,
  either,
  figure,
  free,
  label,
  list,
  object,
  reference,
  schema,
  type Shape,
  source,
  text,
  variant,
  within,
  word,
} from './shape.ts';

const metadata = text('metadata');
const definition = text('tool_definition');
const definitionSchema = schema('tool_definition');
const storedFile = reference('file', 'a stored file');
const container = reference('reference', 'a container of earlier calls');

/** Kept out of the texts, which the record may hold. */
const credential = bytes('reference', 'a credential for somebody else');

const credentials: Shape = (value, sink) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    credential(value, sink);
    return;
  }
  for (const [name, each] of Object.entries(value)) {
    sink.enter(name);
    sink.text('metadata', name, { fixed: true, name: true });
    credential(each, sink);
    sink.leave();
  }
};

const networkPolicy = variant('type', {
  disabled: {},
  allowlist: {
    allowed_domains: list(metadata),
    domain_secrets: list(object({ domain: metadata, name: metadata, value: credential })),
  },
});

const localSkill = object({ name: definition, description: definition, path: definition });

const skill = variant('type', {
  skill_reference: {
    skill_id: reference('reference', 'a stored skill'),
    version: metadata,
  },
  inline: {
    name: definition,
    description: definition,
    source: object({
      type: word('base64'),
      data: blob('file', 'tool_definition', 'a packed skill'),
      media_type: metadata,
    }),
  },
});

const automatic = {
  file_ids: list(storedFile),
  memory_limit: label('1g', '4g', '16g', '64g'),
  network_policy: networkPolicy,
};

export const environment = variant('type', {
  container_auto: { ...automatic, skills: list(skill) },
  local: { skills: list(localSkill) },
  container_reference: { container_id: container },
});

const functionTool = {
  name: declaredName,
  description: definition,
  parameters: definitionSchema,
  output_schema: definitionSchema,
  strict: figure,
  defer_loading: figure,
  allowed_callers: list(label('direct', 'programmatic', 'code_interpreter')),
};

const customTool = {
  name: declaredName,
  description: definition,
  format: variant('type', {
    text: {},
    grammar: { definition, syntax: word('lark', 'regex') },
  }),
  defer_loading: figure,
  allowed_callers: list(label('direct', 'programmatic', 'code_interpreter')),
};

const toolNames = object({ tool_names: list(metadata), read_only: figure });

const webSearch = {
  filters: object({ allowed_domains: list(metadata), blocked_domains: list(metadata) }),
  user_location: object({
    type: word('approximate'),
    city: metadata,
    country: metadata,
    region: metadata,
    timezone: metadata,
  }),
  search_context_size: label('low', 'medium', 'high'),
  search_content_types: list(label('text', 'image')),
  external_web_access: figure,
  return_token_budget: label('default', 'unlimited'),
};

const imageGeneration = {
  model: furtherModels,
  size: label('1024x1024', '1024x1536', '1536x1024', 'auto'),
  quality: label('low', 'medium', 'high', 'xhigh', 'max', 'auto'),
  background: label('transparent', 'opaque', 'auto'),
  output_format: label('png', 'webp', 'jpeg', 'gif', 'svg'),
  moderation: label('auto', 'low'),
  input_fidelity: label('high', 'low'),
  action: label('generate', 'edit', 'auto'),
  input_image_mask: object({
    image_url: source('image'),
    file_id: reference('image', 'a stored picture'),
  }),
  svg: svgSettings,
  complexity: label('low', 'medium', 'high'),
  frame_count: figure,
  frame_duration_ms: figure,
  output_compression: figure,
  partial_images: figure,
};

const mcp = {
  server_label: definition,
  server_description: definition,
  // Where the provider sends what the model says, so it is judged and is unread state as well.
  server_url: reference('reference', 'a server that the provider calls'),
  connector_id: metadata,
  tunnel_id: reference('reference', 'a tunnel that the provider calls through'),
  authorization: credential,
  headers: credentials,
  allowed_tools: either({ list: list(metadata), object: toolNames }),
  require_approval: either({
    string: word('always', 'never'),
    object: object({ always: toolNames, never: toolNames }),
  }),
  defer_loading: figure,
  allowed_callers: list(metadata),
};

const computer = {
  environment: label('windows', 'mac', 'linux', 'ubuntu', 'browser'),
  display_width: figure,
  display_height: figure,
};

const givenNames = { function: functionTool, custom: customTool };

const members: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  ...givenNames,
  namespace: {
    name: declaredName,
    description: definition,
    tools: list(declares(variant('type', givenNames))),
  },
  tool_search: {
    description: definition,
    parameters: definitionSchema,
    execution: word('server', 'client'),
  },
  file_search: {
    vector_store_ids: list(reference('reference', 'a stored collection of files')),
    filters: free('metadata'),
    max_num_results: figure,
    ranking_options: free('metadata'),
  },
  web_search: webSearch,
  web_search_2025_08_26: webSearch,
  web_search_preview: webSearch,
  web_search_preview_2025_03_11: webSearch,
  mcp,
  code_interpreter: {
    container: either({
      string: container,
      object: object({ type: word('auto'), ...automatic }),
    }),
    allowed_callers: list(metadata),
  },
  image_generation: imageGeneration,
  shell: { environment, allowed_callers: list(metadata) },
  local_shell: {},
  apply_patch: { allowed_callers: list(metadata) },
  computer: computer,
  computer_use_preview: computer,
  programmatic_tool_calling: {},
};

const known = variant('type', members);
const kinds: ReadonlySet<string> = new Set(Object.keys(members));

const named = new Set(['function', 'custom', 'namespace']);

/** Those that bring what they find or work out from where nobody sees it; of others, what they reach is listed. */
const bringing = /^(?:web_search(?:_|$)|code_interpreter$|shell$)/;

/** What the provider runs has no name but its kind. */
const byKind: Shape = (value, sink) => {
  const record = readObject(value);
  const kind = readWord(record?.type);
  if (kinds.has(kind) && !named.has(kind)) {
    const isLocal = readObject(record?.environment)?.type === 'local';
    declareKind(kind, bringing.test(kind) && !isLocal, sink);
    // Of a kind that is not known, nobody can say what it brings.
  } else if (sink.asks && kind !== '' && !kinds.has(kind)) listBrought(sink);
  known(value, sink);
};

/** Answers repeat them one by one. */
export const tool = within('tool_definition', declares(byKind));

export const toolChoice = either({
  string: word('none', 'auto', 'required'),
  object: schema('tool_definition'),
});
