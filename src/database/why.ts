/** Why a store cannot be used, in words that name neither a server, nor a user, nor anything that was sent to it. */
import { explainConnection } from '../unreached.ts';
import { LostFileError } from './same-file.ts';

/** What is told when it can be used no more, with the reason, and when it can again. */
export type OnDegraded = (degraded: boolean, why?: string) => void;

const cluster = 'it is one server of a cluster: name one that stands alone in `REDIS_URL`';

/** As PostgreSQL and Redis name what is wrong: the words of their drivers may name the server, the user and more. */
const faults: Readonly<Record<string, string>> = {
  '25006': 'it only reads',
  '25P03': 'it ended a transaction that it took to be idle',
  '28000': 'this user may not sign in',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '42501': 'this user may not do that',
  '53100': 'its disk is full',
  '53200': 'its memory is full',
  '53300': 'it has no connection to spare',
  '55000': 'it takes no connections now, or is in no state for this',
  '55P03': 'somebody else holds a lock on its tables',
  '57014': 'it does not answer in time',
  '57P01': 'it is just starting or ending',
  '57P02': 'it is just starting or ending',
  '57P03': 'it is just starting or ending',
  NOAUTH: 'it asks for a password',
  WRONGPASS: 'the user or the password is wrong',
  NOPERM: 'this user may not do that',
  OOM: 'its memory is full',
  READONLY: 'it only reads',
  LOADING: 'it is just starting or ending',
  BUSY: 'it is busy with a script of somebody else',
  MASTERDOWN: 'it has lost the server that it follows',
  NOREPLICAS: 'it does not write while too few others follow it',
  MISCONF: 'it cannot write to its disk',
  CROSSSLOT: cluster,
  MOVED: cluster,
  ASK: cluster,
  TRYAGAIN: cluster,
  CLUSTERDOWN: cluster,
};

/** As the drivers say it, which have no code for it. */
const lostConnection =
  /writeable|connection (?:is )?closed?|terminated|connection error|was closed|max retries/i;

/** PostgreSQL's class of what a statement names that is not there, is there already, or is of another kind. */
const foreignTables = /^42[0-9A-Z]{3}$/;

export function explainCode(code: string): string | undefined {
  if (Object.hasOwn(faults, code)) return faults[code];
  return foreignTables.test(code)
    ? 'its tables are not those of the gateway'
    : explainConnection(code);
}

/** `nobody listens there (ECONNREFUSED)`; undefined where there are no words for it. */
export function explainFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && explainCode(code) !== undefined ? tellCode(code) : undefined;
}

function tellCode(code: string): string {
  const explained = explainCode(code);
  return explained === undefined ? code : `${explained} (${code})`;
}

export function whyDown(error: unknown): string {
  if (!(error instanceof Error)) return 'it fails';
  if (error instanceof LostFileError) return error.message;
  // SQLite has one code for all that can be wrong, and sentences of its own that name nothing.
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('code' in error && typeof error.code === 'string') return tellCode(error.code);
  if (error.message.startsWith('ERR DB index')) return 'it has no database of this number';
  // As Redis begins what it answers: NOAUTH, OOM, READONLY …
  const [word = ''] = error.message.split(' ', 1);
  if (error.name === 'ReplyError' && /^[A-Z]{2,24}$/.test(word)) return tellCode(word);
  if (/time(?:d )?out/i.test(error.message)) return 'it does not answer in time';
  if (lostConnection.test(error.message)) return 'there is no connection to it';
  return error.cause === undefined ? 'it fails' : whyDown(error.cause);
}
