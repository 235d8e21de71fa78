/** Tool calls as OpenAI's chat completions write them, in requests and answers alike. */
import { readObject } from '../json.ts';
import { call, strangeCall, textCall } from './calls.ts';
import { figure, list, object, type Shape, text, within, word } from './shape.ts';

const metadata = text('metadata');

/** By itself deprecated, but still read by models. */
export const functionCall: Shape = within('tool_call', call('arguments', {}));

const knownCall = object({
  id: metadata,
  index: figure,
  type: word('function', 'custom'),
  function: functionCall,
  custom: textCall({}),
});

/** Clients read what is called there, whatever its kind is said to be. */
const toolCall = within('tool_call', (value, sink) => {
  const { type, function: called, custom } = readObject(value) ?? {};
  const isStrange = typeof type === 'string' && (called ?? custom) === undefined;
  (isStrange ? strangeCall : knownCall)(value, sink);
});

export const toolCalls = list(toolCall);
