/** Finds names of persons where the sentence says that one follows; confidence is modest, and policies ask for it by name. */
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const word = "\\p{Lu}[\\p{L}'’-]+";
const full = `(${word}(?: (?:(?:van|von|de|der|den|da|di|del|la|al|bin|ibn|ben) ){0,2}(?:${word}|\\p{Lu}\\.)){0,3})`;
const introductions = new RegExp(
  `(?:name is|name:|called|call me|dear|regards,|sincerely,|signed,|name ist|heiße|heisse|m'appelle|appelle|suis|nom de|llamo|nombre es|nombre de|soy|chiamo|ben |naam is|nazywam się|nazywam sie|nome é|nome e|chamo|adım|adim|heter|hedder|зовут|зobyt)\\s*`,
  'iuy',
);
const titles =
  /(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Herr|Frau|Monsieur|Madame|Señor|Señora|Senor|Senora|Sr|Sra|Signor|Signora|Doña|Don|Dhr|Mevr|Pan|Pani)\.? /uy;
const fields =
  /(?:full_?name|first_?name|last_?name|surname|customer_?name|name|FN)"?\s?[:=>]\s?"?/iuy;
const wideNames = new RegExp(`(?:联系|我叫|我是)${full}`, 'gu');
const follows = new RegExp(full, 'uy');
const hints = new Watch(
  new WordSet(
    `name called call dear regards sincerely signed mr mrs ms miss dr prof professor sir herr frau monsieur madame heiße
  senor senora sr sra signor signora dona dhr mevr pan pani appelle suis nom llamo nombre soy chiamo
  naam ben nazywam nome chamo adim heter hedder зовут fn full fullname first firstname last lastname surname customer`,
  ),
);
/** What follows `Dear` or `This is` and is nobody. */
const nobody = new Set(
  'Dr Mr Mrs Ms Prof Sir Madam Sirs Customer Team All Hiring Manager Support Friend Friends The A An It That This There Important Great True Not Just Very What Where'.split(
    ' ',
  ),
);

export const piiName: Detector = {
  name: 'pii-name',
  categories: ['pii/name'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    for (const at of scan.seen(hints)) {
      for (const lead of [introductions, titles, fields]) {
        lead.lastIndex = scan.words.at(at + 1);
        if (lead.test(scan.text)) addName(scan.text, lead.lastIndex, found);
      }
    }
    if (scan.wide) {
      for (const match of scan.text.matchAll(wideNames)) {
        addName(scan.text, match.index + match[0].length - (match[1] ?? '').length, found);
      }
    }
    return found;
  },
};

function addName(text: string, start: number, found: Sighting[]): void {
  follows.lastIndex = start;
  const name = follows.exec(text)?.[0];
  if (name === undefined || nobody.has(/^[^ ]+/.exec(name)?.[0] ?? '')) return;
  const end = start + name.length;
  if (start < (found.at(-1)?.end ?? 0)) return;
  const confidence = name.includes(' ') ? 0.6 : 0.45;
  found.push({ category: 'pii/name', severity: 'low', confidence, start, end });
}
