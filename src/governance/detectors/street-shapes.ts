/** The shapes of street addresses in some twenty languages, and what may follow a house number. */
import { foldText } from '../text/fold.ts';

const name = "[A-ZÀ-ÞĀ-ŽȘȚ][\\p{L}'’.-]*";
const word = "\\p{L}[\\p{L}'’.-]*";

/** Words of a list as choices; those of another script as they stand and as their letters are folded. */
function oneOf(list: string): string {
  const words = list.split(/\s+/).flatMap((one) => [one, foldText(one)]);
  return [...new Set(words)].map((one) => one.replaceAll('.', '\\.')).join('|');
}

const english = oneOf(
  `Street Avenue Road Lane Drive Boulevard Court Place Square Terrace Parkway Highway Circle Crescent Close Way Trail Alley
  Row Walk Gardens Grove Mews Hill`,
);
/** A full stop behind one of them belongs to it, unless it ends the line. */
const shortened = '(?:St|Ave|Rd|Ln|Dr|Blvd|Ct|Pl|Sq|Ter|Pkwy|Hwy)\\b(?:\\.(?=[, ]))?';

/** `742 Evergreen Terrace`, `1600 Pennsylvania Ave. NW` */
export const numberThenName = new RegExp(
  `(?:\\d{1,5}[A-Za-z]?(?: \\d{1,4})?|(?<=(?:Unit|Flat|Apt|Apartment|Suite) )\\d{1,4}/\\d{1,4}[A-Za-z]?),? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:(?:${name}|\\d{1,3}(?:st|nd|rd|th)) ){1,4}?(?:(?:${english})\\b|${shortened})(?: (?:N|S|E|W|NE|NW|SE|SW)\\b)?(?!\\p{L})`,
  'yu',
);

/** `9555 Smith Hollow, Apt. 956`: whatever the street ends with, since a flat follows. */
export const numberThenFlat = new RegExp(
  `\\d{1,5} (?:${name} ){1,4}?${name}(?=(?:, ?| )(?:Apt\\.?|Apartment|Suite|Ste\\.) ?#?\\d{1,5}\\b)`,
  'yu',
);

const french =
  '(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Bb]d|[Aa]ll[ée]e|[Cc]hemin|[Ii]mpasse|[Pp]lace|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage)';
const links = "(?: (?:de la|de|du|des|la|le|les|et|sur|aux?)(?= )| (?:de )?[ld](?=['’]))";
const frenchName = "(?:['’ ](?:\\p{Lu}[\\p{L}'’-]*|\\d{1,2}(?= \\p{L})))";

/** `12 bis, rue de la Paix`; a name in small letters is one where nothing follows in its line. */
export const numberThenKind = new RegExp(
  `\\d{1,5}(?: ?(?:bis|ter|[A-Za-z]))?,? ${french}(?:${links}{0,3}${frenchName}){1,4}|\\d{1,5}(?: ?(?:bis|ter|[a-z]))?,? (?:rue|avenue|boulevard|all[ée]e|chemin|impasse|quai|place(?= d[eu]))(?: ${word}){1,4}(?=$|[,;\\n"<|])`,
  'yu',
);

const openers = oneOf(
  `Via Viale Piazza Piazzale Corso Vicolo Largo Strada Lungomare Calle C/ Avenida Avda. Avda Av. Paseo Plaza Carrera Camino
  Ronda Carretera Rua Travessa Praça Alameda Estrada Ulica ulica ul. Aleja aleja al. Plac plac pl. os. Rue Avenue Trg Náměstí
  Bulevardul Calea Jalan Jl. Οδός οδός Λεωφόρος Ulitsa улица ул. Улица Ул. проспект Проспект пр. пр-т переулок пер. бульвар шоссе вул. вулиця`,
);
const articles = '(?:de|del|della|delle|dei|degli|di|da|do|dos|das|la|los|las|el|van|der|von)';
/** Behind a vowel and `ring` is a word of English more often than a street. */
const compounds = [
  oneOf(
    `straße strasse str. weg platz allee gasse damm straat laan plein gracht kade dijk singel gatan gata gade vej
    vejen vägen veien vegen stræde allé steig katu kuja polku raitti intie ntatie utca`,
  ),
  '(?<![aä])ufer',
  '(?:[a-z][a-z](?:d|t|r|f|s)t|[a-zäöüß][nsldkgr]|dt|ch|ff)ring',
].join('|');
const closers = oneOf(
  'Street Road Avenue Lane Drive Close Crescent Court Terrace Caddesi Cad. Sokak Sokağı Sok. Bulvarı utca út tér körút köz ulice Straße Strasse Str. Allee Weg Platz gate gata vei',
);
const german = '(?:Am|An der|Im|In der|Zum|Zur|Auf der|Unter den) ';
const first =
  '(?:(?:Prins|Prinses|Koning|Koningin|Burgemeester|Sint|St\\.|Oude|Nieuwe|Grote|Gamle|Store|Lille|Alte|Neue|Obere|Untere|Große|Kleine|Lange) )';
const house = oneOf('n. n° nº n.º n° No: No. no: nr nr. Nr. № д. дом буд.');

/** `Via Garibaldi 12`, `Prinsengracht 263`, `улица Ленина, д. 5`: a number is the last of it. */
export const nameThenNumber = new RegExp(
  `(?:(?<![\\p{L}\\d])(?:${openers})(?: ${articles}){0,3}(?:(?: |(?<=[./]))${word})(?: ${word}){0,3}|(?:${german})?${first}?${name}(?:${compounds})|(?:${name} ){1,3}(?:${closers}))(?:,? ?(?:${house}))?,? ?\\d{1,5}[A-Za-z]?$`,
  'u',
);

/** What stands before a number where a name may end; asked before the whole is tried. */
export const endings = new RegExp(`(?:(?:${compounds}|vagen),?|(?:${house})) ?$`, 'i');

const labels = oneOf(
  'Adresa adresa Adres adres lakcím Lakcím wohne wohnt wohnhaft Anschrift Adresse Straße Strasse osoite Osoite bydliště Bydliště dirección Dirección domicilio Domicilio indirizzo Indirizzo endereço Endereço morada Morada адрес Адрес',
);
const signs = '(?: ?[:=|>]| is| ist| lautet| je| är| er| on| es| è| é)';
/**
 * `adresa: Vinohradská 785`: what is called an address is one, whatever its name ends with; in English, where other things
 * have addresses, only with a sign between.
 */
export const calledAddress = new RegExp(
  `(?:(?<!(?:IP|ip|MAC|mac|[Mm]ail|[Ww]eb|[Hh]ost)[ _-]?)(?:[Aa]ddress|[Ss]treet)(?:_?[Ll]ine)?_?\\d?["']?(?: ?[:|>]| ?= ?(?=["'])| is(?= [^ ]{5})|\\t)|(?:${labels})["']?${signs}?)[ \\t"'>\\n]{0,3}((?!(?:PSC|Port|Base|Page|Register|Localhost) )(?:${german})?${name}(?: ${word}){0,3} \\d{1,5}[A-Za-z]?)$`,
  'u',
);

export const boxes =
  /\b(?:P\.? ?O\.? ?Box|Postfach|Apartado(?: de correos)?|Casilla|BP|Boîte postale) \d{1,6}$|\bPSC \d{1,5},? Box \d{1,5}$|\b(?:House|Plot|Flat|Door|H\.) ?(?:no\.? ?)?\d{1,4}[A-Z]?(?:[/-]\d{1,4})?, (?:Road|Sector|Street|Block|Phase|Lane) (?:no\.? ?)?\d{1,3}$/iu;

const flat = '(?:Apt\\.?|Apartment|Suite|Ste\\.?|Flat|Unit|Floor|#|Wohnung|Appartement|Piso)';
/** `/69`, `-2`, ` B`, ` A 12`: what a house number goes on with, and what follows it: `, Apt. 4`, ` m. 29`, `, 2. tv`, `, кв. 5`. */
export const rest = new RegExp(
  `^(?:[/-]\\d{1,4}[A-Za-z]?(?![\\w/-])| [A-H] \\d{1,3}(?![\\w-])| (?:[B-H]|[bcdfgh])(?![\\p{L}\\d]))?(?:(?:,|\\s){1,3}(?:[>|] ?)?[ \\t]{0,5}${flat} ?\\d{1,5}[A-Za-z]?| (?:m\\.|lok\\.|bus) ?\\d{1,4}(?!\\d)|, (?:\\d{1,2}|st|kl)\\.? ?(?:tv|th|mf|sal)\\b\\.?|(?:,? (?:${oneOf('кв. корп. оф. стр.')}) ?\\d{1,5}){1,2})?`,
  'iu',
);
/** The lines below: a place and a country, of which one has a code; behind a flat the place may stand beside it. */
const part = "\\p{Lu}[\\p{L}'’-]*(?:\\.(?= \\p{Lu}))?";
const place = `${part}(?: ${part}){0,2}`;
const below = '\\n{1,2}[ \\t>|]{0,8}';
export const lines = new RegExp(
  `^(?:${below}\\d{4,6} ${place}(?:${below}${place}(?=\\n|$|[,.;?!"]))?|${below}${place},? \\d{4,6}(?!\\d)(?:${below}${place}(?=\\n|$|[,.;?!" ]))?|${below}${place}${below}${place} \\d{4,6}(?!\\d)|\\nAPO A[AEP] \\d{5}(?!\\d))`,
  'u',
);
export const besideFlat = new RegExp(`^ ${place}(?=\\n|$|[,.;?!"])`, 'u');
