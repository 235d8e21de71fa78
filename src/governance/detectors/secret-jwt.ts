/** Finds JSON Web Tokens: three parts, the first of which is a header that names its algorithm, or five where they are encrypted. */
import { scanOf } from '../text/text-view.ts';
import { endOfEnclosed } from './credentials/enclosed.ts';
import { isPlaceholder } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

const shape = /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,16000}\.[\w-]{20,2000}(?![\w-])/y;
/** Header, key, vector, text and tag; a key that both have is not sent. */
const encrypted =
  /eyJ[\w-]{10,2000}\.[\w-]{0,1400}\.[\w-]{16,32}\.[\w-]{1,16000}\.[\w-]{16,86}(?![\w-])/y;
/** `"enc"`, in base64, wherever it stands in a row of bytes. */
const method = /ImVuYyI|JlbmMi|iZW5jI/;
/** A letter or a digit before it that is not the end of a line in a string, or one full stop: a row of them ends a sentence. */
const goesOn = /(?:^|[^\\])[A-Za-z0-9]$|(?:^|[^.])\.$|[A-Za-z0-9]_$/;
const lengthMin = 50;
/** `{"alg"`, `{"typ"`, `{"kid"`, `{"enc"` and the like, in base64. */
const header =
  /^eyJ(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|4NXQi|qa3Ui|iNjQi|hcHUi)|ImFsZyI|JhbGci|iYWxnI/;

export const secretJwt: Detector = {
  name: 'secret-jwt',
  categories: ['secret/jwt'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (let run = 0; run < scan.runs.length; run += 2) {
      const from = scan.runs.at(run);
      if (scan.runs.at(run + 1) - from < lengthMin) continue;
      const start = scan.text.slice(from, scan.runs.at(run + 1)).indexOf('eyJ') + from;
      const match = start < from ? null : readAt(scan.text, start);
      if (match === null || goesOn.test(scan.text.slice(Math.max(0, start - 2), start))) continue;
      if (!header.test(match[0].slice(0, match[0].indexOf('.'))) || isPlaceholder(match[0]))
        continue;
      const end = endOfEnclosed(scan.text, start, start + match[0].length);
      found.push({ category: 'secret/jwt', severity: 'high', confidence: 0.9, start, end });
    }
    return found;
  },
};

function readAt(text: string, start: number): RegExpExecArray | null {
  shape.lastIndex = start;
  const signed = shape.exec(text);
  if (signed !== null) return signed;
  encrypted.lastIndex = start;
  const match = encrypted.exec(text);
  return match !== null && method.test(match[0].slice(0, match[0].indexOf('.'))) ? match : null;
}
