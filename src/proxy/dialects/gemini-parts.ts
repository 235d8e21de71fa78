/** The parts of Gemini contents, in requests and answers alike: texts, thoughts, calls, results and bytes. */
import { unjudgedKinds, type PartKind, type UnjudgedKind } from '../../governance/interaction.ts';
import { readObject } from '../json.ts';
import { call, declareKind, ofTool } from './calls.ts';
import { kindOfType, message, metadata, readField, repeated, toSnake } from './gemini-fields.ts';
import { sealed } from './sealed.ts';
import { readToolName, readWord } from './members.ts';
import { blob, figure, free, label, list, reference, type Shape, text, within } from './shape.ts';

const result = text('tool_result');

/** Bytes, and what they are said to be beside them; what turns out to be text takes `said`. */
function inlineData(said: PartKind): Shape {
  return (value, sink) => {
    const mimeType = readWord(readField(readObject(value), 'mimeType'));
    const data = blob(kindOfType(mimeType), said, 'inline bytes', mimeType);
    message({ data, mimeType: metadata, displayName: metadata })(value, sink);
  };
}

function byType(members: (kind: UnjudgedKind) => Readonly<Record<string, Shape>>): Shape {
  const shapes = new Map(
    unjudgedKinds.map((kind) => [
      kind,
      message({ ...members(kind), mimeType: metadata, displayName: metadata }),
    ]),
  );
  return (value, sink) => {
    shapes.get(kindOfType(readField(readObject(value), 'mimeType')))?.(value, sink);
  };
}

const fileData = byType((kind) => ({
  fileUri: reference(kind, 'a file that the provider fetches'),
}));

export const partialArg = message({
  jsonPath: metadata,
  stringValue: text('tool_call'),
  numberValue: figure,
  boolValue: figure,
  nullValue: label('NULL_VALUE'),
  willContinue: figure,
});

const partialArgs = list(partialArg);

export const functionCall = within(
  'tool_call',
  call('args', {
    id: metadata,
    partialArgs,
    partial_args: partialArgs,
    willContinue: figure,
    will_continue: figure,
  }),
);

/** Where the model looks into it with tools of the provider's, that is one more of them. */
const mediaProcessing: Shape = (value, sink) => {
  if (value === 'AGENTIC') declareKind('mediaProcessing', true, sink);
  label('MEDIA_PROCESSING_UNSPECIFIED', 'STATIC', 'AGENTIC')(value, sink);
};

const response = message({
  id: metadata,
  name: result,
  response: free('tool_result'),
  parts: repeated(message({ inlineData: inlineData('tool_result'), fileData, mediaProcessing })),
  willContinue: figure,
  scheduling: label('SILENT', 'WHEN_IDLE', 'INTERRUPT'),
});

const functionResponse = within('tool_result', response);

/** A tool that the provider runs itself is named by its type. */
const toolCall: Shape = (value, sink) => {
  const record = readObject(value);
  const tool = { name: readToolName(readField(record, 'toolType')), args: record?.args };
  message({
    id: metadata,
    toolType: ofTool(tool, text('tool_call')),
    args: ofTool(tool, free('tool_call')),
  })(value, sink);
};

const audioTranscription = message({
  text: result,
  languageCode: metadata,
  speakerLabel: metadata,
  startOffset: metadata,
  endOffset: metadata,
  words: list(message({ word: result, startOffset: metadata, endOffset: metadata })),
});

/** What the model has the provider run is a call of the tool that was declared under this name. */
const executableCode: Shape = (value, sink) => {
  const tool = { name: 'codeExecution', args: readObject(value)?.code };
  message({
    id: metadata,
    code: ofTool(tool, text('tool_call')),
    language: label('PYTHON', 'LANGUAGE_UNSPECIFIED'),
  })(value, sink);
};

/** What a part may hold beside a text. */
const members: Readonly<Record<string, Shape>> = {
  thought: figure,
  thoughtSignature: sealed,
  fileData,
  functionCall,
  functionResponse,
  toolCall,
  toolResponse: message({ id: metadata, toolType: metadata, response: free('tool_result') }),
  executableCode,
  codeExecutionResult: message({
    id: metadata,
    outcome: label('OUTCOME_OK', 'OUTCOME_FAILED', 'OUTCOME_DEADLINE_EXCEEDED'),
    output: result,
  }),
  audioTranscription,
  videoMetadata: message({ startOffset: metadata, endOffset: metadata, fps: figure }),
  mediaResolution: free('metadata'),
  mediaProcessing,
  speechMetadata: message({ speaker: metadata, style: metadata }),
  partMetadata: free('metadata'),
};

const memberNames = new Set(Object.keys(members).flatMap((name) => [name, toSnake(name)]));

export function isKnownMember(name: string): boolean {
  return memberNames.has(name);
}

export function isThought(part: unknown): boolean {
  return readObject(part)?.thought === true;
}

/** A part of a content whose author's own texts take `kind`. Nobody but the model has thoughts: those of others are said. */
export function part(kind: PartKind): Shape {
  const saying = message({ ...members, inlineData: inlineData(kind), text: text(kind) });
  if (kind !== 'assistant') return saying;
  const thinking = message({
    ...members,
    inlineData: inlineData('reasoning'),
    text: text('reasoning'),
  });
  return (value, sink) => (isThought(value) ? thinking : saying)(value, sink);
}

export const roles = label('user', 'model', 'function', 'tool', 'system');

const kindOfRole: Readonly<Record<string, PartKind>> = {
  user: 'user',
  model: 'assistant',
  function: 'tool_result',
  tool: 'tool_result',
  system: 'system',
};

export function contentOf(kind: PartKind): Shape {
  return within(kind, message({ role: roles, parts: repeated(part(kind)) }));
}

const contents = new Map(Object.entries(kindOfRole).map(([role, kind]) => [role, contentOf(kind)]));
const userContent = contentOf('user');

/** A content without a role is the user's. */
export function contentBy(role: string): Shape {
  return contents.get(role) ?? userContent;
}
