/** Words beside a name that make it the name of a place, a company or a thing. */
import { everyday } from '../../text/word-list.ts';
import { foldName } from './known.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Behind it: `Gordon Street`, `Hansen Ltd`, `Wilson Disease`. */
const things =
  words(`street st avenue ave road rd lane drive boulevard blvd square place court terrace way close crescent
park gardens bridge airport station terminal university college school academy hospital clinic church cathedral chapel
museum stadium arena tower hall house library theatre theater gallery centre center mall market city county town village
district island islands isle lake river creek bay beach falls hills heights valley springs mountain mountains peak canyon
desert sea ocean gulf strait glacier forest inc ltd llc llp plc corp corporation company co gmbh ag kg sa sarl sas spa srl
bv nv ab oy asa aps pty group holding holdings partners associates bank insurance motors industries systems software
technologies technology labs laboratories studios records pictures press books magazine foundation institute society
association union trust fund award awards prize medal cup trophy open stakes act law bill doctrine theorem lemma effect
equation inequality process method algorithm test index scale distribution model syndrome disease hotel inn resort
restaurant cafe bar pub winery vineyards cruises airlines airways brothers bros sons strasse platz allee weg gasse`);

/** The same with signs in between: `Dahl & Co.`, `Lehmann S.A.` */
const companies =
  /,? (?:& (?:co|sons|partners|associates)|s\.a|b\.v|n\.v|s\.p\.a|s\.r\.l|a\/s)\b/iy;

/** Before it: `San Pedro`, `Hotel Maria`, `rue Martin`. */
const places =
  /(?:^|[^\p{L}])(?:san|santa|santo|são|saint|sainte|st\.?|ste\.?|sankt|hotel|hurricane|port|puerto|lake|lago|mount|mt\.?|monte|cape|fort|villa|casa|via|viale|corso|rue|calle|avenida|av\.?|plaza|piazza|place|praça|rua|boulevard|bd\.?|ulica|ul\.?|hospital|church|university|universidad|airport|el|los|las|la) $/iu;
const placesReach = 14;

/** Before it: `Hi Jasmine`, `Ms. Cooper`. */
const addresses =
  /(?:^|[^\p{L}])((?:hi|hello|hey|hallo|hola|ciao|salut|bonjour|hej|dear|liebe|lieber|cher|chère|querid[oa]|estimad[oa]|car[oa]|beste|thanks|mr|mrs|ms|herr|frau|mme|monsieur|madame|señora?)[.,]? )$/iu;
const addressesReach = 12;

/** What a sentence has with a capital and no name ends in: how others are addressed, and when. */
const apart = words(
  `mr mrs ms miss dr prof sir herr frau monsieur madame señor señora dear hi hello hey thanks regards sincerely january february april june july september october november december monday tuesday wednesday thursday friday
  saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag
  sonntag janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo
  junio julio agosto septiembre octubre noviembre diciembre`,
);

export function isThing(word: string): boolean {
  return things.has(foldName(word));
}

export function isCompany(text: string, end: number): boolean {
  companies.lastIndex = end;
  return companies.test(text);
}

/** Nothing before `least` counts. */
export function followsPlace(text: string, start: number, least: number): boolean {
  return places.test(text.slice(Math.max(least, start - placesReach), start));
}

/** Where the word begins that addresses whoever is named here. */
export function addressBefore(text: string, start: number): number | undefined {
  const found = addresses.exec(text.slice(Math.max(0, start - addressesReach), start));
  return found === null ? undefined : start - (found[1] ?? '').length;
}

/** A word that stands behind a name and is no part of it. */
export function isOrdinary(word: string): boolean {
  const folded = foldName(word);
  return everyday.has(folded) || apart.has(folded) || apart.has(word.toLowerCase());
}
