/** One call of a chaos run, drawn by lot: what is asked, where, and all that may truthfully come back. */
import { pickSome } from '../faults/random.ts';
import { isStreamed } from '../faults/upstream-moods.ts';
import { canary, disputed, forbidden, mask, masked } from './words.ts';

/** Moods in which the upstream answers as it should, with a text that the test knows. */
const good = [...['plain', 'streamed', 'pacedStream', 'slow', 'masked', 'maskedStream']] as const;
const bad = ['forbidden', 'forbiddenStream'] as const;
const broken = [
  ...['reset', 'cut', 'brokenStream', 'fails', 'busy', 'nonsense', 'nonsenseStream', 'stalled'],
] as const;

export const upstreams = ['calm', 'moody'] as const;
export type UpstreamName = (typeof upstreams)[number];

export type Asked = {
  readonly model: string;
  readonly upstream: UpstreamName;
  /** The word that the request holds, or ''. */
  readonly word: string;
  readonly streamed: boolean;
  /** A picture goes along, which nobody can read as text. */
  readonly pictured: boolean;
  readonly body: unknown;
  /** The text of the answer; undefined where no whole answer may come back. */
  readonly answer: string | undefined;
};

const shares = { bad: 0.05, broken: 0.08, stalled: 0.1, moody: 0.3, pictured: 0.1 };
const wordShares = [
  [forbidden, 0.1],
  [disputed, 0.1],
  [masked, 0.1],
] as const;

/** What the upstream says to a model of this name; undefined where it does not answer properly. */
export function toAnswer(model: string): string | undefined {
  const [mood = '', number = ''] = model.split('-');
  if (isOneOf(bad, mood)) return `Number ${number} is of ${forbidden}, I fear.`;
  if (!isOneOf(good, mood)) return undefined;
  return `Number ${number} is well${mood.startsWith('masked') ? ` and ${masked}` : ''}.`;
}

export function drawQuestion(number: number, random: () => number): Asked {
  const mood = drawMood(random);
  const model = `${mood}-${number}`;
  const word = drawWord(random);
  const streamed = isStreamed(mood);
  const text = `${canary} number ${number}, hello ${word}`;
  const said = isOneOf(good, mood) && word !== forbidden ? toAnswer(model) : undefined;
  const pictured = random() < shares.pictured;
  return {
    model,
    upstream: random() < shares.moody ? 'moody' : 'calm',
    word,
    streamed,
    pictured,
    body: {
      ...{ model, stream: streamed, user: `user-${number % 7}` },
      ...place(text, pictured, word === masked ? changeable : places, random),
    },
    answer: said?.replaceAll(masked, mask),
  };
}

/** Every kind of part that a request of this format has; which of them says it is drawn. */
const changeable = ['system', 'user', 'assistant', 'tool', 'arguments'] as const;
const places = [
  ...changeable,
  'name',
  'definition',
  'schema',
  'stop',
  'metadata',
  'unmapped',
] as const;

function place(
  text: string,
  pictured: boolean,
  all: readonly string[],
  random: () => number,
): Readonly<Record<string, unknown>> {
  const [at = 'user'] = pickSome(all, 1, random);
  const say = (place: string): string => (place === at ? text : `${canary} as ${place}`);
  const asked = JSON.stringify({ query: say('arguments') });
  const call = { id: 'call-1', type: 'function', function: { name: 'look', arguments: asked } };
  const parameters = { type: 'object', description: say('schema'), properties: {} };
  const url = `https://pictures.example/${canary}.png`;
  const picture = pictured ? [{ type: 'image_url', image_url: { url } }] : [];
  return {
    messages: [
      { role: 'system', content: say('system') },
      { role: 'user', name: toName(say('name')), content: say('user') },
      { role: 'assistant', content: say('assistant'), tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call-1', content: say('tool') },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }, ...picture] },
    ],
    tools: [
      { type: 'function', function: { name: 'look', description: say('definition'), parameters } },
    ],
    stop: [say('stop')],
    metadata: { note: say('metadata') },
    'x-unmapped': { deep: [say('unmapped')] },
  };
}

/** Names hold no spaces. */
function toName(text: string): string {
  return text.replace(/\W+/g, '-');
}

function drawMood(random: () => number): string {
  const drawn = random();
  const [mood = 'plain'] = pickSome(
    drawn < shares.bad ? bad : drawn < shares.bad + shares.broken ? broken : good,
    1,
    random,
  );
  // It takes as long as the gateway's limits allow, and would be most of what a run does.
  return mood === 'stalled' && random() > shares.stalled ? 'reset' : mood;
}

function drawWord(random: () => number): string {
  let drawn = random();
  for (const [word, share] of wordShares) {
    if (drawn < share) return word;
    drawn -= share;
  }
  return '';
}

function isOneOf(all: readonly string[], one: string): boolean {
  return all.includes(one);
}
