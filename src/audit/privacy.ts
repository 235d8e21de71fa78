/** What an entry may say of a person: pseudonym, truncated address, digest; never the thing itself. */
import { createHmac, hash, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

const pseudonymsMax = 10_000;

export type Privacy = {
  /** A keyed hash: the same subject gives the same pseudonym, and without the key it cannot be guessed. */
  readonly toPseudonym: (subject: string) => string;
  readonly toAddress: (address: string) => string;
  readonly toDigest: (agent: string) => string;
};

export function createPrivacy(masterKey: Uint8Array): Privacy {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'governance-gateway subject v1', 32));
  return {
    toPseudonym: remember((subject) =>
      createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22),
    ),
    toAddress: remember(truncateAddress),
    toDigest: remember((agent) => hash('sha256', agent, 'hex').slice(0, 16)),
  };
}

/** Callers come back, so the last ones are remembered; all are forgotten at once when there are too many. */
function remember(derive: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text === '') return '';
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= pseudonymsMax) known.clear();
    const derived = derive(text);
    known.set(text, derived);
    return derived;
  };
}

/** `203.0.113.0/24` and `2001:db8:1::/48`; an address that is neither is not repeated. */
export function truncateAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return 'unknown';
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest];
  const kept = all.slice(0, 3).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(':')}::/48`;
}
