/** Disguises by spelling: letters set apart, digits for letters, other orders, other alphabets. */
import { type Disguise, eachLetter, isLatin, ofLatin } from './disguise.ts';

function apart(name: string, sign: string, between: string): Disguise {
  return ofLatin(name, (text) =>
    text
      .split(/\s+/)
      .map((word) => Array.from(word).join(sign))
      .join(between),
  );
}

/** Letters and their stand-ins in turn: `aa4@` turns an a into one of three. */
function leet(name: string, table: string, share: number): Disguise {
  const twins = new Map(
    table.split(' ').map((entry) => [entry.charAt(0), Array.from(entry.slice(1))]),
  );
  return ofLatin(name, (text, random) =>
    eachLetter(text, (letter) => {
      const others = twins.get(letter.toLowerCase());
      return others === undefined || random.next() > share ? letter : random.pick(others);
    }),
  );
}

const rotate =
  (by: number) =>
  (letter: string): string => {
    const first = letter < 'a' ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26));
  };

const mirror = (letter: string): string => {
  const first = letter < 'a' ? 65 : 97;
  return String.fromCharCode(first + 25 - (letter.charCodeAt(0) - first));
};

const strokes = new Map(
  `a.- b-... c-.-. d-.. e. f..-. g--. h.... i.. j.--- k-.- l.-.. m-- n-. o--- p.--. q--.- r.-. s... t- u..- v...-
  w.-- x-..- y-.-- z--.. 0----- 1.---- 2..--- 3...-- 4....- 5..... 6-.... 7--... 8---.. 9----. ..-.-.- ,--..-- ?..--..
  !-.-.-- '.----. /-..-. :---... =-...- --....- @.--.-.`
    .split(/\s+/)
    .map((entry) => [entry.charAt(0), entry.slice(1)]),
);

function toMorse(text: string): string | undefined {
  if (!isLatin(text) || /[^\x20-\x7e]/.test(text)) return undefined;
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((word) =>
      Array.from(word)
        .flatMap((letter) => strokes.get(letter) ?? [])
        .join(' '),
    )
    .filter((word) => word !== '')
    .join(' / ');
}

const backwards = (text: string): string => Array.from(text).reverse().join('');

export const spellingDisguises: readonly Disguise[] = [
  apart('letters apart by spaces', ' ', '   '),
  apart('letters apart by spaces, words too', ' ', ' '),
  apart('letters apart by dots', '.', ' '),
  apart('letters apart by hyphens', '-', ' '),
  apart('letters apart by underscores', '_', ' '),
  apart('letters apart by stars', '*', ' '),
  ofLatin('words written as one', (text) => text.replaceAll(/(?<=[a-z])\s+(?=[a-z])/gi, '')),
  leet('digits for letters, some', 'a4 e3 i1 o0 s5 t7', 0.5),
  leet('digits for letters, all', 'a4 e3 i1 o0 s5 t7', 1),
  leet('digits and signs for letters', 'a4@ e3 i1! l1| o0 s5$ t7+ b8 g9', 0.6),
  { name: 'backwards', make: backwards },
  {
    name: 'each word backwards',
    make: (text) => text.split(' ').map(backwards).join(' '),
  },
  ofLatin('ROT13', (text) => eachLetter(text, rotate(13))),
  ofLatin('shifted alphabet', (text) => eachLetter(text, rotate(3))),
  ofLatin('mirrored alphabet', (text) => eachLetter(text, mirror)),
  { name: 'Morse code', make: toMorse },
  ofLatin('each letter twice', (text) => text.replaceAll(/[A-Za-z]/g, '$&$&')),
  ofLatin('vowels drawn out', (text, random) =>
    text.replaceAll(/[aeiou]/g, (vowel) => vowel.repeat(1 + Math.floor(random.next() * 4))),
  ),
  ofLatin('inner letters backwards', (text) =>
    text.replaceAll(/(?<=\b[A-Za-z])[A-Za-z]{2,}(?=[A-Za-z]\b)/g, backwards),
  ),
  ofLatin('a space inside each word', (text) =>
    text.replaceAll(/(?<=\b[A-Za-z]{2})(?=[A-Za-z]{2})/g, ' '),
  ),
];
