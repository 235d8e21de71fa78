/** Finds names of persons where the sentence says that one follows, and those that lists know; confidence is modest, and policies ask for it by name. */
import { scanOf } from '../text/text-view.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Sighting } from './detector.ts';
import { findCyrillic } from './names/cyrillic.ts';
import { findCalled, findHonoured } from './names/honorifics.ts';
import { kindOf } from './names/known.ts';
import { smallNameAt } from './names/small.ts';
import { findListed } from './names/listed.ts';

const word = "\\p{Lu}[\\p{L}'’-]+";
const full = `(${word}(?: (?:(?:van|von|de|der|den|da|di|del|la|al|bin|ibn|ben) ){0,2}(?:${word}|\\p{Lu}\\.)){0,3})`;
const introductions = new RegExp(
  `(?:name ist?|name:|called|call me|dear|regards,|sincerely,|signed,|heiße|heisse|m'appelle|appelle|suis|nom de|llamo|nombre es|nombre de|soy|chiamo|ben |naam is|nazywam się|nazywam sie|nome é|nome e|chamo|adım|adim|heter|hedder|зовут|зobyt)\\s*`,
  'iuy',
);
const titles =
  /(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Herr|Frau|Monsieur|Madame|Señor|Señora|Senor|Senora|Sr|Sra|Signor|Signora|Doña|Don|Dhr|Mevr|Pan|Pani|Mme|Mlle|(?<![.\w])M(?=\.)|Hr|Dra|Dott|Dottssa|Sig|Sigra|Avv|Ing)\.? /uy;
/** Titles that are words as well, or stand before what is no person. */
const loose = new Set(['Miss', 'Sir', 'Don', 'Doña', 'Pan', 'Ing', 'Sig', 'M']);
const fields =
  /(?:full_?name|first_?name|last_?name|surname|customer_?name|name|FN)"?\s?[:=>]\s?"?/iuy;
/** Whose name it is: of more than one word, since much else is said of them. */
const roles =
  /(?:customer|patient|client|employee|applicant|cardholder|card_?holder|account_?holder|beneficiary|recipient|contact|guest|tenant|kunde|patientin|cliente|paciente)"?\s?[:=]\s?/iuy;
/** These are persons, so that one word in quotes behind them is a name, too. */
const persons = /(?:patient(?:in)?|paciente|employee|applicant|card_?holder)"?\s?[:=]\s?"$/iu;
const wideNames = new RegExp(`(?:联系|我叫|我是)${full}`, 'gu');
const follows = new RegExp(full, 'uy');
const hints = new Watch(
  new WordSet(
    `name called call dear regards sincerely signed mr mrs ms miss dr prof professor sir herr frau monsieur madame heiße
  senor senora sr sra signor signora dona dhr mevr pan pani appelle suis nom llamo nombre soy chiamo
  naam ben nazywam nome chamo adim heter hedder зовут fn full fullname first firstname last lastname surname customer
    mme mlle m hr dra dott dottssa sig sigra avv ing`,
  ),
);
const roleHints = new Watch(
  new WordSet(
    `customer patient client employee applicant cardholder card accountholder account beneficiary recipient contact guest
    tenant kunde patientin cliente paciente`,
  ),
);
/** `lead`: where the words begin that tell it, where those stand before it. */
type Told = Sighting & { readonly lead: number };

/** As long is no word that is a name by itself once it is folded. */
const foldedMin = 3;
const loneMost = 0.5;
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
    const found: Told[] = [];
    for (const at of scan.seen(hints)) {
      for (const lead of [introductions, titles, fields]) {
        const start = scan.words.at(at + 1);
        lead.lastIndex = start;
        if (!lead.test(scan.text)) continue;
        if (lead === introductions) addSmall(scan.text, start, lead.lastIndex, found);
        const titled = lead === titles && !loose.has(scan.text.slice(start, scan.words.at(at + 2)));
        addName(scan.text, { lead: start, start: lead.lastIndex, titled }, found);
      }
    }
    for (const at of scan.seen(roleHints)) {
      const lead = scan.words.at(at + 1);
      roles.lastIndex = lead;
      if (roles.test(scan.text)) addRole(scan.text, lead, roles.lastIndex, found);
    }
    if (scan.wide) {
      for (const match of scan.text.matchAll(wideNames)) {
        const start = match.index + match[0].length - (match[1] ?? '').length;
        addName(scan.text, { lead: match.index, start }, found);
      }
    }
    if (scan.beyondAscii) {
      for (const [start, end] of findHonoured(scan.text)) found.push(toSighting(start, end, 0.5));
      for (const [start, end] of findCalled(scan.text)) found.push(toSighting(start, end, 0.6));
      for (const [start, end] of findCyrillic(scan.text)) found.push(toSighting(start, end, 0.6));
    }
    for (const { start, end, confidence, lead } of findListed(scan.text))
      found.push(toSighting(start, end, confidence, lead));
    return withoutOverlaps(view.folded === true ? found.filter(isLikely) : found);
  },
};

/** `Güs` and `Åbe` are names only without their marks, and where they are folded nothing tells that they had some. */
function isLikely({ start, end, confidence }: Sighting): boolean {
  return end - start > foldedMin || confidence > loneMost;
}

function toSighting(start: number, end: number, confidence: number, lead = start): Told {
  return { category: 'pii/name', severity: 'low', confidence, start, end, lead };
}

/**
 * Of two that say the same of one place the longer one stays, as sure as the surer of both. In `Dear Vidal Dear Anna` the second
 * `Dear` is taken for a part of a name: it says nothing of what follows, since out of a stream it may have been taken by then.
 */
function withoutOverlaps(found: readonly Told[]): readonly Sighting[] {
  const kept: Told[] = [];
  for (const one of found.toSorted((left, right) => left.start - right.start)) {
    const last = kept.at(-1);
    if (last !== undefined && one.lead < one.start && isWithin(one.lead, last)) continue;
    if (last === undefined || last.end <= one.start) {
      kept.push(one);
      continue;
    }
    const longer = one.end - one.start > last.end - last.start ? one : last;
    kept[kept.length - 1] = {
      ...longer,
      confidence: Math.max(one.confidence, last.confidence),
    };
  }
  return kept;
}

const isWithin = (place: number, { start, end }: Sighting): boolean =>
  start <= place && place < end;

function addSmall(text: string, lead: number, start: number, found: Told[]): void {
  const last = found.at(-1);
  const name = smallNameAt(text, start);
  if (name === undefined || (last !== undefined && isWithin(lead, last))) return;
  found.push(toSighting(start, name.end, name.confidence, lead));
}

function addRole(text: string, lead: number, start: number, found: Told[]): void {
  const from = text.charAt(start) === '"' ? start + 1 : start;
  follows.lastIndex = from;
  const name = follows.exec(text)?.[0];
  if (name === undefined) return;
  const isPerson =
    text.charAt(follows.lastIndex) === '"' &&
    persons.test(text.slice(Math.max(0, from - 20), from));
  if (name.includes(' ') || isPerson) addName(text, { lead, start: from }, found);
}

type Led = { readonly lead: number; readonly start: number; readonly titled?: boolean };

function addName(text: string, { lead, start, titled = false }: Led, found: Told[]): void {
  follows.lastIndex = start;
  const name = follows.exec(text)?.[0];
  if (name === undefined || nobody.has(/^[^ ]+/.exec(name)?.[0] ?? '')) return;
  const end = start + name.length;
  const last = found.at(-1);
  if (last !== undefined && (start < last.end || isWithin(lead, last))) return;
  const known = titled || kindOf(name) !== 0;
  const confidence = name.includes(' ') ? 0.6 : known ? 0.5 : 0.45;
  found.push(toSighting(start, end, confidence, lead));
}
