/** The table of conformance: every surface, side and kind of text, and what became of it in each class of treatment. */
import {
  classes,
  sides,
  tryClass,
  type Class,
  type House,
  type Side,
  type Verdict,
} from './exchanges.ts';
import { runAll } from './run-all.ts';
import { placeInAnswer, placeInRequest, type Place } from './specimens.ts';
import { surfaces, type Surface } from './surfaces.ts';

/** `—`: the class has no meaning there, as redacting a picture has none. */
export type Cell = Verdict | '—';

export type Row = {
  readonly dialect: string;
  readonly surface: string;
  readonly side: Side;
  readonly kind: string;
  /** How many string paths of the format are of this kind. */
  readonly paths: number;
  readonly cells: Readonly<Record<Class, Cell>>;
  /** Exchanges that did not end as they should, by their path. */
  readonly missing: readonly string[];
};

type Group = {
  readonly surface: Surface;
  readonly side: Side;
  readonly kind: string;
  readonly places: readonly Place[];
};

/** `every`: an exchange for each path; else for one of each kind, which is enough to see that a kind is treated. */
export async function fillMatrix(house: House, every: boolean, onDone: () => void): Promise<Row[]> {
  const tries = groups.flatMap((group) => listTries(group, every));
  const verdicts = new Map<Group, { wanted: Class; path: string; verdict: Verdict }[]>();
  await runAll(tries, async ({ group, wanted, place }) => {
    const verdict = await tryClass(house, group.surface, group.side, place, wanted);
    const found = verdicts.get(group) ?? [];
    found.push({ wanted, path: `${wanted}: ${place.path.name}`, verdict });
    verdicts.set(group, found);
    onDone();
  });
  return groups.map((group) => toRow(group, verdicts.get(group) ?? []));
}

/** The kinds in the order of the format's own list. */
function listGroups(surface: Surface): Group[] {
  return sides.flatMap((side) => {
    const read = side === 'request' ? placeInRequest : placeInAnswer;
    const paths = side === 'request' ? surface.requests : surface.answers;
    const places = paths.map((path) => read(surface, path));
    const kinds = [...new Set(places.map(({ kind }) => kind))];
    return kinds.map((kind) => ({
      surface,
      side,
      kind,
      places: places.filter((place) => place.kind === kind),
    }));
  });
}

const groups = surfaces.flatMap(listGroups);

export function countTries(every: boolean): number {
  return groups.reduce((sum, group) => sum + listTries(group, every).length, 0);
}

type Try = { readonly group: Group; readonly wanted: Class; readonly place: Place };

function listTries(group: Group, every: boolean): Try[] {
  const wanted = classes.filter((each) => isAsked(group, each));
  const sample = group.places.find(({ fixed }) => !fixed) ?? group.places[0];
  const places = every ? group.places : sample === undefined ? [] : [sample];
  return wanted.flatMap((each) => places.map((place) => ({ group, wanted: each, place })));
}

function isAsked({ kind }: Group, wanted: Class): boolean {
  const unread = kind.startsWith('unjudged');
  return wanted === 'unchanged' || unread === (wanted === 'listed');
}

function toRow(
  group: Group,
  tried: readonly { readonly wanted: Class; readonly path: string; readonly verdict: Verdict }[],
): Row {
  const { surface, side, kind, places } = group;
  const cellOf = (wanted: Class): Cell => {
    if (!isAsked(group, wanted)) return '—';
    const found = tried.filter((each) => each.wanted === wanted).map(({ verdict }) => verdict);
    if (kind === 'unseen' || found.length === 0 || found.includes('missing')) return 'missing';
    return found.includes('passed') ? 'passed' : 'by design';
  };
  return {
    dialect: surface.dialect.name,
    surface: surface.kind,
    side,
    kind,
    paths: places.length,
    cells: Object.fromEntries(classes.map((each) => [each, cellOf(each)])) as Record<Class, Cell>,
    missing: tried.filter(({ verdict }) => verdict === 'missing').map(({ path }) => path),
  };
}
