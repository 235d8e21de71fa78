/** Why a store cannot be used, in words that name neither a server, nor a user, nor anything that was sent to it. */

/** What is told when it can be used no more, with the reason, and when it can again. */
export type OnDegraded = (degraded: boolean, why?: string) => void;

export function whyDown(error: unknown): string {
  if (!(error instanceof Error)) return 'it fails';
  // SQLite has one code for all that can be wrong, and sentences of its own that name nothing.
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // As Redis begins what it answers: NOAUTH, OOM, READONLY …
  const [word = ''] = error.message.split(' ', 1);
  if (error.name === 'ReplyError' && /^[A-Z]{2,24}$/.test(word)) return word;
  if (/time(?:d )?out/i.test(error.message)) return 'it does not answer in time';
  if (/writeable|closed|terminated/i.test(error.message)) return 'there is no connection to it';
  return error.cause === undefined ? 'it fails' : whyDown(error.cause);
}
