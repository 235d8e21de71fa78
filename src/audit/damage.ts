/** What is said to whoever reads a trail whose journal was damaged: a list that lacks entries must not look whole. */
import { GatewayError } from '../errors.ts';

/** Entries that belong into an answer and cannot be read in the journal. */
export type Unreadable = { readonly entries: number; /** Its number. */ readonly first: number };

const where = 'the trail is damaged, and `governance audit verify` tells where';

export function tellUnreadable({ entries, first }: Unreadable, origin: string): string {
  const what = entries === 1 ? '1 entry cannot' : `${entries} entries cannot`;
  return `${what} be read in the log ${origin}, the first of them number ${first}: ${where}`;
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
