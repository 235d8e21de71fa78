/** Tells flags from letters in disguise: regional letters of which each two name a region. */

const regions = new Set(
  `AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA
  CC CD CF CG CH CI CK CL CM CN CO CP CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET EU FI FJ FK FM
  FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN IO IQ IR IS IT JE
  JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ
  MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO
  RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV
  TW TZ UA UG UM UN US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`.split(/\s+/),
);

/** Units of a flag; each of its letters is two halves. */
export const flagLength = 4;

/** More of them in a row are letters. */
const rowMax = 8;

/** Whether a flag begins at a place: one of a row of regional letters, of which each two name a region. */
export function isFlag(text: string, at: number): boolean {
  if (regionalAt(text, at) === '') return false;
  let start = at;
  let end = at;
  while (at - start < rowMax * flagLength && regionalAt(text, start - 2) !== '') start -= 2;
  while (end - at < rowMax * flagLength && regionalAt(text, end) !== '') end += 2;
  if ((end - start) % flagLength !== 0 || end - start > rowMax * flagLength) return false;
  for (let flag = start; flag < end; flag += flagLength)
    if (!regions.has(regionalAt(text, flag) + regionalAt(text, flag + 2))) return false;
  return true;
}

function regionalAt(text: string, at: number): string {
  const low = text.charCodeAt(at + 1) - 0xdde6;
  if (text.charCodeAt(at) !== 0xd83c || !(low >= 0 && low < 26)) return '';
  return String.fromCharCode(65 + low);
}
