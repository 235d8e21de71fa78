/** Names of fields as code writes them in one word: `passportNumber`, `accountNo`. */

const ends = ['no', 'nr', 'num', 'number', 'id', 'code'];

/** Each name with each of the words that fields end with; the scan knows words by their small letters. */
export function codedNames(names: string): string {
  return names
    .split(/\s+/)
    .flatMap((name) => ends.map((end) => name + end))
    .join(' ');
}
