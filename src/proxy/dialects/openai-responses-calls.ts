/** Calls of tools in the Responses format, whoever runs them. */
import { readObject } from '../json.ts';
import { readArguments } from './arguments.ts';
import { call, ofTool, textCall } from './calls.ts';
import { environment } from './openai-responses-tools.ts';
import {
  blob,
  either,
  figure,
  free,
  label,
  list,
  object,
  type Shape,
  source,
  text,
  variant,
} from './shape.ts';

type Members = Readonly<Record<string, Shape>>;

const metadata = text('metadata');
const result = text('tool_result');
const said = text('tool_call');

const status = label(
  ...'in_progress completed incomplete failed searching generating interpreting calling'.split(' '),
);

export const common = {
  id: metadata,
  call_id: metadata,
  status,
  created_by: metadata,
  caller: variant('type', { direct: {}, program: { caller_id: metadata } }),
  agent: free('metadata'),
};

export function item(type: string, members: Members): Shape {
  return object({ ...common, type: label(type), ...members });
}

/** A call whose member `args` holds what the tool `name` is to do. */
function built(type: string, name: string, args: string, shape: Shape, more: Members = {}): Shape {
  return (value, sink) => {
    const about = { name, args: readObject(value)?.[args] };
    item(type, { ...more, [args]: ofTool(about, shape) })(value, sink);
  };
}

export const safetyChecks = list(object({ id: metadata, code: metadata, message: result }));

const keys = list(said);
const at = { x: figure, y: figure, keys };
const action = variant('type', {
  click: { ...at, button: label('left', 'right', 'wheel', 'back', 'forward') },
  double_click: at,
  move: at,
  scroll: { ...at, scroll_x: figure, scroll_y: figure },
  drag: { keys, path: list(object({ x: figure, y: figure })) },
  keypress: { keys },
  type: { text: said },
  screenshot: {},
  wait: {},
});

/** Where to click is said in no words: so the kind of the call carries the tool, for rules about tools to meet. */
const computerCall: Shape = (value, sink) => {
  const record = readObject(value);
  const about = { name: 'computer', args: record?.action ?? record?.actions };
  item('computer_call', {
    ...(about.args !== undefined && { type: ofTool(about, text('tool_call', true)) }),
    action: ofTool(about, action),
    actions: ofTool(about, list(action)),
    pending_safety_checks: safetyChecks,
  })(value, sink);
};

const search = variant('type', {
  search: {
    query: said,
    queries: list(said),
    sources: list(
      either({ object: object({ type: label('url', 'api'), url: result, name: result }) }),
    ),
  },
  open_page: { url: said },
  find_in_page: { pattern: said, url: said },
  find: { pattern: said, url: said },
});

export const failure = either({ string: result, object: free('tool_result') });

const operation = variant('type', {
  create_file: { diff: said, path: said },
  update_file: { diff: said, path: said },
  delete_file: { path: said },
});

const drawn = {
  size: metadata,
  quality: metadata,
  background: metadata,
  output_format: metadata,
  action: metadata,
  svg_usage: free('metadata'),
  frame_count: figure,
  frame_duration_ms: figure,
};

/** By the item's type. */
export const calls: ReadonlyMap<string, Shape> = new Map([
  [
    'function_call',
    call('arguments', { ...common, type: label('function_call'), namespace: said }),
  ],
  ['custom_tool_call', textCall({ ...common, type: label('custom_tool_call'), namespace: said })],
  [
    'mcp_call',
    call('arguments', {
      ...common,
      type: label('mcp_call'),
      server_label: said,
      approval_request_id: metadata,
      output: result,
      error: failure,
    }),
  ],
  [
    'mcp_approval_request',
    call('arguments', { ...common, type: label('mcp_approval_request'), server_label: said }),
  ],
  ['computer_call', computerCall],
  [
    'tool_search_call',
    (value, sink) =>
      item('tool_search_call', {
        execution: label('server', 'client'),
        arguments: (args, inside) => readArguments('tool_search', args, inside),
      })(value, sink),
  ],
  [
    'file_search_call',
    built('file_search_call', 'file_search', 'queries', list(said), {
      results: list(
        object({
          attributes: free('tool_result'),
          file_id: metadata,
          filename: result,
          score: figure,
          text: result,
        }),
      ),
    }),
  ],
  ['web_search_call', built('web_search_call', 'web_search', 'action', search)],
  [
    'code_interpreter_call',
    built('code_interpreter_call', 'code_interpreter', 'code', said, {
      container_id: metadata,
      outputs: list(variant('type', { logs: { logs: result }, image: { url: source('image') } })),
    }),
  ],
  [
    'local_shell_call',
    built(
      'local_shell_call',
      'local_shell',
      'action',
      object({
        type: label('exec'),
        command: list(said),
        env: free('tool_call'),
        user: said,
        working_directory: said,
        timeout_ms: figure,
      }),
    ),
  ],
  [
    'shell_call',
    built(
      'shell_call',
      'shell',
      'action',
      object({ commands: list(said), timeout_ms: figure, max_output_length: figure }),
      { environment },
    ),
  ],
  ['apply_patch_call', built('apply_patch_call', 'apply_patch', 'operation', operation)],
  ['program', built('program', 'program', 'code', said, { fingerprint: metadata })],
  [
    'image_generation_call',
    item('image_generation_call', {
      ...drawn,
      result: blob('image', 'assistant', 'a picture'),
      revised_prompt: text('assistant'),
      error: failure,
    }),
  ],
]);
