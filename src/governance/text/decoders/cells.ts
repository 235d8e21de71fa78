/** Tells whether tags stand between the cells, rows or lines of a table, so that what they part are values of their own. */

const parting =
  /<\/?(?:t[dhr]|li|p|div|br|d[td]|h[1-6]|option|table|tbody|thead|tfoot|ul|ol|section|article|pre)(?=[\s/>])/i;
/** Shorter ones are words with a digit for a letter. */
const valueMin = 6;
/** No word is as long. */
const wordMax = 20;
const valueMax = 64;

/** Whether tags on [from, to) part something that is no word from what stands on the other side. */
export function partsValues(text: string, from: number, to: number): boolean {
  if (!parting.test(text.slice(from, to))) return false;
  return isValue(text, from - 1, -1) || isValue(text, to, 1);
}

/** From here on in one direction, up to white space or another tag. */
function isValue(text: string, start: number, step: 1 | -1): boolean {
  let digits = 0;
  let address = false;
  let length = 0;
  for (let at = start; length < valueMax; at += step, length++) {
    const unit = text.charCodeAt(at);
    if (!(unit > 32) || unit === 60 || unit === 62) break;
    if (unit >= 48 && unit <= 57) digits++;
    else if (unit === 64) address = true;
  }
  return length >= wordMax || (length >= valueMin && (address || digits > 1));
}
