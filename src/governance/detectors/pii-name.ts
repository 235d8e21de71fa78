/** Finds names of persons where the sentence says that one follows; confidence is modest, and policies ask for it by name. */
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const word = "\\p{Lu}[\\p{L}'’-]+";
const full = `(${word}(?: (?:(?:van|von|de|der|den|da|di|del|la|al|bin|ibn|ben) ){0,2}(?:${word}|\\p{Lu}\\.)){0,3})`;
const introductions = new RegExp(
  `(?:[Mm]y name is|[Nn]ame is|[Nn]ame:|[Ii] am called|[Cc]all me|[Tt]his is|[Dd]ear|[Rr]egards,|[Ss]incerely,|[Ss]igned,|[Mm]ein Name ist|[Ii]ch heiße|[Jj]e m'appelle|[Jj]e suis|au nom de|[Mm]e llamo|[Mm]i nombre es|a nombre de|[Ss]oy|[Mm]i chiamo|[Ii]k ben|[Mm]ijn naam is|[Nn]azywam się|[Mm]eu nome é|[Mm]e chamo|[Aa]dım|[Jj]ag heter|[Jj]eg hedder|[Jj]eg heter|[Мм]еня зовут|联系|我叫|我是)\\s*${full}`,
  'gu',
);
const titles = new RegExp(
  `\\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Herr|Frau|Monsieur|Madame|Señor|Señora|Sr|Sra|Signor|Signora|Doña|Don|Dhr|Mevr|Pan|Pani)\\.? ${full}`,
  'gu',
);
const fields =
  /"?(?:full_?name|first_?name|last_?name|surname|customer_?name|name|FN)"?\s?[:=>]\s?"?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]+){0,3})/gu;
const hints = new WordSet(
  `name names call called dear regards sincerely signed mr mrs ms miss dr prof professor sir herr frau monsieur madame
  senor senora sr sra signor signora heisse appelle suis nom llamo nombre soy chiamo naam ben nazywam nome chamo adim
  heter hedder зовут fn full_name fullname firstname lastname surname first_name`,
);
/** What follows `Dear` or `This is` and is nobody. */
const nobody = new Set(
  'Sir Madam Sirs Customer Team All Hiring Manager Support Friend Friends The A An It That This There Important Great True Not Just Very What Where'.split(
    ' ',
  ),
);

export const piiName: Detector = {
  name: 'pii-name',
  categories: ['pii/name'],
  find: (view) => {
    const scan = scanOf(view);
    let hinted = scan.wide;
    for (let at = 0; at < scan.words.length && !hinted; at += 4)
      hinted = hints.has(scan.words.at(at));
    if (!hinted) return [];
    const found: Sighting[] = [];
    for (const shape of [introductions, titles, fields]) {
      for (const match of scan.text.matchAll(shape)) {
        const name = match[1] ?? '';
        if (nobody.has(/^[^ ]+/.exec(name)?.[0] ?? '')) continue;
        const end = match.index + match[0].length;
        const start = end - name.length;
        if (found.some((other) => start < other.end && end > other.start)) continue;
        const confidence = name.includes(' ') ? 0.6 : 0.45;
        found.push({ category: 'pii/name', severity: 'low', confidence, start, end });
      }
    }
    return found;
  },
};
