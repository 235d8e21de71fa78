/** Streets that nothing in their names tells: they are known by their company, a flat or another street. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { Watch } from '../text/watch.ts';
import { WordSet } from '../text/word-set.ts';
import { endings } from './street-shapes.ts';

type Stretch = { readonly start: number; readonly end: number };

const name = "[A-ZÀ-ÞĀ-ŽȘȚ][\\p{L}'’.-]*";
const upTo3 = `(?:${name} ){0,2}${name}`;

/** Words for what a house holds. */
const flats = new WordSet('apt apartment suite ste unit flat');
const corners = new Watch(new WordSet('corner intersection'));

/** `Ilica 152 Unit 689`: a flat beside it, or in the line below. */
const beforeFlat = new RegExp(`(?<![\\p{L}\\d])${upTo3} \\d{1,5}[A-Za-z]?$`, 'u');
const flatBehind =
  /^(?:, ?| |\n[ \t>|]{0,6})(?:Apt\.?|Apartment|Suite|Ste\.?|Unit|Flat) ?#?\d{1,5}(?!\d)/u;

/** What has units, suites and numbers as well: lessons, floors, programs. */
const numbered =
  /(?:^|[^\p{L}])(?:Section|Chapter|Module|Level|Lesson|Part|Volume|Book|Grade|Year|Week|Day|Figure|Table|Page|Step|Version|Room|Windows|Office|Test|Phase|Stage|Course|Class|Exercise|Question|Item|Task|Block|Act|Episode|Season|Unit|Suite|Team|Group|Zone|Exam|Quiz|Topic|Theme|Term|Semester|Series|Release|Build|Node|Server) \d{1,5}[A-Za-z]?$/u;

const streetWord = `(?:${name}|\\d{1,3}(?:st|nd|rd|th))`;
const street = `(?:\\d{1,5} )?${streetWord}(?: (?:${streetWord}|d[aeio]|del|della|dei|dos|la|\\d{1,5})){0,4}`;
/** `the corner of Avenue Foch and Calle Mayor` */
const crossing = new RegExp(
  `(?:corner|intersection) of (?:the )?(${street} (?:and|&) ${street})`,
  'yu',
);
/** A full stop that belongs to the word before it. */
const shortened = /\b(?:St|Ave|Rd|Ln|Dr|Blvd|Ct|Pl|Sq|Ter|Pkwy|Hwy)\.$/;
const article = /(?<!\p{L})[Tt]he $/u;
/** Characters that a street's name has room in. */
const before = 64;
const flatReach = { before: 0, after: 24 };

/** Where a street begins that ends with a number and has a flat behind it; below nothing where none does. */
export function startBeforeFlat(scan: Scan, token: number, end: number): number {
  if (!hasNear(scan, flats, end, end, flatReach)) return -1;
  if (!flatBehind.test(scan.text.slice(end, end + flatReach.after))) return -1;
  const written = scan.text.slice(Math.max(0, token - before), end);
  const [named] = beforeFlat.exec(written) ?? [];
  return named === undefined || numbered.test(named) ? -1 : end - named.length;
}

/** Of these words each makes a street of what stands before it; of the others, which are words for much besides, both sides need one. */
const ofStreets =
  /(?:^|[ -])(?:Street|St\.?|Avenue|Ave\.?|Road|Rd\.?|Lane|Ln\.?|Drive|Dr\.?|Boulevard|Blvd\.?|Parkway|Pkwy\.?|Highway|Hwy\.?|Broadway)(?: (?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\.?)?$/u;
const mayBeStreet =
  /(?:^|[ -])(?:Court|Ct\.?|Place|Pl\.?|Square|Sq\.?|Terrace|Ter\.?|Circle|Cir\.?|Crescent|Close|Way|Trail|Alley|Row|Walk|Gardens|Grove|Mews|Hill)$/u;
const begunAsStreet =
  /^(?:Rue|All[ée]e|Chemin|Impasse|Quai|Avenue|Boulevard|Via|Viale|Piazza|Corso|Vicolo|Largo|Calle|Avenida|Av\.|Paseo|Plaza|Carrera|Camino|Rua|Travessa|Pra[çc]a|Estrada|Rodovia|Alameda|Ulica|ul\.|Aleja|Plac|Trg|Route|Highway) (?:(?:d[aeiou]|d[eo]s|del|della|dei|la|las|los|le) ){0,2}\p{Lu}/u;
const counted = /^(?:\d{1,5} )?\d{1,3}(?:st|nd|rd|th)$/u;
/** `Brigade` ends like a Danish street. */
const noStreet = /(?:brigade|renegade|anlage|strategade)$/i;

/** How surely one side of a crossing is a street: twice as surely as a crossing needs, just so, half or not at all. */
function streetness(side: string): number {
  const words = side.split(' ');
  const last = words.at(-1) ?? '';
  if (words.length > 1 && (ofStreets.test(side) || begunAsStreet.test(side))) return 2;
  if (endings.test(last) && !noStreet.test(last)) return 2;
  return counted.test(side) || (words.length > 1 && mayBeStreet.test(side)) || last === 'Broadway'
    ? 1
    : 0;
}

function areStreets(streets: string): boolean {
  return streets.split(/ (?:and|&) /u).reduce((sum, side) => sum + streetness(side), 0) >= 2;
}

/** Crossings of streets, one of which at least is called one: those of arts and sciences are none. */
export function findCrossings(scan: Scan): readonly Stretch[] {
  const { text } = scan;
  return scan.seen(corners).flatMap((at) => {
    const start = scan.words.at(at + 1);
    crossing.lastIndex = start;
    const [whole = '', written = ''] = crossing.exec(text) ?? [];
    if (whole === '') return [];
    const stop = whole.endsWith('.') && !shortened.test(whole) ? 1 : 0;
    const end = start + whole.length - stop;
    const streets = written.slice(0, written.length - stop);
    const named = areStreets(streets);
    const the = article.exec(text.slice(Math.max(0, start - 5), start))?.[0] ?? '';
    return named ? [{ start: start - the.length, end }] : [];
  });
}
