/** Finds JSON Web Tokens: three parts, the first of which is a header that names its algorithm. */
import { scanOf } from '../text/text-view.ts';
import { isPlaceholder } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

const shape = /eyJ[\w-]{10,2000}\.eyJ[\w-]{10,16000}\.[\w-]{20,2000}(?![\w-])/y;
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
      shape.lastIndex = start;
      const match = start < from ? null : shape.exec(scan.text);
      if (match === null || /[\w.]/.test(scan.text.charAt(start - 1))) continue;
      if (!header.test(match[0].slice(0, match[0].indexOf('.'))) || isPlaceholder(match[0]))
        continue;
      const end = start + match[0].length;
      found.push({ category: 'secret/jwt', severity: 'high', confidence: 0.9, start, end });
    }
    return found;
  },
};
