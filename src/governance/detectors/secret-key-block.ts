/** Finds private keys in armour: PEM, OpenSSH, PGP and PuTTY blocks, and the private half of a JSON Web Key. */
import type { Detector, Sighting } from './detector.ts';

const begin = /-{5}BEGIN ((?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?)-{5}/g;
/** A block without its last line is a key all the same; what follows is looked at this far. */
const bodyMax = 16_384;
/** Fewer characters are a mention, not a key. */
const bodyMin = 24;
const jwk = /"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,1000})"/g;
const putty = /PuTTY-User-Key-File-[23]:[^]{0,600}?Private-Lines:/g;

export const secretKeyBlock: Detector = {
  name: 'secret-key-block',
  categories: ['secret/private_key', 'secret/jwk_private_key'],
  find: (view) => {
    const text = view.text;
    const found: Sighting[] = [];
    if (text.includes('-----BEGIN')) {
      for (const match of text.matchAll(begin)) {
        const sighting = readBlock(text, match.index, match[0], match[1] ?? '');
        if (sighting !== undefined) found.push(sighting);
      }
    }
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

function readBlock(text: string, start: number, line: string, kind: string): Sighting | undefined {
  const from = start + line.length;
  const window = text.slice(from, from + bodyMax);
  const end = window.indexOf(`-----END ${kind}-----`);
  const body =
    end === -1
      ? (/^(?:\s|\\[nr]|[A-Za-z0-9+/=:,.-])*/.exec(window)?.[0] ?? '')
      : window.slice(0, end);
  const letters = body.replaceAll(/\\[nr]|[^A-Za-z0-9+/]/g, '');
  if (letters.length < bodyMin || /^(?:\s|\\n)*(?:\.{3}|…|<|\[|your)/i.test(body)) return undefined;
  const to = end === -1 ? from + body.length : from + end + `-----END ${kind}-----`.length;
  const known = new Set(letters).size < 10;
  return known ? undefined : toSighting('secret/private_key', end === -1 ? 0.85 : 0.98, start, to);
}

function toSighting(category: string, confidence: number, start: number, end: number): Sighting {
  return { category, severity: 'critical', confidence, start, end };
}
