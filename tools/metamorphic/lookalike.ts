/** Disguises by letters that look alike: of other scripts, of mathematics, in circles, turned, marked. */
import { type Disguise, eachLetter, ofLatin } from './disguise.ts';
import type { Random } from '../train/random.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Pairs of a letter and its twin, `aа`. */
function swapped(name: string, pairs: string, share: number): Disguise {
  const twins = new Map(
    pairs.split(' ').map((pair) => {
      const [letter = '', ...twin] = Array.from(pair);
      return [letter, twin.join('')];
    }),
  );
  const swap = (random: Random) => (letter: string) =>
    random.next() < share ? (twins.get(letter) ?? letter) : letter;
  return ofLatin(name, (text, random) => eachLetter(text, swap(random)));
}

/** Whole alphabets that stand in a row, capitals from one place and small letters from another. */
function shifted(name: string, capital: number, small: number, holes = ''): Disguise {
  const exceptions = new Map(holes.split(' ').map((hole) => [hole.charAt(0), hole.slice(1)]));
  return ofLatin(name, (text) =>
    eachLetter(text, (letter) => {
      const exception = exceptions.get(letter);
      if (exception !== undefined && exception !== '') return exception;
      const unit = letter.charCodeAt(0);
      return String.fromCodePoint(unit < 97 ? capital + unit - 65 : small + unit - 97);
    }),
  );
}

function mapped(name: string, letters: string): Disguise {
  const twins = Array.from(letters);
  return ofLatin(name, (text) =>
    eachLetter(text, (letter) => twins[alphabet.indexOf(letter.toLowerCase())] ?? letter),
  );
}

const cyrillic =
  'aа AА BВ cс CС dԁ eе EЕ HН hһ iі IІ jј JЈ kк KК MМ oо OО pр PР qԛ sѕ SЅ TТ wԝ xх XХ yу YУ';
const greek = 'AΑ BΒ EΕ HΗ IΙ iι KΚ kκ MΜ NΝ OΟ oο PΡ pρ TΤ tτ uυ vν YΥ XΧ xχ ZΖ aα eε';
const armenian = 'oօ uս hհ nո gց jյ qզ';
const coptic = 'aⲁ bⲃ cⲥ eⲉ hⲏ iⲓ kⲕ mⲙ nⲛ oⲟ pⲣ tⲧ xⲭ';
const cherokee = 'AᎪ CᏟ DᎠ EᎬ HᎻ JᎫ KᏦ LᏞ MᎷ PᏢ RᏒ SᏚ TᎢ VᏙ WᎳ ZᏃ';

function upsideDown(text: string): string {
  const turned = Array.from('ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz');
  return Array.from(text.toLowerCase())
    .reverse()
    .map((letter) => turned[alphabet.indexOf(letter)] ?? letter)
    .join('');
}

function marked(name: string, marks: readonly string[], most: number): Disguise {
  return ofLatin(name, (text, random) =>
    eachLetter(text, (letter) => {
      let made = letter;
      for (let count = random.below(most + 1); count > 0; count--) made += random.pick(marks);
      return made;
    }),
  );
}

const regional = (letter: string): string =>
  String.fromCodePoint(0x1f1e6 + alphabet.indexOf(letter.toLowerCase()));

export const lookalikeDisguises: readonly Disguise[] = [
  swapped('Cyrillic letters, all', cyrillic, 1),
  swapped('Cyrillic letters, some', cyrillic, 0.4),
  swapped('Greek letters, all', greek, 1),
  swapped('Greek letters, some', greek, 0.4),
  swapped('Armenian letters', armenian, 1),
  swapped('Coptic letters', coptic, 1),
  swapped('letters of three scripts', `${cyrillic} ${greek} ${armenian}`, 0.7),
  swapped('Cherokee capitals', cherokee, 1),
  shifted('full-width letters', 0xff21, 0xff41),
  shifted('bold letters of mathematics', 0x1d400, 0x1d41a),
  shifted('italic letters of mathematics', 0x1d434, 0x1d44e, 'hℎ'),
  shifted('bold italic letters of mathematics', 0x1d468, 0x1d482),
  shifted('script letters', 0x1d4d0, 0x1d4ea),
  shifted('thin script letters', 0x1d49c, 0x1d4b6, 'Bℬ Eℰ Fℱ Hℋ Iℐ Lℒ Mℳ Rℛ eℯ gℊ oℴ'),
  shifted('fraktur letters', 0x1d56c, 0x1d586),
  shifted('thin fraktur letters', 0x1d504, 0x1d51e, 'Cℭ Hℌ Iℑ Rℜ Zℨ'),
  shifted('double-struck letters', 0x1d538, 0x1d552, 'Cℂ Hℍ Nℕ Pℙ Qℚ Rℝ Zℤ'),
  shifted('sans-serif letters', 0x1d5a0, 0x1d5ba),
  shifted('sans-serif bold italic letters', 0x1d63c, 0x1d656),
  shifted('monospaced letters', 0x1d670, 0x1d68a),
  shifted('circled letters', 0x24b6, 0x24d0),
  shifted('bracketed letters', 0x1f110, 0x249c),
  shifted('boxed letters', 0x1f130, 0x1f130),
  shifted('white letters in black circles', 0x1f150, 0x1f150),
  shifted('white letters in black boxes', 0x1f170, 0x1f170),
  mapped('small capitals', 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘqʀsᴛᴜᴠᴡxʏᴢ'),
  mapped('raised letters', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖqʳˢᵗᵘᵛʷˣʸᶻ'),
  ofLatin('letters of flags', (text) => eachLetter(text, (letter) => `${regional(letter)}\u200b`)),
  ofLatin('upside down', upsideDown),
  marked('accents on letters', ['\u0301', '\u0308', '\u0327'], 1),
  marked('heaps of marks', ['\u0300', '\u0315', '\u0334', '\u0353', '\u036f', '\u0489'], 6),
  ofLatin('struck through', (text) => eachLetter(text, (letter) => `${letter}\u0336`)),
  ofLatin('boxed by marks', (text) => eachLetter(text, (letter) => `${letter}\u20de`)),
];
