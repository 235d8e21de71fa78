/** What stands behind a street in its own line: floor and door, then a place with its postal code. */

const part = "\\p{Lu}[\\p{L}'’-]*(?:\\.(?= \\p{Lu}))?";
const place = `${part}(?:(?: (?:de|do|da|di|del|la|le|sur|am|an der|upon|of))? ${part}){0,3}`;
const floor =
  '(?:,? (?:\\d{1,2}\\.? ?[ºª°o](?:\\.? ?(?:[A-H]|[Ii]zq\\.?|[Dd]cha\\.?|[Ee]sq\\.?|[Dd]to\\.?|[Ff]te\\.?|\\d{1,2}[ªa]))?(?!\\p{L})|[Pp]iso \\d{1,2}|[Pp]lanta \\d{1,2}))';
/** `10115`, `D-80335`, `1016 GV`, `1100-053`, `00-238`, `111 22` */
const codeFirst =
  '(?:[A-Z]{1,2}-)?(?:\\d{4} ?[A-Z]{2}|\\d{4}-\\d{3}|\\d{2}-\\d{3}|\\d{3} \\d{2}|\\d{4,6})';
/** `IL 62704`, `IL`, `NW1 6XE`, `ON M5V 2T6`, `NSW 2000`, `560001`, `- 560001` */
const state = '(?:[A-Z]{2,3}|\\p{Lu}\\p{L}{3,12}(?: \\p{Lu}\\p{L}{3,12})?)';
const zip = '\\d{5}(?:-\\d{4})?';
const british = '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}';
const canadian = '[A-Z]\\d[A-Z] ?\\d[A-Z]\\d';
const placeFirst = `${place},? (?:(?:${state},? )?(?:${zip}|${british}|${canadian}|\\d{6}|\\d{3} \\d{3})|(?:[A-Z]{2,3}) \\d{4})`;
const shortState = `${place}, [A-Z]{2}(?=$|[\\n.,;:!?)"'<|])`;
const besideStreet = new RegExp(
  `^${floor}?(?:(?:,|(?= )(?=.{1,40}\\d)) ?(?:${codeFirst} ${place}|${placeFirst}|${shortState}))(?![\\p{L}\\d-])`,
  'u',
);
const onlyFloor = new RegExp(`^${floor}`, 'u');

/** How many characters behind a street still belong to its address. */
export function sizeOfRest(after: string): number {
  return (besideStreet.exec(after) ?? onlyFloor.exec(after))?.[0].length ?? 0;
}
