/** The texts written for this training as examples, with their variants: requests in frames, wrappers around requests, orders inside documents. */
import { join } from 'node:path';
import { composeClauses, composeOrders } from './composed.ts';
import { type Example, ownFoldOf, type Targets } from './example.ts';
import type { Random } from './random.ts';
import { readRows, type Row } from './row.ts';

const requestsPerWrapper = 10;
const framesPerAct = 5;
const documentsPerOrder = 3;
/** A short question or order of a user, which has no business in a document. */
const asks = /^(?:ordinary|safe-talk|role-play)/;
const askCharactersMax = 400;

export type OwnCorpus = {
  readonly examples: readonly Example[];
  /** Orders that are to be hidden in documents. */
  readonly orders: readonly Example[];
  /** Orders to act, which only a document has no business to give. */
  readonly commands: readonly Example[];
  readonly asks: readonly Example[];
};

function toExample(row: Row, text: string, targets: Targets, subject?: string): Example {
  return {
    text,
    targets,
    family: `own-${row.family}`,
    lang: row.lang ?? '',
    fold: ownFoldOf(row.text),
    weight: 1,
    derived: false,
    ...(subject !== undefined && { subject }),
  };
}

const hazardOf = (row: Row): string => `harm/${row.category ?? 'illicit'}`;

function fromActs(
  acts: readonly Row[],
  frames: readonly Row[],
  random: Random,
): readonly Example[] {
  return acts.flatMap((act) => {
    const harmful = act.label === 'harmful';
    const targets: Targets = harmful ? { harm: 1 } : { attack: 0, harm: 0, toxic: 0 };
    return Array.from({ length: framesPerAct }, () => {
      const framed = random.pick(frames).text.replace('{act}', act.text);
      const text = random.next() < 0.2 ? framed.toLowerCase() : framed;
      const made = toExample(act, text, targets, harmful ? hazardOf(act) : undefined);
      return { ...made, family: harmful ? 'own-acts-harmful' : 'own-acts-harmless' };
    });
  });
}

function fromAttacks(rows: readonly Row[], requests: readonly string[], random: Random): Example[] {
  return rows.flatMap((row) => {
    const subject = /^(?:jb-|refusal)/.test(row.family) ? 'jailbreak' : 'injection';
    const targets: Targets = { attack: 1, document: 1 };
    if (row.family !== 'jb-wrapper') return [toExample(row, row.text, targets, subject)];
    return Array.from({ length: requestsPerWrapper }, () =>
      toExample(row, row.text.replace('{request}', random.pick(requests)), targets, subject),
    );
  });
}

function fromBenign(row: Row): Example {
  const document = row.kind === 'tool_result' ? { document: 0 as const } : {};
  return toExample(row, row.text, { attack: 0, harm: 0, toxic: 0, ...document });
}

export function readOwnCorpus(
  directory: string,
  requests: readonly string[],
  random: Random,
): OwnCorpus {
  const read = (name: string): readonly Row[] => readRows(join(directory, `${name}.jsonl`));
  const frames = read('frames');
  const harm = read('harm').map((row) => toExample(row, row.text, { harm: 1 }, hazardOf(row)));
  const acts = fromActs(read('acts'), frames, random);
  const wishes = [
    ...requests,
    ...[...harm, ...acts].filter((one) => one.targets.harm === 1).map((one) => one.text),
  ];
  const attackRows = read('attacks');
  const attacks = fromAttacks(attackRows, wishes, random);
  const benign = read('benign').map(fromBenign);
  const parts = read('parts');
  const commands = composeOrders(read('commands'), parts, random);
  return {
    examples: [
      ...attacks,
      ...benign,
      ...harm,
      ...acts,
      ...commands,
      ...composeClauses(parts, random),
    ],
    orders: attacks.filter((one) => one.family === 'own-doc-payload'),
    commands,
    asks: benign.filter(
      (one) => asks.test(one.family.slice(4)) && one.text.length <= askCharactersMax,
    ),
  };
}

/** Sets each order into a few documents, on a line of its own. */
export function hideOrders(
  orders: readonly Example[],
  hosts: readonly Example[],
  random: Random,
  changes: { readonly family: string; readonly targets: Targets; readonly times?: number },
): readonly Example[] {
  const { times = documentsPerOrder, family, targets } = changes;
  return orders.flatMap((order) =>
    Array.from({ length: times }, () => {
      const host = random.pick(hosts);
      const lines = host.text.split('\n');
      lines.splice(random.below(lines.length + 1), 0, order.text);
      const text = lines.join('\n');
      return { ...order, text, payload: order.text, hosts: [host.fold], family, targets };
    }),
  );
}
