/** A body of any dialect as turns of a conversation: what was said, by whom; what is not understood is shown as it is. */

export type Turn = { readonly role: string; readonly text: string };

type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts and blocks of all dialects: `text`, `thinking`, tool calls and their results; others by their kind. */
function contentOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(contentOf).filter(Boolean).join('\n');
  if (!isMembers(value)) return '';
  for (const name of ['text', 'thinking', 'refusal', 'output', 'content', 'parts', 'arguments']) {
    const inner = contentOf(value[name]);
    if (inner !== '') return inner;
  }
  for (const name of ['input', 'functionCall', 'functionResponse', 'function']) {
    if (isMembers(value[name])) return JSON.stringify(value[name], undefined, 2);
  }
  return typeof value['type'] === 'string' ? `(${value['type']})` : '';
}

function turnOf(value: unknown, role: string): readonly Turn[] {
  if (!isMembers(value)) return typeof value === 'string' ? [{ role, text: value }] : [];
  const said = textOf(value['role']) || role;
  const calls = listOf(value['tool_calls']).map((call) => ({
    role: 'tool call',
    text: JSON.stringify(isMembers(call) ? (call['function'] ?? call) : call, undefined, 2),
  }));
  const text = contentOf(value['content'] ?? value['parts'] ?? value);
  return [...(text === '' ? [] : [{ role: said, text }]), ...calls];
}

const single = (value: unknown, role: string): readonly Turn[] => {
  const text = contentOf(value);
  return text === '' ? [] : [{ role, text }];
};

/** Above what stands in the place of a text that could not be kept, and says why. */
const notKept = 'not kept';

function readBody(body: Members): readonly Turn[] {
  const asked = [
    ...single(body['system'], 'system'),
    ...single(body['instructions'], 'system'),
    ...single(body['systemInstruction'] ?? body['system_instruction'], 'system'),
    ...listOf(body['messages']).flatMap((one) => turnOf(one, 'user')),
    ...listOf(body['contents']).flatMap((one) => turnOf(one, 'user')),
    ...(typeof body['input'] === 'string' ? single(body['input'], 'user') : []),
    ...listOf(body['input']).flatMap((one) => turnOf(one, 'user')),
    ...single(body['prompt'], 'user'),
  ];
  if (asked.length > 0) return asked;
  return [
    ...listOf(body['choices']).flatMap((one) =>
      isMembers(one) ? turnOf(one['message'] ?? one, 'assistant') : [],
    ),
    ...listOf(body['candidates']).flatMap((one) =>
      isMembers(one) ? turnOf(one['content'], 'assistant') : [],
    ),
    ...listOf(body['output']).flatMap((one) => turnOf(one, 'assistant')),
    ...(isMembers(body['message']) ? turnOf(body['message'], 'assistant') : []),
    ...single(body['response'], 'assistant'),
    ...(body['role'] === 'assistant' ? turnOf(body, 'assistant') : []),
    ...(isMembers(body['error']) ? single(body['error']['message'], 'gateway') : []),
    ...single(body['withheld'], notKept),
  ];
}

/** The pieces of a stream, put together in order; channels of one answer are told apart by their index. */
function readStream(text: string): readonly Turn[] {
  const said = new Map<string, string>();
  const lacking: Turn[] = [];
  for (const line of text.split('\n')) {
    const json = line.startsWith('data:') ? line.slice(5).trim() : line.trim();
    if (!json.startsWith('{')) continue;
    const event = parse(json);
    if (isMembers(event)) lacking.push(...single(event['withheld'], notKept));
    for (const [channel, piece] of piecesOf(event)) {
      said.set(channel, (said.get(channel) ?? '') + piece);
    }
  }
  const turns = [...said.values()].filter(Boolean);
  return [...turns.map((text) => ({ role: 'assistant', text })), ...lacking];
}

function piecesOf(event: unknown): readonly (readonly [string, string])[] {
  if (!isMembers(event)) return [];
  const { choices, candidates, delta, index, message, response, type } = event;
  const pieces: (readonly [string, string])[] = [];
  for (const choice of [...listOf(choices), ...listOf(candidates)]) {
    if (!isMembers(choice)) continue;
    const inner = choice['delta'] ?? choice['content'] ?? choice['text'];
    pieces.push([channelOf(choice['index']), contentOf(inner)]);
  }
  if (typeof delta === 'string' && textOf(type).endsWith('.delta')) {
    pieces.push([channelOf(event['output_index']), delta]);
  } else if (isMembers(delta)) pieces.push([channelOf(index), contentOf(delta)]);
  if (isMembers(message) && event['done'] !== undefined) pieces.push(['0', contentOf(message)]);
  if (typeof response === 'string') pieces.push(['0', response]);
  return pieces;
}

function channelOf(index: unknown): string {
  return typeof index === 'number' ? String(index) : '0';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Empty where the text is no conversation in any known form. */
export function readTurns(text: string): readonly Turn[] {
  const whole = parse(text);
  if (isMembers(whole)) return readBody(whole);
  if (Array.isArray(whole)) return whole.flatMap((one) => (isMembers(one) ? readBody(one) : []));
  const streamed = readStream(text);
  return streamed;
}
