/** What was said in a recorded call, part by part as it was judged, with what the rules look at marked in it. */
import type { ReadContent } from '../../audit/search/contents.ts';
import type { StoredEntry } from '../../audit/stored-entry.ts';
import type { Trail } from '../../audit/trail.ts';
import type { Ruling } from '../../governance/decision.ts';
import { type Interaction, type PartKind, pointerOf } from '../../governance/interaction.ts';
import type { Bundle } from '../../governance/policy/policy.ts';
import { type CallEntry, readKeptAnswer, readKeptRequest } from './kept-call.ts';
import { createMarker, type Fired, type Mark, type Marker } from './marks.ts';

export type ReadPart = {
  readonly kind: PartKind;
  readonly pointer: string;
  readonly text: string;
  readonly marks: readonly Mark[];
};
export type ReadLeg = ReadContent & { readonly parts?: readonly ReadPart[] };

export type Reader = (id: string, contents: readonly ReadContent[]) => Promise<readonly ReadLeg[]>;

export type ReaderOptions = {
  readonly trail: Pick<Trail, 'findEntry' | 'readExchange' | 'readContent'>;
  readonly bundle: () => Bundle;
  /** What the rules in force see in it; it stands in no figure. */
  readonly look: (interaction: Interaction) => Ruling | Promise<Ruling>;
  readonly now: () => number;
};

type Told = CallEntry & {
  readonly exchange?: string;
  readonly ruling?: {
    readonly rules?: Fired['rules'];
    readonly findings?: readonly { readonly category: string }[];
  };
};

const requests: readonly string[] = ['received', 'forwarded'];

export function createReader({ trail, bundle, look, now }: ReaderOptions): Reader {
  return async (id, contents) => {
    const entry = (await trail.findEntry(id)) as Told;
    if (entry.call === undefined) return contents;
    const { entries } =
      entry.exchange === undefined ? { entries: [] } : await trail.readExchange(entry.exchange);
    const mark = createMarker(bundle(), toFired([entry, ...(entries as readonly Told[])]));
    const request = await findRequest(trail, entries, contents);
    return Promise.all(
      contents.map(async (kept): Promise<ReadLeg> => {
        if (kept.text === undefined) return kept;
        const read = requests.includes(kept.leg)
          ? readKeptRequest(entry, kept.text, now())
          : request === undefined
            ? undefined
            : readKeptAnswer(entry, request, kept.text, now());
        return read === undefined
          ? kept
          : { ...kept, parts: toParts(read, await look(read), mark) };
      }),
    );
  };
}

/** An answer's entry may hold what was asked as well; else the entry of the request does. */
async function findRequest(
  trail: ReaderOptions['trail'],
  entries: readonly StoredEntry[],
  contents: readonly ReadContent[],
): Promise<string | undefined> {
  if (contents.every(({ leg }) => requests.includes(leg))) return undefined;
  const there = contents.find(({ leg, text }) => requests.includes(leg) && text !== undefined);
  if (there !== undefined) return there.text;
  for (const { id, type } of entries) {
    if (type !== 'request') continue;
    const kept = await trail.readContent(id);
    const received = kept.find(({ leg }) => requests.includes(leg));
    if (received?.text !== undefined) return received.text;
  }
  return undefined;
}

function toFired(entries: readonly Told[]): Fired {
  const rulings = entries.flatMap(({ ruling }) => (ruling === undefined ? [] : [ruling]));
  return {
    rules: rulings.flatMap(({ rules = [] }) => rules),
    categories: rulings.flatMap(({ findings = [] }) => findings.map(({ category }) => category)),
  };
}

function toParts({ parts }: Interaction, ruling: Ruling, mark: Marker): readonly ReadPart[] {
  const marks = mark(parts, ruling);
  return parts.map(({ kind, at, text }, index) => ({
    ...{ kind, pointer: pointerOf(at), text },
    marks: marks[index] ?? [],
  }));
}
