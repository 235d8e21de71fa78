/** Finds dates of birth: a date that stands beside the words for it. */
import { foldText } from '../text/fold.ts';
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import type { Scan } from '../text/scan.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';

const words = new WordSet(
  `born dob birthday birthdate birth bday geboren geburtsdatum geburtstag geb naissance
  ne nee nacimiento nacido nacida nato nata nascita nascimento nascido nascida geboortedatum urodzenia urodzony urodzona
  ur nar fodd fodelsedatum fodselsdato fodt syntynyt syntymaaika dogum narozeni narozen nascut рожден* родился родилась
  nasterii szuletesi szuletett szul narodenia narodeny narodena rođen rođena rođenja nac lahir sinh
  народження народився народилася народилась γέννησης γεννηθείς birthdates datenaissance fechanacimiento datanascita
  doğum dogum tarihi dateofbirth birthplace जन्मतिथि לידה मिलाद जन्म ولادة الميلاد מולד`,
);
const wideNames = /(?:生年月日|生日|出生|誕生日|生まれ|생년월일|생일|วันเกิด)[^\d]{0,8}$/;
/** `12.03.1985 г.р.` */
const bornBehind = /^[\d./-]{8,10} ?г\. ?р(?!\p{L})/u;
const looks = new NumeralKind({ sizes: [1, Infinity] });
/** Where no word for it stands: behind `D.O.B.` */
const lastLooks = new NumeralKind({ sizes: [1, Infinity], before: /[\0- :=.bB-]/ });
const reach = { before: 44, after: 12 };
const months =
  'jan(?:uary|uar|uari|vier)?|enero|gennaio|janeiro|feb(?:ruary|ruar|brero|braio)?|fevr?(?:ier|ereiro)?|mar(?:ch|s|zo|co)?|marz|maerz|maart|apr(?:il|ile)?|abril|avril|may|mai|mayo|maggio|maio|mei|june?|juni|juin|junio|giugno|junho|july?|juli|juillet|julio|luglio|julho|aug(?:ust|ustus)?|aout|agosto|sep(?:t(?:ember|embre|iembre)?)?|setembro|settembre|oct(?:ober|obre)?|okt(?:ober)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|dec(?:ember|embre)?|dez(?:ember|embro)?|dic(?:iembre|embre)?';
/** Of languages whose names have letters of their own; as they stand, and as their letters are folded. */
const others =
  `januar februar mars april mai maj juni juli august september oktober november desember december marts
  stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
  ledna února března dubna května června července srpna září října prosince januára februára apríla mája júna júla augusta
  ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
  tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
  ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie januari februari maret mei agustus
  січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
  ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου`
    .split(/\s+/)
    .flatMap((word) => [word, foldText(word)])
    .join('|');
/** Where the year comes first. */
const hungarian =
  'januar február februar március marcius április aprilis május majus június junius július julius augusztus szeptember október oktober november december január jan febr márc ápr'
    .split(' ')
    .join('|');
/** Russian as it stands, and as its letters are folded. */
const russian = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'
  .split(' ')
  .flatMap((word) => [word, foldText(word)])
  .join('|');
const date = new RegExp(
  `(?:\\d{4}([-./ ])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([-./ ])\\d{1,2}\\2(?:\\d{4}|\\d{2})|\\d{1,2}(?:st|nd|rd|th|\\.|er|-?го)?(?: of| de)?[ -]?(?:${months}|${russian}|${others})\\.?,?(?: de| del)?[ -]?\\d{4}|\\d{1,2}\\. \\d{1,2}\\. \\d{4}|(?:19|20)\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])|(?:\\d{4}|(?:明治|大正|昭和|平成|令和)(?:\\d{1,2}|元))\\s?[年년]\\s?\\d{1,2}\\s?[月월]\\s?\\d{1,2}\\s?[日일]|\\d{4}\\. (?:${hungarian}) \\d{1,2}\\.?)(?!\\d)`,
  'iy',
);
const monthFirst = new RegExp(`(?:${months})\\.? \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}(?!\\d)`, 'iy');

export const piiBirthDate: Detector = {
  name: 'pii-birth-date',
  categories: ['pii/birth_date'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    const mentioned = scan.mentions(words);
    const own = mentioned || scan.wide ? looks : lastLooks;
    if (own === lastLooks && !/o\.|г\./i.test(scan.text)) return found;
    for (let at = nextOf(scan, 0, own); at >= 0; at = nextOf(scan, at + 2, own)) {
      const token = scan.numerals.at(at);
      if (!(mentioned && hasNear(scan, words, token, token, reach)) && !isNamed(scan, token))
        continue;
      const place = readDate(scan.text, token);
      if (place === undefined || place.start < (found.at(-1)?.end ?? 0)) continue;
      found.push({ category: 'pii/birth_date', severity: 'medium', confidence: 0.88, ...place });
    }
    return found;
  },
};

/** As hardly any text names it: with full stops, or in a script without spaces. */
function isNamed(scan: Scan, token: number): boolean {
  if (mayEndName(scan.text, token)) {
    const before = scan.text.slice(Math.max(0, token - 10), token);
    if (/\bD\. ?O\. ?B\.?\s?[:=-]?\s{0,2}$/i.test(before)) return true;
  }
  if (bornBehind.test(scan.text.slice(token, token + 18))) return true;
  return scan.wide && wideNames.test(scan.text.slice(Math.max(0, token - 16), token));
}

/** A `B` and perhaps a full stop, past space and a sign; what is beyond ASCII is left to be looked at. */
function mayEndName(text: string, token: number): boolean {
  let at = token - 1;
  while (token - at < 6 && isPassed(text.charCodeAt(at))) at--;
  if (text.charCodeAt(at) === 46) at--;
  const unit = text.charCodeAt(at);
  return (unit | 32) === 98 || unit >= 128;
}

/** White space of ASCII, `:`, `=` and `-`. */
function isPassed(unit: number): boolean {
  return unit <= 32 || unit === 58 || unit === 61 || unit === 45;
}

function readDate(text: string, token: number): { start: number; end: number } | undefined {
  const from = isEra(text, token - 2) ? token - 2 : token;
  date.lastIndex = from;
  if (date.test(text)) return { start: from, end: date.lastIndex };
  if (text.charCodeAt(token - 1) !== 32) return undefined;
  const month = /[A-Za-z]{3,9}\.? $/.exec(text.slice(Math.max(0, token - 11), token));
  if (month === null) return undefined;
  const start = token - month[0].length;
  monthFirst.lastIndex = start;
  return monthFirst.test(text) ? { start, end: monthFirst.lastIndex } : undefined;
}

const eras = ['明治', '大正', '昭和', '平成', '令和'];

function isEra(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0x4e00 && eras.some((era) => text.startsWith(era, at));
}
