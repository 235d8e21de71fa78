/** Where a credential ends that was read up to a space: what encloses it, or goes on behind it, is none of it. */

/** As far back as what encloses it may begin. */
const reach = 160;
const openers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/** Signs that stand before a stretch as they stand behind it: emphasis, and the sides of a cell. */
const paired = '*_~|\'"`';
/** A shorter head may be the beginning of a password in another script. */
const headMin = 6;
const mayEnclose = /[)\]}>*_~|'"`.-]$|\P{ASCII}/u;

/** `[password: Tr0ub4dor&3x]`, `**token=9fK2…**`, `9fK2…--`, `「DB_PASS=pG7!xQ2@zL9m」`. */
export function endOfEnclosed(text: string, start: number, end: number): number {
  const whole = text.slice(start, end);
  if (!mayEnclose.test(whole)) return end;
  const before = text.slice(Math.max(0, start - reach), start);
  let value = headOf(whole);
  for (;;) {
    const size = sizeOfClosing(before, value, text.charAt(start + value.length));
    if (size === 0) return start + value.length;
    value = value.slice(0, -size);
  }
}

/** Up to the first sign that no password of Latin letters goes on with. */
function headOf(whole: string): string {
  for (let at = headMin; at < whole.length; at++) {
    const unit = whole.charCodeAt(at);
    // The second half of a character goes with the first.
    if (isForeign(unit) && (unit < 0xdc00 || unit > 0xdfff)) return whole.slice(0, at);
  }
  return whole;
}

/** Other quotes and dashes, arrows and emoji, letters of scripts that none writes passwords in together with Latin ones. */
function isForeign(unit: number): boolean {
  const isLetter = (unit >= 0xc0 && unit < 0x250) || (unit >= 0x300 && unit < 0x590);
  return unit >= 0xa0 && !isLetter && (unit < 0x1e00 || unit >= 0x2000);
}

function sizeOfClosing(before: string, value: string, next: string): number {
  const last = value.slice(-1);
  if (last === '-')
    return /--$/.test(value) || next === '>' ? (/(?<!-)-+$/.exec(value)?.[0].length ?? 0) : 0;
  if (last === '.') return 1;
  const opener = openers[last];
  if (opener !== undefined) {
    const isOpen = countOf(before, opener) > countOf(before, last);
    return isOpen && countOf(value, opener) < countOf(value, last) ? 1 : 0;
  }
  if (last === '' || !paired.includes(last)) return 0;
  let size = 1;
  while (value.charAt(value.length - 1 - size) === last) size++;
  // What is named by it begins with the same signs, and not with more of them.
  const mark = last.repeat(size);
  return rowsOf(before, last).filter((row) => row === mark).length % 2 === 1 ? size : 0;
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** Every row of a sign that opens something: no letter and no digit before it. */
function rowsOf(text: string, sign: string): readonly string[] {
  const rows: string[] = [];
  for (let at = text.indexOf(sign); at !== -1;) {
    let end = at + 1;
    while (text.charAt(end) === sign) end++;
    if (!/[A-Za-z0-9]/.test(text.charAt(at - 1))) rows.push(text.slice(at, end));
    at = text.indexOf(sign, end);
  }
  return rows;
}
