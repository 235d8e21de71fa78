/** What tools bring back into an Anthropic conversation: the caller's own tools and those that the provider runs itself. */
import { documentMembers } from './anthropic-texts.ts';
import { sealed } from './sealed.ts';
import { cacheControl, callMembers } from './anthropic-tools.ts';
import {
  either,
  figure,
  list,
  object,
  reference,
  text,
  variant,
  word,
  type Shape,
} from './shape.ts';

const metadata = text('metadata');
const result = text('tool_result');

export const browserState: Readonly<Record<string, Shape>> = {
  tabs: list(object({ tab_id: metadata, title: result, url: result, active: figure })),
  state_changes: list(
    object({
      type: word('tab_opened', 'download_started', 'download_completed', 'download_failed'),
      tab_id: metadata,
      download_id: metadata,
      url: result,
      path: result,
      error: result,
      size_bytes: figure,
    }),
  ),
  cache_control: cacheControl,
};

const toolReference = object({
  type: word('tool_reference'),
  tool_name: result,
  cache_control: cacheControl,
});

/** The kinds of what the provider's own tools bring back; one map for all, since they share their members. */
const outcomeKinds = (
  'web_search_result web_search_tool_result_error web_fetch_result web_fetch_tool_result_error ' +
  'code_execution_result encrypted_code_execution_result code_execution_tool_result_error ' +
  'bash_code_execution_result bash_code_execution_tool_result_error ' +
  'text_editor_code_execution_view_result text_editor_code_execution_create_result ' +
  'text_editor_code_execution_str_replace_result text_editor_code_execution_tool_result_error ' +
  'tool_search_tool_search_result tool_search_tool_result_error advisor_result ' +
  'advisor_redacted_result advisor_tool_result_error'
).split(' ');

const outcome = object({
  type: word(...outcomeKinds),
  title: result,
  url: result,
  page_age: result,
  retrieved_at: metadata,
  encrypted_content: sealed,
  content: either({
    string: result,
    list: list(
      object({
        type: word('code_execution_output', 'bash_code_execution_output'),
        file_id: reference('file', 'a file that a tool made'),
      }),
    ),
    object: variant('type', { document: documentMembers('tool_result') }),
  }),
  stdout: result,
  stderr: result,
  encrypted_stdout: sealed,
  return_code: figure,
  lines: list(result),
  file_type: word('text', 'image', 'pdf'),
  is_file_update: figure,
  num_lines: figure,
  start_line: figure,
  total_lines: figure,
  new_lines: figure,
  new_start: figure,
  old_lines: figure,
  old_start: figure,
  tool_references: list(toolReference),
  text: result,
  stop_reason: metadata,
  error_code: metadata,
  error_message: result,
});

export const outcomes: Readonly<Record<string, Shape>> = {
  ...callMembers,
  content: either({ list: list(outcome), object: outcome }),
};
