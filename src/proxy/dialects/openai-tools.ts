/** Tool calls as OpenAI's chat completions write them, in requests and answers alike. */
import { readObject } from '../json.ts';
import { call, textCall } from './calls.ts';
import { figure, list, object, type Shape, text, variant, within, word } from './shape.ts';

const metadata = text('metadata');

/** By itself deprecated, but still read by models. */
export const functionCall: Shape = within('tool_call', call('arguments', {}));

const callMembers = {
  id: metadata,
  index: figure,
  function: functionCall,
  custom: textCall({}),
};

const typed = variant('type', { function: callMembers, custom: callMembers });
const untyped = object({ ...callMembers, type: word('function', 'custom') });

const toolCall = within('tool_call', (value, sink) => {
  (readObject(value)?.type === undefined ? untyped : typed)(value, sink);
});

export const toolCalls = list(toolCall);
