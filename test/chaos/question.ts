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
  readonly body: unknown;
  /** The text of the answer; undefined where no whole answer may come back. */
  readonly answer: string | undefined;
};

const shares = { bad: 0.05, broken: 0.08, stalled: 0.1, moody: 0.3 };
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
  return {
    model,
    upstream: random() < shares.moody ? 'moody' : 'calm',
    word,
    streamed,
    body: { model, stream: streamed, user: `user-${number % 7}`, messages: place(text, random) },
    answer: said?.replaceAll(masked, mask),
  };
}

/** Something is said in every kind of part; which one says it is drawn. */
function place(text: string, random: () => number): readonly object[] {
  const [at = 'user'] = pickSome(['system', 'user', 'assistant', 'tool'], 1, random);
  const say = (role: string): string => (role === at ? text : `${canary} as ${role}`);
  const call = { id: 'call-1', type: 'function', function: { name: 'look', arguments: '{}' } };
  return [
    { role: 'system', content: say('system') },
    { role: 'user', content: say('user') },
    { role: 'assistant', content: say('assistant'), tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call-1', content: say('tool') },
    { role: 'user', content: 'Go on.' },
  ];
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
