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
      const end = shape.lastIndex;
      const start = end - code.length;
      found.push({ category: 'pii/card_code', severity: 'high', confidence: 0.8, start, end });
    }
    return found;
  },
};
