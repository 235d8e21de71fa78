/** What an entry may say of a person: pseudonym, truncated address, digest; never the thing itself. */
import { createHmac, hash, hkdfSync } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

const pseudonymsMax = 10_000;

export type Privacy = {
  /** A keyed hash: the same subject gives the same pseudonym, and without the key it cannot be guessed. */
  readonly toPseudonym: (subject: string) => string;
  /** Of an owner of keys, for the calls that name no person: no person has it, whatever their name is. */
  readonly toOwnerPseudonym: (owner: string) => string;
  readonly toAddress: (address: string) => string;
  readonly toDigest: (agent: string) => string;
};

export function createPrivacy(masterKey: Uint8Array): Privacy {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'governance-gateway subject v1', 32));
  const derive = (name: string): string =>
    createHmac('sha256', key).update(name).digest('base64url').slice(0, 22);
  return {
    toPseudonym: remember((subject) => (subject === '' ? '' : derive(toPersonName(subject)))),
    toOwnerPseudonym: remember((owner) => derive(`owner:${owner}`)),
    toAddress: remember((address) => (address === '' ? '' : truncateAddress(address))),
    toDigest: remember((agent) => (agent === '' ? '' : hash('sha256', agent, 'hex').slice(0, 16))),
  };
}

/** A caller could name an owner of keys as their user: under one key, whoever erases the one would erase the other. */
function toPersonName(subject: string): string {
  return /^(?:user:)*owner:/.test(subject) ? `user:${subject}` : subject;
}

/** Callers come back, so the last ones are remembered; all are forgotten at once when there are too many. */
function remember(derive: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
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
  const plain = toPlainAddress(address);
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  return isIPv6(plain) ? truncateLong(plain, 3) : 'unknown';
}

/** Whoever has one address of version six has all that begin with the same 64 bits. */
export function toHolder(address: string): string {
  const plain = toPlainAddress(address);
  return isIPv6(plain) ? truncateLong(plain, 4) : plain;
}

function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/s, '');
}

function truncateLong(plain: string, groupsKept: number): string {
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest];
  const kept = all.slice(0, groupsKept).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(':')}::/${groupsKept * 16}`;
}
