/** The events of a streamed Response: what each of them says, and where that stands in the whole answer. */
import type { PartKind, Step } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { readArguments } from './arguments.ts';
import { ofTool } from './calls.ts';
import { readToolName, readWord } from './members.ts';
import { inPieces } from './pieces.ts';
import { lies, readPlace } from './places.ts';
import { response } from './openai-responses-answer.ts';
import { annotationOf, contentPart } from './openai-content.ts';
import { responseItem } from './openai-responses-items.ts';
import { shellOutput } from './openai-responses-results.ts';
import { blob, figure, free, label, object, type Shape, text, unmapped, within } from './shape.ts';
import { rankedTokens } from './tokens.ts';

export type Body = Readonly<Record<string, unknown>>;

/** What is known of the items so far: only their start names the tool that is called. */
export type Items = { readonly tools: Map<number, string> };

/** How a member of an event is read: where it stands in the whole answer, and as what. */
type Member = {
  readonly at: (event: Body) => readonly Step[];
  readonly shape: (event: Body, items: Items) => Shape;
};

const metadata = text('metadata');

export const ownMembers: Readonly<Record<string, Shape>> = {
  sequence_number: figure,
  output_index: figure,
  content_index: figure,
  summary_index: figure,
  annotation_index: figure,
  command_index: figure,
  partial_image_index: figure,
  item_id: metadata,
  response_id: metadata,
  obfuscation: inPieces(metadata),
  agent: free('metadata'),
};

function under(...more: readonly Step[]) {
  return (event: Body): Step[] => ['output', readPlace(event.output_index), ...more];
}

const inContent =
  (list: string, index: string, member?: string) =>
  (event: Body): Step[] => [
    ...under(list, readPlace(event[index]))(event),
    ...(member === undefined ? [] : [member]),
  ];

function whole(at: Member['at'], shape: Shape): Member {
  return { at, shape: () => shape };
}

function piece(at: Member['at'], shape: Shape): Member {
  return whole(at, inPieces(shape));
}

/** A text in pieces, and said again as a whole at the same place. */
function said(
  name: string,
  member: string,
  kind: PartKind,
  at: Member['at'],
): [string, Readonly<Record<string, Member>>][] {
  return [
    [`${name}.delta`, { delta: piece(at, text(kind)) }],
    [`${name}.done`, { [member]: whole(at, text(kind)) }],
  ];
}

/** What an event of an unknown kind adds to something; where it is named after a call, to what that is to do. */
export const strangePiece =
  (type: string) =>
  (event: Body, { tools }: Items): Shape =>
  (value, sink) => {
    sink.leave();
    sink.enter('delta', under(type)(event));
    const [name = '', more] = type.split(/_call(?=[._])/);
    if (more === undefined) inPieces(unmapped)(value, sink);
    else {
      const tool = { name: tools.get(readPlace(event.output_index)) ?? name, args: undefined };
      within('tool_call', ofTool(tool, inPieces(unmapped)))(value, sink);
    }
  };

const toldPiece = inPieces(text('tool_call'));

/** What a tool is to do: whole it is judged with its tool, in pieces once they are joined; `begins`: an event says the first. */
function called(
  name: string,
  member: string,
  at: Member['at'],
  tool?: { readonly name: string; readonly begins?: true },
): [string, Readonly<Record<string, Member>>][] {
  const isJson = member === 'arguments';
  const nameOf = (event: Body, { tools }: Items): string => {
    const known = tool?.name ?? tools.get(readPlace(event.output_index)) ?? '';
    const told = readToolName(event.name);
    if (known !== '' && told !== '' && told !== known) throw lies('names one call of a tool twice');
    return known || told;
  };
  const pieces: Member['shape'] = (event, items) => (value, sink) => {
    sink.tool = { name: nameOf(event, items), args: isJson ? undefined : '' };
    toldPiece(value, sink);
    sink.tool = undefined;
  };
  const entire: Member['shape'] = (event, items) => (value, sink) => {
    if (isJson) readArguments(nameOf(event, items), value, sink);
    else {
      sink.tool = { name: nameOf(event, items), args: value };
      text('tool_call')(value, sink);
      sink.tool = undefined;
    }
  };
  const begins: [string, Readonly<Record<string, Member>>] = [
    `${name}.added`,
    { [member]: { at, shape: pieces } },
  ];
  return [
    ...(tool?.begins === true ? [begins] : []),
    [`${name}.delta`, { delta: { at, shape: pieces } }],
    [
      `${name}.done`,
      { [member]: { at, shape: entire }, name: whole(under('name'), text('tool_call')) },
    ],
  ];
}

const spoken = (event: Body): Step[] => under('audio')(event);
const inPart = (member: string) => inContent('content', 'content_index', member);
const inSummary = (member?: string) => inContent('summary', 'summary_index', member);
const inCommands = (event: Body): Step[] =>
  under('action', 'commands', readPlace(event.command_index))(event);

const placeholders: Readonly<Record<string, string>> = {
  function_call: 'arguments',
  mcp_call: 'arguments',
  custom_tool_call: 'input',
};

/** A call begins with nothing to do, which says nothing about what follows in pieces. */
const startedItem: Shape = (value, sink) => {
  const record = readObject(value) ?? {};
  const input = placeholders[readWord(record.type)];
  if (input === undefined || record[input] !== '' || typeof record.name !== 'string') {
    responseItem(value, sink);
    return;
  }
  const { [input]: _, name, ...rest } = record;
  responseItem(rest, sink);
  sink.enter('name');
  sink.tool = { name: readToolName(name), args: undefined };
  text('tool_call')(name, sink);
  sink.tool = undefined;
  sink.leave();
};

const item = whole(under(), responseItem);
const part = whole(inContent('content', 'content_index'), contentPart('assistant'));
const partStatus = label('completed', 'incomplete');
const summary = whole(inSummary(), contentPart('reasoning'));
const answer = { response: whole(() => [], response) };

const tokens = inPart('logprobs');

const statuses = [
  ...'file_search_call.in_progress file_search_call.searching file_search_call.completed'.split(
    ' ',
  ),
  ...'web_search_call.in_progress web_search_call.searching web_search_call.completed'.split(' '),
  ...'image_generation_call.in_progress image_generation_call.generating'.split(' '),
  ...'image_generation_call.completed mcp_call.in_progress mcp_call.completed'.split(' '),
  ...'mcp_call.failed mcp_list_tools.in_progress mcp_list_tools.completed'.split(' '),
  ...'mcp_list_tools.failed code_interpreter_call.in_progress compaction.compacting'.split(' '),
  ...'code_interpreter_call.interpreting code_interpreter_call.completed'.split(' '),
];

const shellText = object({ stdout: text('tool_result'), stderr: text('tool_result') });

/** By the event's type, without `response.`. */
export const events: ReadonlyMap<string, Readonly<Record<string, Member>>> = new Map([
  ...['created', 'queued', 'in_progress', 'completed', 'incomplete', 'failed'].map(
    (name): [string, Readonly<Record<string, Member>>] => [name, answer],
  ),
  ...statuses.map((name): [string, Readonly<Record<string, Member>>] => [name, {}]),
  ['output_item.added', { item: whole(under(), startedItem) }],
  ['output_item.done', { item }],
  ['content_part.added', { part }],
  ['content_part.done', { part }],
  ['reasoning_summary_part.added', { part: summary }],
  ['reasoning_summary_part.done', { part: summary, status: whole(inSummary(), partStatus) }],
  [
    'output_text.delta',
    {
      delta: piece(inPart('text'), text('assistant')),
      logprobs: piece(tokens, rankedTokens),
    },
  ],
  [
    'output_text.done',
    {
      text: whole(inPart('text'), text('assistant')),
      logprobs: whole(tokens, rankedTokens),
    },
  ],
  ...said('refusal', 'refusal', 'assistant', inPart('refusal')),
  ...said('reasoning_text', 'text', 'reasoning', inPart('text')),
  ...said('reasoning_summary_text', 'text', 'reasoning', inSummary('text')),
  ...called('function_call_arguments', 'arguments', under('arguments')),
  ...called('mcp_call_arguments', 'arguments', under('arguments')),
  ...called('custom_tool_call_input', 'input', under('input')),
  ...called('code_interpreter_call_code', 'code', under('code'), { name: 'code_interpreter' }),
  ...called('apply_patch_call_operation_diff', 'diff', under('operation', 'diff'), {
    name: 'apply_patch',
  }),
  ...called('shell_call_command', 'command', inCommands, { name: 'shell', begins: true }),
  [
    'shell_call_output_content.delta',
    { delta: piece(inContent('output', 'command_index'), shellText) },
  ],
  ['shell_call_output_content.done', { output: whole(under('output'), shellOutput) }],
  [
    'output_text.annotation.added',
    { annotation: whole(inPart('annotations'), annotationOf('assistant')) },
  ],
  [
    'image_generation_call.partial_image',
    {
      partial_image_b64: whole(under('result'), blob('image', 'assistant', 'a picture')),
      ...Object.fromEntries(
        ['background', 'output_format', 'quality', 'size'].map((name) => [
          name,
          whole(under(name), metadata),
        ]),
      ),
    },
  ],
  ['audio.delta', { delta: whole(spoken, blob('audio', 'assistant', 'a spoken answer')) }],
  ['audio.done', {}],
  ['audio.transcript.delta', { delta: piece(under('transcript'), text('assistant')) }],
  ['audio.transcript.done', {}],
]);
