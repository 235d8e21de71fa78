/** Whether a value that is given to a name is no value, but the name of another thing in a program. */
import { bitsOf, isOf } from './backwards.ts';

const quoteBits = bitsOf('quote');
/** What a program goes on with behind a name, and hardly a line of settings behind a value. */
const goesOn = /^\s{0,2}(?:[,;)\]}]|:\s|=[^=])/;

/** `ed25519.Ed25519PrivateKey`: what a thing is said to be, and not the thing. */
const typeName =
  /^(?:[a-z_]\w*\.)?[A-Z]\w*(?:Key|Token|Secret|Password|Credentials?|Error|Exception)$/;

/** A secret may be made of words as well: it is a name only where it stands as one. */
export function isReference(text: string, start: number, value: string): boolean {
  if (!isOf(text, start - 1, quoteBits) && typeName.test(value)) return true;
  const end = start + value.length;
  const isName = isOf(text, start - 1, quoteBits)
    ? value.includes('.')
    : /^[a-z_$]/.test(value) && goesOn.test(text.slice(end, end + 4));
  return isName && isProgramName(value);
}

/** `badge.svg?token=…`: who shows a badge gives its token to everybody; it opens the picture alone. */
const badge = /[/.](?:badge|svg)\b[^\s"'()<>[\]]{0,80}[?&]token=$/i;
const badgeMax = 120;

export function isOfBadge(text: string, start: number): boolean {
  return badge.test(text.slice(Math.max(0, start - badgeMax), start));
}

const programWord = /[A-Z]?[a-z]+|(?:[A-Z](?![a-z]))+|\d+/g;

/** `getVercelOidcTokenSync`, `exports.findX509Credential`: words that can be said, in letters that change where words do. */
function isProgramName(text: string): boolean {
  if (!/^[A-Za-z_$][\w$.]*$/.test(text)) return false;
  const words = (text.match(programWord) ?? []).filter((word) => word.length >= 3);
  const said = words.filter((word) => /[aeiouy]/i.test(word) && !/\d/.test(word));
  const letters = said.reduce((sum, word) => sum + word.length, 0);
  return said.length >= 2 && said.length >= words.length - 1 && letters >= text.length * 0.7;
}
