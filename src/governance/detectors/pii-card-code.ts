/** Finds the security codes of payment cards: three or four digits right behind the word for them. */
import { Watch } from '../text/watch.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const words = new Watch(
  new WordSet(
    'cvv cvc cvv2 cvc2 cvn creditcardcvv cardcvv cardcvc prüfnummer kartenprüfnummer cryptogramme',
  ),
);
/** A number of three digits follows few words, and these with a sign or a word between. */
const shape =
  /(?:[ _]?(?:number|code|no\.?|nr\.?|num))?["'\]]{0,2}\)?(?:\s{0,2}[:=#>|,-]{1,2}\s{0,2}|\s(?:is|was|of|ist|lautet|est|es|è|é)\s{1,2}:?\s{0,2}|\s{1,2}|\t)["'(]{0,2}(\d{3,4})(?!\w|[.,:/-]\d| ?[%€$£])/iy;

/** Words that say as much of other things: only beside a card. */
const common = new Watch(
  new WordSet(
    'security verification csc cid seguridad seguranca securite sicurezza sicherheitscode prufziffer',
  ),
);
const behindCommon =
  /(?:\s(?:number|code|value|no\.?))?(?:\s(?:on the back|\(\d digits\)|de la tarjeta|do cartão|de la carte|della carta))?(?:\s{0,2}[:=#-]|\s(?:is|was|ist|es|est|è|é))?\s{1,2}["'(]?(\d{3,4})(?!\w|[.,:/-]\d| ?[%€$£])/iy;
const cardNear =
  /\b(?:cards?|visa|mastercard|amex|tarjeta|cart[aeã]o?|kreditkarte|karte|on the back|\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,4})(?![\p{L}\d])/iu;
/** As one line: number, month and year, code. */
const row = /(?<![\d|])\d{13,19}\|\d{1,2}[|/](?:20)?\d{2}\|(\d{3,4})(?![\d|])/g;

export const piiCardCode: Detector = {
  name: 'pii-card-code',
  categories: ['pii/card_code'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (const at of scan.seen(words)) {
      shape.lastIndex = scan.words.at(at + 2);
      const code = shape.exec(scan.text)?.[1];
      if (code === undefined || /^(?:19|20)\d\d$/.test(code)) continue;
      found.push(toSighting(shape.lastIndex, code));
    }
    for (const at of scan.seen(common)) {
      const from = scan.words.at(at + 2);
      behindCommon.lastIndex = from;
      const code = behindCommon.exec(scan.text)?.[1];
      if (code === undefined || /^(?:19|20)\d\d$/.test(code)) continue;
      if (!isOfCode(scan.text, scan.words.at(at + 1), from)) continue;
      const end = behindCommon.lastIndex;
      if (cardNear.test(scan.text.slice(Math.max(0, from - 80), end + 40)))
        found.push(toSighting(end, code));
    }
    if (scan.text.includes('|'))
      for (const match of scan.text.matchAll(row))
        found.push(toSighting(match.index + match[0].length, match[1] ?? ''));
    return found;
  },
};

/** `security code`, `código de seguridad`: security alone is of much else. */
function isOfCode(text: string, start: number, end: number): boolean {
  if (/^(?:csc|cid|sicherheitscode|prüfziffer)$/i.test(text.slice(start, end))) return true;
  if (/^\s(?:code|number|value)/i.test(text.slice(end, end + 8))) return true;
  return /c[oó]d(?:ig[oe]|e|ice) d[ei](?: la)? $/i.test(text.slice(Math.max(0, start - 14), start));
}

function toSighting(end: number, code: string): Sighting {
  const start = end - code.length;
  return { category: 'pii/card_code', severity: 'high', confidence: 0.8, start, end };
}
