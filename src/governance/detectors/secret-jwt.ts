/** Finds JSON Web Tokens: three parts, the first of which is a header that names its algorithm. */
import { isPlaceholder } from './credentials/placeholder.ts';
import type { Detector, Sighting } from './detector.ts';

const shape = /(?<![\w.-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,16000}\.[\w-]{20,2000}(?![\w-])/g;
/** `{"alg"`, `{"typ"`, `{"kid"`, `{"enc"` and the like, in base64. */
const header =
  /^eyJ(?:hbGci|0eXAi|raWQi|lbmMi|jdHki|4NXQi|qa3Ui|iNjQi|hcHUi)|ImFsZyI|JhbGci|iYWxnI/;

export const secretJwt: Detector = {
  name: 'secret-jwt',
  categories: ['secret/jwt'],
  find: (view) => {
    if (!view.text.includes('eyJ')) return [];
    const found: Sighting[] = [];
    for (const match of view.text.matchAll(shape)) {
      if (!header.test(match[0].slice(0, match[0].indexOf('.'))) || isPlaceholder(match[0]))
        continue;
      const end = match.index + match[0].length;
      found.push({
        category: 'secret/jwt',
        severity: 'high',
        confidence: 0.9,
        start: match.index,
        end,
      });
    }
    return found;
  },
};
