/** What came of calls in the Responses format, and what is told about tools between the turns. */
import { declaredName } from './calls.ts';
import { failure, item, safetyChecks } from './openai-responses-calls.ts';
import { content, image } from './openai-content.ts';
import { tool } from './openai-responses-tools.ts';
import { figure, label, list, object, schema, text, variant, type Shape } from './shape.ts';

const metadata = text('metadata');
const result = text('tool_result');
const definition = text('tool_definition');
const said = text('tool_call');

const output = object({
  stdout: result,
  stderr: result,
  outcome: object({ type: label('exit', 'timeout'), exit_code: figure }),
  created_by: metadata,
});

export const shellOutput = list(output);

const toolsGiven = {
  role: metadata,
  execution: label('server', 'client'),
  tools: list(tool),
};

/** By the item's type. */
export const results: ReadonlyMap<string, Shape> = new Map([
  [
    'function_call_output',
    item('function_call_output', { output: content('tool_result'), name: said, namespace: said }),
  ],
  ['custom_tool_call_output', item('custom_tool_call_output', { output: content('tool_result') })],
  [
    'computer_call_output',
    item('computer_call_output', {
      output: variant('type', { computer_screenshot: image, input_image: image }),
      acknowledged_safety_checks: safetyChecks,
    }),
  ],
  ['local_shell_call_output', item('local_shell_call_output', { output: result })],
  [
    'shell_call_output',
    item('shell_call_output', { output: shellOutput, max_output_length: figure }),
  ],
  ['apply_patch_call_output', item('apply_patch_call_output', { output: result })],
  ['program_output', item('program_output', { result })],
  ['tool_search_output', item('tool_search_output', toolsGiven)],
  ['additional_tools', item('additional_tools', toolsGiven)],
  [
    'mcp_list_tools',
    item('mcp_list_tools', {
      server_label: definition,
      error: failure,
      tools: list(
        object({
          name: declaredName,
          description: definition,
          input_schema: schema('tool_definition'),
          annotations: schema('tool_definition'),
        }),
      ),
    }),
  ],
  [
    'mcp_approval_response',
    item('mcp_approval_response', {
      approval_request_id: metadata,
      approve: figure,
      reason: text('user'),
    }),
  ],
]);
