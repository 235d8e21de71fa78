/** The content blocks of Anthropic messages, in requests and answers alike. */
import type { PartKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { browserState, outcomes } from './anthropic-outcomes.ts';
import {
  citations,
  documentMembers,
  image,
  signed,
  storedFile,
  textMembers,
} from './anthropic-texts.ts';
import { sealed } from './sealed.ts';
import {
  cacheControl,
  callMembers,
  toolCall,
  toolChange,
  toolChanges,
  toolListing,
} from './anthropic-tools.ts';
import { readWord } from './members.ts';
import { either, free, list, object, type Shape, text, variant, within } from './shape.ts';

const metadata = text('metadata');
const result = text('tool_result');

const toolResult = {
  ...callMembers,
  content: either({
    string: result,
    list: list((value, sink) => block('tool_result')(value, sink)),
  }),
};

function createBlock(kind: PartKind): Shape {
  const blocks = variant('type', {
    text: textMembers(kind),
    image,
    document: documentMembers(kind),
    search_result: {
      title: result,
      source: result,
      content: list(variant('type', { text: textMembers('tool_result') })),
      citations: citations('tool_result'),
      cache_control: cacheControl,
    },
    thinking: { thinking: signed('reasoning'), signature: sealed },
    redacted_thinking: { data: sealed },
    tool_result: toolResult,
    mcp_tool_result: toolResult,
    tool_reference: { tool_name: result, cache_control: cacheControl },
    browser_state: browserState,
    web_search_tool_result: outcomes,
    web_fetch_tool_result: outcomes,
    code_execution_tool_result: outcomes,
    bash_code_execution_tool_result: outcomes,
    text_editor_code_execution_tool_result: outcomes,
    tool_search_tool_result: outcomes,
    advisor_tool_result: outcomes,
    mcp_tool_listing: toolListing,
    container_upload: { file_id: storedFile, cache_control: cacheControl },
    compaction: {
      content: signed('assistant'),
      encrypted_content: sealed,
      signature: sealed,
      tool_changes: toolChanges,
      cache_control: cacheControl,
    },
    tool_addition: { tool: toolChange, cache_control: cacheControl },
    tool_removal: { tool: toolChange, cache_control: cacheControl },
    fallback: {
      from: object({ model: metadata }),
      to: object({ model: metadata }),
      trigger: free('metadata'),
    },
  });
  const brought = within('tool_result', blocks);
  const said = within(kind, blocks);
  return (value, sink) => {
    const type = readWord(readObject(value)?.type);
    // Tools that the provider runs are more with each year; their kinds are named alike.
    if (type.endsWith('tool_use')) toolCall(value, sink);
    else (type.endsWith('tool_result') ? brought : said)(value, sink);
  };
}

const made = new Map<PartKind, Shape>();

/** One block; texts of its author take `kind`. */
export function block(kind: PartKind): Shape {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const shape = createBlock(kind);
  made.set(kind, shape);
  return shape;
}

export function content(kind: PartKind): Shape {
  return either({ string: text(kind), list: list(block(kind)) });
}
