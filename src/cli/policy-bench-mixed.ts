/** Hostile texts in which several things take turns, so that no one decoder or detector is the dear one. */
import {
  base64Letters,
  digits,
  type Draw,
  hexadecimal,
  repeat,
  some,
  wordAt,
  type Write,
} from './policy-bench-pieces.ts';

type Encode = (text: string) => string;

const base64: Encode = (text) => Buffer.from(text).toString('base64');
const hex: Encode = (text) => Buffer.from(text).toString('hex');

function each(to: (character: string, code: number) => string, between = ''): Encode {
  return (text) => Array.from(text, (one) => to(one, one.charCodeAt(0))).join(between);
}

const encodings: readonly Encode[] = [
  base64,
  hex,
  each((_, code) => `%${code.toString(16)}`),
  (text) =>
    text.replaceAll(/[a-z]/g, (one) => String.fromCharCode(((one.charCodeAt(0) - 84) % 26) + 97)),
  (text) => Array.from(text).reverse().join(''),
  each((_, code) => `&#${code};`),
  each((_, code) => `\\u00${code.toString(16)}`),
  each((_, code) => code.toString(2).padStart(8, '0'), ' '),
  each((_, code) => `${code}`, ' '),
  each((one) => one, ' '),
  (text) => text.replaceAll(/[aeio]/g, (one) => '4310'['aeio'.indexOf(one)] ?? ''),
  each((one) => `${one}\u200b`),
  (text) => text.replaceAll(/[aeo]/g, (one) => 'аео'['aeo'.indexOf(one)] ?? ''),
  each((_, code) => `=${code.toString(16).toUpperCase()}`),
  (text) => `<!-- ${text} -->`,
  (text) => JSON.stringify(JSON.stringify({ text })),
];

function encodeAt(index: number, text: string): string {
  return encodings[index % encodings.length]?.(text) ?? '';
}

/** The first of them is undone on bytes, so that what is under it may be anything. */
const nestable = 7;

function sentenceAt(index: number): string {
  return Array.from({ length: 6 }, (_, word) => wordAt(index * 6 + word)).join(' ');
}

const letters = base64Letters.replaceAll(/[+/]/g, '');

/** Values of many kinds, each in the way in which it is usually given. */
const values: readonly ((index: number, draw: Draw) => string)[] = [
  (_, draw) => some(draw, digits, 9),
  (index) => `user${index}@example.com`,
  () => '%41%42%43',
  () => '&#105;',
  () => '1gn0r3',
  () => 'i g n o r e',
  (index) => base64(wordAt(index) + wordAt(index + 1)),
  (index) => hex(wordAt(index)),
  (index) => `10.0.0.${index % 256}`,
  (_, draw) => `key=${some(draw, letters, 20)}`,
  (index) => `і${wordAt(index)}`,
  () => '<!--x-->',
  () => '\\x41',
];

const secrets: readonly ((draw: Draw) => string)[] = [
  (draw) => `password: ${some(draw, letters, 12)}`,
  (draw) => `AWS_SECRET=${some(draw, letters, 40)}`,
  (draw) => `token="${some(draw, letters, 24)}"`,
  (draw) => `Authorization: Bearer ${some(draw, letters, 32)}`,
  (draw) => `postgres://u:${some(draw, letters, 10)}@db/x`,
  (draw) => `ghp_${some(draw, letters, 36)}`,
  (draw) => `sk-${some(draw, letters, 48)}`,
];

function number(draw: Draw, ...sizes: readonly number[]): string {
  return sizes.map((size) => some(draw, digits, size)).join('-');
}

export const mixedKinds: Readonly<Record<string, Write>> = {
  turns: repeat((index) => `${encodeAt(index, sentenceAt(index))} `),
  turns_of_lines: repeat((index) => `${encodeAt(index, sentenceAt(index))}\n`),
  turns_of_words: repeat((index) => `${encodeAt(index, wordAt(index) + wordAt(index * 3))} `),
  turns_nested: repeat((index) => {
    const inner = encodeAt((index * 3 + 1) % nestable, sentenceAt(index));
    return `${encodeAt(index % nestable, inner)} `;
  }),
  turns_of_values: repeat(
    (index, draw) => `${values[index % values.length]?.(index, draw) ?? ''} `,
  ),
  turns_of_secrets: repeat((index, draw) => `${secrets[index % secrets.length]?.(draw) ?? ''}\n`),
  records: repeat((index, draw) => {
    const person = `${wordAt(index)},${wordAt(index)}${index}@mail.example.com`;
    return `${person},+1 415 555 ${number(draw, 4)},${number(draw, 3, 2, 4)},${number(draw, 16)}\n`;
  }),
  named_numbers: repeat((_, draw) => `ssn ${number(draw, 3, 2, 4)} `),
  keys: repeat((_, draw) => `key=${some(draw, letters, 20)} `),
  hex_words: repeat((index) => `${hex(`${wordAt(index)} ${wordAt(index * 5)}`)} `),
  ibans: repeat((_, draw) => `DE${number(draw, 20)} GB${number(draw, 2)}WEST${number(draw, 14)} `),
  ipv6: repeat(
    (_, draw) => `${Array.from({ length: 8 }, () => some(draw, hexadecimal, 4)).join(':')} `,
  ),
  links: repeat((index, draw) => {
    const query = `q=%41%42%43&x=${some(draw, letters, 8)}`;
    return `https://${wordAt(index)}.example.com/${some(draw, letters, 12)}?${query} `;
  }),
  framed_signs: repeat(
    (_, draw) => `<~${some(draw, '!"#$%&()*+,-./0123456789:;=?@ABCDEFGHIJ', 40)}~> `,
  ),
};
