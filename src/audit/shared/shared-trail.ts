/** The trails of all replicas read as one: found in the shared index, acted on where they stand. */
import { GatewayError } from '../../errors.ts';
import { readKeptContent } from '../content/kept-content.ts';
import { exportEntries } from '../export/export-entries.ts';
import type { ReadContent } from '../search/contents.ts';
import { isLater, noReview, type ReviewState } from '../search/reviews.ts';
import { askByPseudonym } from '../search/by-pseudonym.ts';
import type { Filter } from '../search/filter.ts';
import { tellFilter } from '../search/query-words.ts';
import type { ListRequest } from '../search/query.ts';
import type { Answered } from '../search/question.ts';
import type { Facets, Histogram } from '../search/counts.ts';
import type { Page } from '../search/reader.ts';
import type { StoredEntry } from '../stored-entry.ts';
import type { Trail } from '../trail.ts';
import type { TrailReading } from '../trail-reading.ts';
import type { SharedIndex } from './shared-index.ts';

export type SharedOptions = {
  readonly index: SharedIndex;
  /** All logs of this replica. */
  readonly own: TrailReading;
  /** The one of them that acts are recorded in which concern another replica's entries. */
  readonly first: Pick<Trail, 'record' | 'reviewOther'>;
  readonly toPseudonym: (name: string) => string;
};

const ownTextOnly = 'free text is searched in the logs of this replica alone';

export function shareTrail(options: SharedOptions): TrailReading {
  const { own, first, toPseudonym } = options;
  const searches = shareSearches(options);
  return {
    ...own,
    ...searches,
    ...shareEntries(options),
    exportEntries: (request, actor) =>
      exportEntries(request, {
        actor,
        query: () => tellFilter(request.filter, toPseudonym, searches.listEntries),
        record: first.record,
        list: searches.listEntries,
      }),
  };
}

type Searches = Pick<TrailReading, 'listEntries' | 'countFacets' | 'drawHistogram'>;

function shareSearches(options: SharedOptions): Searches {
  const { index, own } = options;
  return {
    listEntries: (request) => {
      const askOwn = (): Promise<Answered<Page>> => listOwn(options, request);
      return answerBy(options, request, askOwn, (asked) => index.list(asked));
    },
    countFacets: (request) => {
      const askOwn = (): Promise<Answered<Facets>> => own.countFacets(request);
      return sayUncounted(
        index,
        request,
        answerBy(options, request, askOwn, (asked) => index.count(asked)),
      );
    },
    drawHistogram: (request) => {
      const askOwn = (): Promise<Answered<Histogram>> => own.drawHistogram(request);
      return sayUncounted(
        index,
        request,
        answerBy(options, request, askOwn, (asked) => index.draw(asked)),
      );
    },
  };
}

/** Found by this replica alone, with what was said of it at all of them where the database can be asked. */
async function listOwn(
  { index, own }: SharedOptions,
  request: ListRequest,
): Promise<Answered<Page>> {
  const listed = await own.listEntries(request);
  const { answer } = listed;
  try {
    const shared = await index.readReviews(answer.entries.map(({ id }) => id));
    const reviews = { ...answer.reviews };
    for (const [id, said] of Object.entries(shared)) reviews[id] = laterOf(reviews[id], said);
    return { ...listed, answer: { ...answer, reviews } };
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'not_ready') return listed;
    throw error;
  }
}

type Entries = Pick<
  TrailReading,
  'findEntry' | 'proveEntry' | 'readExchange' | 'readContent' | 'reveal' | 'readReview' | 'review'
>;

function shareEntries({ index, own, first }: SharedOptions): Entries {
  const find = (id: string): Promise<Found> => findEverywhere(own, index, id);
  const expectOwn = async (id: string): Promise<void> => {
    const found = await find(id);
    if (!found.own) throw found.trouble ?? elsewhere(found.entry);
  };
  return {
    findEntry: async (id) => (await find(id)).entry,
    async proveEntry(id) {
      await expectOwn(id);
      return own.proveEntry(id);
    },
    async readExchange(exchange) {
      return findElsewhere(
        () => own.readExchange(exchange),
        async () => {
          const entries = await index.exchange(exchange);
          return entries.length > 0 ? { entries } : undefined;
        },
      );
    },
    async readContent(id) {
      const found = await find(id);
      return found.own ? own.readContent(id) : keptElsewhere(found);
    },
    async reveal(id, reason, actor) {
      await expectOwn(id);
      return own.reveal(id, reason, actor);
    },
    async readReview(id) {
      const found = await find(id);
      const [known, shared] = await Promise.all([
        found.own ? own.readReview(id) : noReview,
        index.readReviews([id]),
      ]);
      return laterOf(known, shared[id]);
    },
    // What is said of another replica's entry stands in the first log here: nobody writes in another's log.
    async review(id, review, actor) {
      const found = await find(id);
      return index.review({
        ...{ id, settle: own.settle },
        own: async () => (found.own ? own.readReview(id) : undefined),
        write: (said) =>
          found.own
            ? own.review(id, review, actor, said)
            : first.reviewOther(found.entry, review, actor, said),
      });
    },
  };
}

function laterOf(known = noReview, shared = noReview): ReviewState {
  return isLater(shared, known) ? shared : known;
}

type FoundElsewhere = {
  readonly own: false;
  readonly entry: StoredEntry;
  /** Why it could not be read among those of this replica, where that is not known to lack it. */
  readonly trouble: GatewayError | undefined;
};
type Found = { readonly own: true; readonly entry: StoredEntry } | FoundElsewhere;

/** What this replica wrote is read from its journal, whatever the database does. */
async function findEverywhere(own: TrailReading, index: SharedIndex, id: string): Promise<Found> {
  return findElsewhere<Found>(
    async () => ({ own: true, entry: await own.findEntry(id) }),
    async (trouble) => {
      const entry = await index.find(id);
      return entry && { own: false, entry, trouble };
    },
  );
}

/** The database may have what is damaged here; where it has not, what is wrong here is what there is to tell. */
async function findElsewhere<Wanted>(
  here: () => Promise<Wanted>,
  elsewhere: (trouble: GatewayError | undefined) => Promise<Wanted | undefined>,
): Promise<Wanted> {
  try {
    return await here();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code !== 'not_found' && error.code !== 'not_ready') throw error;
    const isMissing = error.code === 'not_found';
    const asked = elsewhere(isMissing ? undefined : error);
    const found = await (isMissing ? asked : asked.catch(() => undefined));
    if (found === undefined) throw error;
    return found;
  }
}

async function answerBy<Request extends { readonly filter: Filter }, Answer>(
  { index, own, toPseudonym }: SharedOptions,
  request: Request,
  askOwn: () => Promise<Answered<Answer>>,
  askAll: (request: Request) => Promise<Answer>,
): Promise<Answered<Answer>> {
  if (request.filter.terms.some(({ kind }) => kind === 'text'))
    return joinPartial(await askOwn(), ownTextOnly);
  const behind = await own.settle();
  const [answer, unheard] = await Promise.all([
    askAll(askByPseudonym(request, toPseudonym)),
    index.unheard(),
  ]);
  const partial = `not heard of: ${unheard.join(', ')}`;
  return { answer, behind, ...(unheard.length === 0 ? {} : { partial }) };
}

function joinPartial<Answer>(answered: Answered<Answer>, first: string): Answered<Answer> {
  return { ...answered, partial: [first, answered.partial].filter(Boolean).join('; ') };
}

/** Lists read the entries themselves where words alone do not decide; a count of all of them would take too long. */
async function sayUncounted<Answer>(
  index: SharedIndex,
  { filter }: { readonly filter: Filter },
  asked: Promise<Answered<Answer>>,
): Promise<Answered<Answer>> {
  const answered = await asked;
  if (answered.partial?.startsWith(ownTextOnly) === true) return answered;
  const fields = await index.findUncountable(filter);
  if (fields.length === 0) return answered;
  const more = `counted too high: too many values of ${fields.join(', ')} to tell all apart`;
  return { ...answered, partial: [answered.partial, more].filter(Boolean).join('; ') };
}

function elsewhere({ id, origin }: StoredEntry): GatewayError {
  return new GatewayError(
    'elsewhere',
    `entry \`${id}\` stands in the log \`${origin}\` of another replica: ask that one`,
  );
}

/** Texts and their keys never leave the replica that keeps them. */
function keptElsewhere({ entry, trouble }: FoundElsewhere): readonly ReadContent[] {
  if (trouble !== undefined) throw trouble;
  return (readKeptContent(entry)?.legs ?? []).map(({ leg, bytes }) => ({
    ...{ leg, bytes, missing: 'kept by another replica', log: entry.origin },
  }));
}
