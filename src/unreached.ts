/** Why somebody could not be reached, in words that name neither host nor address nor anything that was sent there. */

const broken = 'it broke off';
const late = 'it does not answer in time';
const noWay = 'there is no way to it from here';
const noHttp = 'it speaks no HTTP there';
const noTls = 'it speaks no TLS there, or none that is taken here';
const untrusted =
  'its certificate is signed by nobody who is trusted here; `NODE_EXTRA_CA_CERTS` adds an authority';

/** By the code alone: what the system or a library says beside it may name the server, the user and more. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  UND_ERR_SOCKET: broken,
  EAI_AGAIN: 'its name cannot be looked up now',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: late,
  EHOSTDOWN: noWay,
  EHOSTUNREACH: noWay,
  ENETDOWN: noWay,
  ENETUNREACH: noWay,
  EPROTO: noTls,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock here is wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
};

/** Families of codes, where each says more than whoever has to mend it can use. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^ERR_SSL_.*CERTIFICATE_REQUIRED$/, 'it asks for a certificate of its clients'],
  [/^ERR_SSL_/, noTls],
  [/^HPE_/, noHttp],
];

/** `nobody listens there`; undefined for what is no failure of a connection. */
export function explainConnection(code: string): string | undefined {
  if (Object.hasOwn(faults, code)) return faults[code];
  return families.find(([pattern]) => pattern.test(code))?.[1];
}

/** `nobody listens there (ECONNREFUSED)`: in words, and as it can be searched for. Undefined where the error has no code. */
export function whyUnreached(error: unknown): string | undefined {
  // `fetch` says only that it failed; what is behind it says why.
  for (let each = error, deep = 0; each instanceof Error && deep < causesMax; deep += 1) {
    if (each.name === 'TimeoutError') return late;
    if ('code' in each && typeof each.code === 'string' && /^[A-Z0-9_]{1,64}$/.test(each.code)) {
      const explained = explainConnection(each.code);
      return explained === undefined ? each.code : `${explained} (${each.code})`;
    }
    if (each.name === 'HTTPParserError') return noHttp;
    if (each.message === 'unexpected redirect') return 'it leads elsewhere, where nobody follows';
    if (each.message === 'bad port')
      return 'its port belongs to another protocol, and is not asked over HTTP';
    each = each.cause;
  }
  return undefined;
}

/** An error may be its own cause. */
const causesMax = 4;
