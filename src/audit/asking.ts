/** Asks the index of a trail for what is true now: all that was recorded before a question is in its answer. */
import { tellUnreadable, toHidden, toUnreadable } from './damage.ts';
import { GatewayError } from '../errors.ts';
import { askByPseudonym } from './search/by-pseudonym.ts';
import type { Filter } from './search/filter.ts';
import type { QuestionName, Questions, Answered } from './search/question.ts';
import type { SearchThread } from './search/thread.ts';
import type { TrailReading } from './trail-reading.ts';
import type { Writer } from './writer.ts';

/** Its members are functions of their own, so that they can be handed on one by one. */
export class Asking {
  readonly #search: SearchThread;
  readonly #writer: Pick<Writer, 'position' | 'toPseudonym'>;
  readonly #origin: string;

  constructor(
    search: SearchThread,
    writer: Pick<Writer, 'position' | 'toPseudonym'>,
    origin: string,
  ) {
    this.#search = search;
    this.#writer = writer;
    this.#origin = origin;
  }

  readonly listEntries: TrailReading['listEntries'] = async (request) => {
    const answered = await this.#ask('list', this.#translate(request));
    const { unreadable } = answered.answer;
    if (unreadable === undefined) return answered;
    return { ...answered, partial: tellUnreadable(unreadable, this.#origin) };
  };

  readonly countFacets: TrailReading['countFacets'] = (request) => {
    return this.#ask('facets', this.#translate(request));
  };

  readonly drawHistogram: TrailReading['drawHistogram'] = (request) => {
    return this.#ask('histogram', this.#translate(request));
  };

  readonly findEntry: TrailReading['findEntry'] = async (id) => {
    const { answer, behind } = await this.#ask('entry', id);
    if (answer.kind === 'found') return answer.entry;
    if (answer.kind === 'hidden') throw toHidden(nameOf('entry', id), answer.place, this.#origin);
    throw toMissing('entry', id, behind);
  };

  readonly readExchange: TrailReading['readExchange'] = async (exchange) => {
    const { answer, behind } = await this.#ask('exchange', exchange);
    const { entries, unreadable } = answer;
    if (unreadable === undefined) {
      if (entries.length > 0) return { entries };
      throw toMissing('exchange', exchange, behind);
    }
    if (entries.length > 0) return { entries, partial: tellUnreadable(unreadable, this.#origin) };
    throw toUnreadable(nameOf('exchange', exchange), unreadable, this.#origin);
  };

  #ask<Name extends QuestionName>(
    name: Name,
    request: Questions[Name]['request'],
  ): Promise<Answered<Questions[Name]['answer']>> {
    return this.#search.ask(name, request, this.#writer.position);
  }

  #translate<Request extends { readonly filter: Filter }>(request: Request): Request {
    return askByPseudonym(request, (name) => this.#writer.toPseudonym(name));
  }
}

/** What an index that is being built does not hold may be there all the same. */
function toMissing(what: string, id: string, behind: number): GatewayError {
  return behind > 0
    ? new GatewayError('not_ready', 'the search index is being built')
    : new GatewayError('not_found', `there is no ${nameOf(what, id)}`);
}

function nameOf(what: string, id: string): string {
  return `${what} \`${id.slice(0, 64)}\``;
}
