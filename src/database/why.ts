/** Why a store cannot be used, in words that name neither a server, nor a user, nor anything that was sent to it. */

/** What is told when it can be used no more, with the reason, and when it can again. */
export type OnDegraded = (degraded: boolean, why?: string) => void;

const untrusted =
  'its certificate is signed by nobody who is trusted here; `NODE_EXTRA_CA_CERTS` adds an authority';

/** By the code alone: the words of a driver may name the server, the user and more. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it broke off',
  EAI_AGAIN: 'its name cannot be looked up now',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'it does not answer in time',
  '25006': 'it only reads',
  '28000': 'this user may not sign in',
  '28P01': 'the password is wrong',
  '3D000': 'there is no such database',
  '42501': 'this user may not do that',
  '53300': 'it has no connection to spare',
  '55P03': 'somebody else holds a lock on its tables',
  '57014': 'it does not answer in time',
  '57P03': 'it is just starting or ending',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock here is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

export function explainCode(code: string): string | undefined {
  return faults[code];
}

/** As PostgreSQL names what is wrong; what the system calls it explains itself. */
const sqlState = /^[0-9][0-9A-Z]{4}$/;

function tellCode(code: string): string {
  const explained = sqlState.test(code) ? explainCode(code) : undefined;
  return explained === undefined ? code : `${code}: ${explained}`;
}

export function whyDown(error: unknown): string {
  if (!(error instanceof Error)) return 'it fails';
  // SQLite has one code for all that can be wrong, and sentences of its own that name nothing.
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  if ('code' in error && typeof error.code === 'string') return tellCode(error.code);
  if (error.message.startsWith('ERR DB index')) return 'it has no database of this number';
  // As Redis begins what it answers: NOAUTH, OOM, READONLY …
  const [word = ''] = error.message.split(' ', 1);
  if (error.name === 'ReplyError' && /^[A-Z]{2,24}$/.test(word)) return word;
  if (/time(?:d )?out/i.test(error.message)) return 'it does not answer in time';
  if (/writeable|closed|terminated/i.test(error.message)) return 'there is no connection to it';
  return error.cause === undefined ? 'it fails' : whyDown(error.cause);
}
