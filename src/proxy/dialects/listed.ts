/** A list of models as its caller may see it: those that the key allows, and the gateway's own among them. */
import { readObject, type Json } from '../json.ts';
import { readWord } from './members.ts';

type Listing = {
  /** The member that holds the list. */
  readonly list: string;
  /** The member of each model that names it. */
  readonly name: string;
  /** What stands before the name in it: `models/`. */
  readonly before?: string;
  readonly builtIn: Readonly<Record<string, unknown>>;
};

/** The very text where there is nothing to change. */
export function amendModels(listing: Listing) {
  const { list, name, before = '', builtIn } = listing;
  const nameOf = (model: unknown): string => readWord(readObject(model)?.[name]);
  return ({ source, value }: Json, allows: (model: string) => boolean): string => {
    const body = readObject(value);
    const all: unknown = body?.[list];
    if (!Array.isArray(all)) return source;
    const known = all.some((model) => nameOf(model) === builtIn[name]);
    const models: unknown[] = known ? all : [...(all as unknown[]), builtIn];
    const allowed = models.filter((model) => allows(nameOf(model).replace(before, '')));
    if (known && allowed.length === models.length) return source;
    return JSON.stringify({ ...body, [list]: allowed });
  };
}
