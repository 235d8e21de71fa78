/** The prose that the bench sends and gets back: ordinary support and engineering language, nothing that a rule acts on. */

const sentences = [
  'The weekly report shows that the new warehouse layout shortened the average walk between shelves by a third.',
  'Please compare the two drafts and list the places where the second one is easier to follow for a new reader.',
  'When the queue is longer than ten items the worker should pause for a moment before it asks for more.',
  'Our library opens at nine on weekdays, and the reading room on the second floor stays quiet all afternoon.',
  'A function that returns early is often easier to read than one with three levels of nested conditions.',
  'The bread needs forty minutes in the oven, and then another twenty on the rack before it can be sliced.',
  'Summarise the meeting in five points and name the person who takes care of each of the open questions.',
  'Rain is expected in the north by the evening, while the coast stays dry with a light wind from the west.',
];

/** Prose of about this many characters, different for each seed. */
export function writeProse(characters: number, seed: number): string {
  let prose = `Note ${seed}.`;
  for (let index = seed; prose.length < characters; index += 1) {
    prose += ` ${sentences[index % sentences.length] ?? ''}`;
  }
  return prose.slice(0, characters);
}

export const answerText = writeProse(700, 3);

export type Conversation = {
  /** How many bytes its JSON is, about. */
  readonly bytes: number;
  /** How many messages stand before the last one. */
  readonly turns: number;
  readonly seed: number;
  /** How the last message begins. */
  readonly opening: string;
};

/** A chat completion: system prompt, earlier turns, and what is said now. */
export function writeCompletion({ bytes, turns, seed, opening }: Conversation): Buffer {
  const system = 'You are a patient assistant. Answer in plain language and keep it short.';
  const frame = 230 + turns * 34;
  const each = Math.floor((bytes - frame) / (turns + 1));
  const earlier = Array.from({ length: turns }, (_, turn) => ({
    role: turn % 2 === 0 ? 'user' : 'assistant',
    content: writeProse(each, seed * turns + turn),
  }));
  return Buffer.from(
    JSON.stringify({
      model: 'gpt-4o-mini',
      messages: [
        { role: 'system', content: system },
        ...earlier,
        { role: 'user', content: `${opening}. ${writeProse(each, seed)}` },
      ],
      temperature: 0.2,
      max_tokens: 400,
    }),
  );
}
