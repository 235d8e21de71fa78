/** Tool calls as OpenAI's chat completions write them, in requests and answers alike. */
import { readObject } from '../json.ts';
import { call, strangeCall, textCall } from './calls.ts';
import { figure, list, object, type Shape, text, within, word } from './shape.ts';

const metadata = text('metadata');

/** By itself deprecated, but still read by models. */
export const functionCall: Shape = within('tool_call', call('arguments', {}));

const kinds = ['function', 'custom'];

const knownCall = object({
  id: metadata,
  index: figure,
  type: word(...kinds),
  function: functionCall,
  custom: textCall({}),
});

/** Clients read what is called there, whatever its kind is said to be. */
const toolCall = within('tool_call', (value, sink) => {
  const { type, function: called, custom } = readObject(value) ?? {};
  const isKnown =
    (called ?? custom) !== undefined || typeof type !== 'string' || kinds.includes(type);
  (isKnown ? knownCall : strangeCall)(value, sink);
});

export const toolCalls = list(toolCall);
