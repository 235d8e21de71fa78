/** All examples of one training: the data directory, the own texts, orders hidden in documents, and disguised copies. */
import { join } from 'node:path';
import { composeCodeBlocks } from './code-blocks.ts';
import { disguise } from './disguise.ts';
import type { Example } from './example.ts';
import { type GrammarCorpus, readGrammarCorpus } from './grammar-corpus.ts';
import { composeLongPrompts } from './long-prompts.ts';
import { findSharedRows, withoutShared } from './overlaps.ts';
import { hideOrders, type OwnCorpus, readOwnCorpus } from './own-corpus.ts';
import { readPackages } from './package-corpus.ts';
import { readManuals } from './manual-corpus.ts';
import { createStream, type Random } from './random.ts';
import { readGivenTexts, readSharedCorpus } from './shared-corpus.ts';

const disguisedShare = 0.2;
const packagesPerHost = 8;
const manualsPerHost = 6;
export const root = join(import.meta.dirname, '..', '..');

export function readCorpus(
  data: string,
  own: string,
  seed: number,
  manualsIn?: string,
): readonly Example[] {
  const streamOf = (name: string): Random => createStream(seed, name);
  const shared = readSharedCorpus(data, streamOf('shared'));
  const requests = shared
    .filter((one) => one.targets.harm === 1 && one.fold !== 'templates')
    .map((one) => one.text);
  const { written, drawn } = readOwnTexts(data, own, requests, seed);
  const packages = readPackages(root, seed);
  const manuals = manualsIn === undefined ? [] : readManuals(manualsIn, seed);
  const hosts = hostsOf(shared, packages, manuals);
  const hidden = hideOrders(written.orders, hosts, streamOf('orders'), {
    family: 'own-doc-hidden',
    targets: { attack: 1, document: 1 },
  });
  const commanded = hideOrders(written.commands, hosts, streamOf('commands'), {
    family: 'own-doc-command-hidden',
    targets: { document: 1 },
  });
  const drawnHidden = hideOrders(drawn.carried, hosts, streamOf('carried'), {
    family: 'own-drawn-carried-hidden',
    targets: { document: 1 },
    times: 4,
  });
  const asked = hideAsks(written.asks, shared, hosts, streamOf('asks'));
  const plain = [
    ...shared,
    ...written.examples,
    ...drawn.examples,
    ...hidden,
    ...commanded,
    ...drawnHidden,
    ...composeLongPrompts(shared, drawn.examples, streamOf('long')),
    ...composeCodeBlocks(drawn.examples, streamOf('blocks')),
  ];
  const fillers = shared.filter(
    (one) => one.targets.attack === 0 && one.targets.harm === 0 && one.text.length < 300,
  );
  const disguised = plain.flatMap((one) => {
    // By its text, so that the copies of all others stay as they are where one is added.
    const random = streamOf(one.text);
    return random.next() < disguisedShare ? [disguise(one, fillers, random)] : [];
  });
  return [...plain, ...packages, ...manuals, ...asked, ...disguised];
}

/** What people ask for, where only they have a business to. */
function hideAsks(
  asks: readonly Example[],
  shared: readonly Example[],
  hosts: readonly Example[],
  random: Random,
): readonly Example[] {
  const prompts = shared.filter((one) => /^(?:arena|self-instruct)/.test(one.family));
  return hideOrders([...asks, ...prompts.filter((one) => one.text.length <= 400)], hosts, random, {
    ...{ family: 'own-doc-asked', targets: { document: 1 }, times: 3 },
  }).map((one) => ({ ...one, weight: 0.5, derived: true }));
}

/** Documents that orders are hidden in. */
function hostsOf(
  shared: readonly Example[],
  packages: readonly Example[],
  manuals: readonly Example[],
): readonly Example[] {
  return [
    ...shared.filter(
      (one) =>
        /^(?:host-document|asb-tool-output)$/.test(one.family) ||
        (one.family === 'book-prose' && one.lang === 'en'),
    ),
    // Or whatever stands in code would be taken for harmless.
    ...packages.filter((_one, index) => index % packagesPerHost === 0),
    ...manuals.filter((_one, index) => index % manualsPerHost === 0),
  ];
}

/** Several draws of one corpus: each text once, with the draws that it stands in. */
export function readCorpora(
  data: string,
  own: string,
  seed: number,
  draws: number,
  manuals?: string,
): readonly Example[] {
  const texts = new Map<string, Example>();
  for (let draw = 0; draw < draws; draw++) {
    for (const one of readCorpus(data, own, seed * 100 + draw, manuals)) {
      const key = `${one.family}|${one.fold}|${JSON.stringify(one.targets)}|${one.text}`;
      const known = texts.get(key)?.draws ?? 0;
      texts.set(key, { ...(texts.get(key) ?? one), draws: known | (1 << draw) });
    }
  }
  return [...texts.values()];
}

/** Wrappers hold requests of the data directory on purpose. */
const wrapped = ({ family }: Example): boolean => family === 'own-jb-wrapper';

type OwnTexts = { readonly written: OwnCorpus; readonly drawn: GrammarCorpus };

function readOwnTexts(
  data: string,
  own: string,
  requests: readonly string[],
  seed: number,
): OwnTexts {
  const written = readOwnCorpus(own, requests, createStream(seed, 'written'));
  const drawn = readGrammarCorpus(own, seed);
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
