/** Where the signs of a regular expression begin, and which of them stand in a class. */
import { endOfEscape } from './head.ts';

type Token = { readonly offset: number; readonly inClass: boolean };

export function* tokensOf(source: string): Generator<Token> {
  let inClass = false;
  let index = 0;
  while (index < source.length) {
    yield { offset: index, inClass };
    if (source.startsWith('\\Q', index)) {
      const end = source.indexOf('\\E', index);
      index = end < 0 ? source.length : end + 2;
    } else if (inClass && source.startsWith('[:', index)) {
      const end = source.indexOf(':]', index + 2);
      index = end < 0 ? index + 1 : end + 2;
    } else if (source[index] === '\\') index = endOfEscape(source, index);
    else {
      if (source[index] === '[' && !inClass) {
        inClass = true;
        if (source[index + 1] === '^') index += 1;
        if (source[index + 1] === ']') index += 1;
      } else if (source[index] === ']') inClass = false;
      index += 1;
    }
  }
}
