/** What the labels of texts mean: that a text is to be found, and as what, or that it is to be let through. */

export const topics = ['attack', 'harm', 'toxic', 'pii', 'secret'] as const;
export type Topic = (typeof topics)[number];

/** `unsafe`: to be found as an attack, as harm or as toxic, whichever it is. */
export type Meaning =
  { readonly found: true; readonly topic: Topic | 'unsafe' } | { readonly found: false };

/** Categories that a text of each topic is found by. */
export const categoriesOf: Readonly<Record<Topic | 'unsafe', RegExp>> = {
  attack: /^(?:injection|jailbreak)\//,
  harm: /^harm\//,
  toxic: /^toxic\//,
  pii: /^pii\//,
  secret: /^secret\//,
  unsafe: /^(?:injection|jailbreak|harm|toxic)\//,
};

const words: Readonly<Record<Topic | 'unsafe' | 'harmless', string>> = {
  attack:
    'attack injection jailbreak prompt_injection indirect_injection direct_injection adversarial attempt',
  harm: 'harmful harm dangerous',
  toxic: 'toxic hate hateful offensive abusive abuse harassment profanity insult threat',
  pii: 'pii personal',
  secret: 'secret credential leak',
  unsafe: 'unsafe malicious bad positive true 1 yes',
  harmless:
    'benign safe harmless clean neither none normal ordinary legit legitimate neutral negative false 0 no ok non_hateful non_toxic nontoxic not_hate hard_negative lookalike look_alike unharmful non_harmful',
};

export const meanings = Object.keys(words);

export const knownLabels: readonly string[] = Object.values(words).flatMap((list) =>
  list.split(' '),
);

const plain = (label: string): string => label.toLowerCase().replace(/[\s-]+/g, '_');

const known = new Map<string, string>(
  Object.entries(words).flatMap(([meaning, list]) =>
    list.split(' ').map((word): [string, string] => [word, meaning]),
  ),
);

/** Undefined for a label that nobody explained. `own` comes first. */
export function meaningOf(label: string, own: ReadonlyMap<string, string>): Meaning | undefined {
  const meaning = own.get(label) ?? known.get(plain(label));
  if (meaning === undefined) return undefined;
  if (meaning === 'harmless') return { found: false };
  const topic = topics.find((one) => one === meaning) ?? 'unsafe';
  return { found: true, topic };
}
