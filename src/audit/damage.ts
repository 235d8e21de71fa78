/** What is said to whoever reads a trail whose journal was damaged: a list that lacks entries must not look whole. */
import { GatewayError } from '../errors.ts';

/** Entries that belong into an answer and do not stand in the journal as they were recorded. */
export type Unreadable = { readonly entries: number; /** Its number. */ readonly first: number };

/** Where they stand in a row. */
export type DamagedPlace = Unreadable & {
  /** Within the directory of the log. */
  readonly file: string;
  /** Of the first; absent where the file is away. */
  readonly line: number | undefined;
};

const where = 'the trail is damaged, and `governance audit verify` tells where';

export function tellUnreadable({ entries, first }: Unreadable, origin: string): string {
  const what = entries === 1 ? '1 entry cannot' : `${entries} entries cannot`;
  return `${what} be read in the log ${origin}, the first of them number ${first}: ${where}`;
}

/** What is asked for may stand where nothing can be read: that it is not there would be more than anybody knows. */
export function toHidden(
  what: string,
  { entries, first, file, line }: DamagedPlace,
  origin: string,
): GatewayError {
  const number = entries === 1 ? `entry ${first}` : `entries ${first} to ${first + entries - 1}`;
  const place = line === undefined ? `${file} is away` : `${file}, line ${line}`;
  return new GatewayError(
    'not_ready',
    `${what} cannot be read, and may be in a damaged place of the log ${origin}, which is that of ${number} (${place}): ` +
      '`governance audit verify` tells what is wrong there',
  );
}

/** None of what is asked for can be read. */
export function toUnreadable(what: string, unreadable: Unreadable, origin: string): GatewayError {
  return new GatewayError('not_ready', `${what}: ${tellUnreadable(unreadable, origin)}`);
}

/** The search index follows the journal, and this is not where it can. */
export function toDamaged(found: string): GatewayError {
  return new GatewayError('not_ready', `the journal cannot be followed, ${found}: ${where}`);
}

/** By the command line whoever needs the rest all the same gets it, and is told what is left out. */
export function refuseExport(why: string): GatewayError {
  const detail = `${why}; \`governance audit export\` takes out what can be read`;
  return new GatewayError('not_ready', detail);
}
