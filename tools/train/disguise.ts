/** Copies of examples as people would also write them: with slips, without punctuation, quoted, in JSON, or beside something else. */
import type { Example } from './example.ts';
import type { Random } from './random.ts';

/** `pickFiller` hands out harmless texts to set beside the other. */
type Change = (text: string, random: Random, pickFiller: () => string) => string;

const slip: Change = (text, random) =>
  text.replace(/[\p{L}]{4,}/gu, (word) => {
    if (random.next() > 0.15) return word;
    const at = 1 + random.below(word.length - 2);
    const swapped = `${word[at + 1] ?? ''}${word[at] ?? ''}`;
    return random.next() < 0.5
      ? word.slice(0, at) + word.slice(at + 1)
      : word.slice(0, at) + swapped + word.slice(at + 2);
  });

const bare: Change = (text) => text.replace(/[.,;:!?'"()-]+/g, ' ').trim();
const loud: Change = (text) => text.toUpperCase().replace(/\.(\s|$)/g, '!!!$1');
const spread: Change = (text) => text.replace(/ /g, '\n');
const stressed: Change = (text, random) =>
  text.replace(/\p{L}{4,}/gu, (word) => (random.next() < 0.2 ? `**${word}**` : word));
const quoted: Change = (text) => `"${text.replaceAll('"', "'")}"`;
const inJson: Change = (text) => JSON.stringify({ role: 'user', content: text });
const inMarkup: Change = (text) => `<p>${text}</p>`;
const after: Change = (text, _random, pickFiller) => `${pickFiller()}\n\n${text}`;
const before: Change = (text, _random, pickFiller) => `${text}\n\n${pickFiller()}`;
const between: Change = (text, _random, pickFiller) => `${pickFiller()} ${text} ${pickFiller()}`;

const changes: readonly Change[] = [
  slip,
  slip,
  bare,
  loud,
  spread,
  stressed,
  quoted,
  inJson,
  inMarkup,
  after,
  before,
  between,
];

/** Harmful and harmless texts are changed alike, so that no change is a sign of either. */
export function disguise(example: Example, fillers: readonly Example[], random: Random): Example {
  const { payload: _payload, hosts = [], ...rest } = example;
  const around = [...hosts];
  const pickFiller = (): string => {
    const filler = random.pick(fillers);
    around.push(filler.fold);
    return filler.text;
  };
  const text = random.pick(changes)(example.text, random, pickFiller);
  return { ...rest, text, hosts: around, weight: example.weight * 0.5, derived: true };
}
