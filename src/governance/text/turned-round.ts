/** Tells a text that was written backwards by what is left of its sentences, whatever its language: capitals and marks on the wrong side of words. */

/** Longer texts have common words enough that give their spelling away. */
const charactersMax = 1500;
const lettersMin = 12;
const wordMin = 3;

const upper = 1;
const lower = 2;
/** A letter of a script that knows no capitals. */
const plain = 4;
const mark = 8;
const unasked = 255;
const letter = upper | lower | plain;
const kinds = new Uint8Array(1 << 16).fill(unasked);
const marks = new Set('.,?!;:।॥؟،؛۔。！？、');

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit] ?? 0;
  if (known !== unasked) return known;
  const sign = String.fromCharCode(unit);
  const own = marks.has(sign) ? mark : /[\p{L}\p{M}]/u.test(sign) ? letterKind(sign) : 0;
  kinds[unit] = own;
  return own;
}

function letterKind(sign: string): number {
  if (sign.toLowerCase() !== sign) return upper;
  return sign.toUpperCase() === sign ? plain : lower;
}

/** Of most texts the first word tells that they are not. */
export function isTurnedRound(text: string): boolean {
  if (text.length > charactersMax) return false;
  let letters = 0;
  let plains = 0;
  let wrongCapitals = 0;
  let wrongMarks = 0;
  for (let at = 0; at < text.length; at++) {
    const start = at;
    while (at < text.length && (kindAt(text, at) & letter) !== 0) {
      if (kindAt(text, at) === plain) plains++;
      at++;
    }
    if (at > start) {
      if (isCapital(text, start, start + 1, start + 2) || closesWord(text, at)) return false;
      if (at - start >= wordMin && isCapital(text, at - 1, start, at - 1)) wrongCapitals++;
      letters += at - start;
    }
    if (opensWord(text, at)) wrongMarks++;
  }
  if (letters < lettersMin) return false;
  return plains * 2 < letters ? wrongCapitals > 0 : wrongMarks > 0;
}

/** A capital, and small letters from one place to another. */
function isCapital(text: string, at: number, from: number, to: number): boolean {
  if (kindAt(text, at) !== upper) return false;
  for (let place = from; place < to; place++)
    if (place >= text.length || kindAt(text, place) !== lower) return false;
  return true;
}

function opensWord(text: string, at: number): boolean {
  if (at + 1 >= text.length || kindAt(text, at) !== mark || !isGap(text, at - 1)) return false;
  return (kindAt(text, at + 1) & letter) !== 0;
}

/** Inside an address or a number it stands before something else. */
function closesWord(text: string, at: number): boolean {
  return at < text.length && kindAt(text, at) === mark && isGap(text, at + 1);
}

function isGap(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charCodeAt(at) <= 32;
}
