/** All examples of one training: the data directory, the own texts, orders hidden in documents, and disguised copies. */
import { join } from 'node:path';
import { disguise } from './disguise.ts';
import type { Example } from './example.ts';
import { type GrammarCorpus, readGrammarCorpus } from './grammar-corpus.ts';
import { composeLongPrompts } from './long-prompts.ts';
import { findSharedRows, withoutShared } from './overlaps.ts';
import { hideOrders, type OwnCorpus, readOwnCorpus } from './own-corpus.ts';
import type { Random } from './random.ts';
import { readGivenTexts, readSharedCorpus } from './shared-corpus.ts';

const disguisedShare = 0.2;

export function readCorpus(data: string, own: string, random: Random): readonly Example[] {
  const shared = readSharedCorpus(data, random);
  const requests = shared
    .filter((one) => one.targets.harm === 1 && one.fold !== 'templates')
    .map((one) => one.text);
  const { written, drawn } = readOwnTexts(data, own, requests, random);
  const hosts = shared.filter(
    (one) =>
      /^(?:host-document|asb-tool-output)$/.test(one.family) ||
      (one.family === 'book-prose' && one.lang === 'en'),
  );
  const hidden = hideOrders(written.orders, hosts, random, {
    family: 'own-doc-hidden',
    targets: { attack: 1, document: 1 },
  });
  const commanded = hideOrders(written.commands, hosts, random, {
    family: 'own-doc-command-hidden',
    targets: { document: 1 },
  });
  const drawnHidden = hideOrders(drawn.carried, hosts, random, {
    family: 'own-drawn-carried-hidden',
    targets: { document: 1 },
    times: 4,
  });
  const prompts = shared.filter((one) => /^(?:arena|self-instruct)/.test(one.family));
  const asked = hideOrders(
    [...written.asks, ...prompts.filter((one) => one.text.length <= 400)],
    hosts,
    random,
    { family: 'own-doc-asked', targets: { document: 1 }, times: 3 },
  ).map((one) => ({ ...one, weight: 0.5, derived: true }));
  const plain = [
    ...shared,
    ...written.examples,
    ...drawn.examples,
    ...hidden,
    ...commanded,
    ...drawnHidden,
    ...composeLongPrompts(shared, drawn.examples, random),
  ];
  const fillers = shared.filter(
    (one) => one.targets.attack === 0 && one.targets.harm === 0 && one.text.length < 300,
  );
  const disguised = plain.flatMap((one) =>
    random.next() < disguisedShare ? [disguise(one, fillers, random)] : [],
  );
  return [...plain, ...asked, ...disguised];
}

/** Wrappers hold requests of the data directory on purpose. */
const wrapped = ({ family }: Example): boolean => family === 'own-jb-wrapper';

type OwnTexts = { readonly written: OwnCorpus; readonly drawn: GrammarCorpus };

function readOwnTexts(
  data: string,
  own: string,
  requests: readonly string[],
  random: Random,
): OwnTexts {
  const written = readOwnCorpus(own, requests, random);
  const drawn = readGrammarCorpus(own, random);
  const others = written.examples.filter((one) => !wrapped(one));
  const shared = findSharedRows(
    [...others, ...drawn.examples].map(({ text }) => text),
    readGivenTexts(data),
  );
  return {
    written: {
      examples: [...written.examples.filter(wrapped), ...withoutShared(others, shared)],
      orders: withoutShared(written.orders, shared),
      commands: withoutShared(written.commands, shared),
      asks: withoutShared(written.asks, shared),
    },
    drawn: {
      examples: withoutShared(drawn.examples, shared),
      carried: withoutShared(drawn.carried, shared),
    },
  };
}

export const ownTexts = join(import.meta.dirname, '..', 'training');
