/** Finds private keys in armour: PEM, OpenSSH, PGP and PuTTY blocks, and the private half of a JSON Web Key. */
import type { Detector, Sighting } from './detector.ts';

const begin = /-{5}BEGIN ((?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?)-{5}/g;
/** A block without its last line is a key all the same; what follows is looked at this far. */
const bodyMax = 16_384;
/** Fewer characters are a mention, not a key. */
const bodyMin = 24;
const jwk = /"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,1000})"/g;
/** To the end of its private half, over lines or over line ends that are escaped. */
const putty =
  /PuTTY-User-Key-File-[23]:[^]{0,4000}?Private-Lines: ?\d{0,4}(?:(?:\s|\\[nr]){1,4}(?!Private-)[A-Za-z0-9+/=]{1,128}){0,80}(?:(?:\s|\\[nr]){1,4}Private-(?:MAC|Hash): ?[0-9a-f]{1,128})?/g;

export const secretKeyBlock: Detector = {
  name: 'secret-key-block',
  categories: ['secret/private_key', 'secret/jwk_private_key'],
  find: (view) => {
    const text = view.text;
    const found: Sighting[] = [];
    if (text.includes('-----BEGIN')) findBlocks(text, found);
    if (text.includes('PuTTY-User-Key-File')) {
      for (const match of text.matchAll(putty)) {
        found.push(
          toSighting('secret/private_key', 0.9, match.index, match.index + match[0].length),
        );
      }
    }
    if (text.includes('"kty"') && text.includes('"d"')) {
      for (const match of text.matchAll(jwk)) {
        found.push(
          toSighting('secret/jwk_private_key', 0.9, match.index, match.index + match[0].length),
        );
      }
    }
    return found;
  },
};

function findBlocks(text: string, found: Sighting[]): void {
  const lines = [...text.matchAll(begin)];
  let end = -1;
  lines.forEach((line, at) => {
    const from = line.index + line[0].length;
    const limit = Math.min(lines[at + 1]?.index ?? text.length, from + bodyMax);
    if (end !== -1 && end < from) end = -1;
    if (end === -1) end = text.indexOf('-----END ', from);
    if (end === -1) end = text.length;
    const sighting = readBlock(text, line, from, limit, end);
    if (sighting !== undefined) found.push(sighting);
  });
}

function readBlock(
  text: string,
  line: RegExpExecArray,
  from: number,
  limit: number,
  end: number,
): Sighting | undefined {
  const last = `-----END ${line[1] ?? ''}-----`;
  const closed = end < limit && text.startsWith(last, end);
  const window = text.slice(from, closed ? end : limit);
  const body = closed ? window : (/^(?:\s|\\[nr]|[A-Za-z0-9+/=:,.-])*/.exec(window)?.[0] ?? '');
  const letters = body.replaceAll(/\\[nr]|[^A-Za-z0-9+/]/g, '');
  if (letters.length < bodyMin || new Set(letters.slice(0, 200)).size < 10) return undefined;
  if (/^(?:\s|\\n)*(?:\.{3}|…|<|\[|your)/i.test(body)) return undefined;
  const to = closed ? end + last.length : from + body.length;
  return toSighting('secret/private_key', closed ? 0.98 : 0.85, line.index, to);
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'critical', confidence, start, end };
}
