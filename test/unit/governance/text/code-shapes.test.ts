/** In which bases a token is the code of a character, as people write codes. */
import { describe, expect, test } from '@jest/globals';
import {
  binary,
  decimal,
  hexadecimal,
  octal,
  shapesOf,
} from '../../../../src/governance/text/decoders/code-shapes.ts';

const tokens: readonly (readonly [token: string, shapes: number])[] = [
  ['01101001', binary],
  ['1101001', binary],
  ['0b1101001', binary],
  ['0b01101001', binary],
  ['110100', 0],
  ['01101002', 0],
  ['69', decimal | hexadecimal],
  ['6F', hexadecimal],
  ['0x6f', hexadecimal],
  ['0x8f', 0],
  ['f6', 0],
  ['57', decimal | hexadecimal | octal],
  ['105', decimal | octal],
  ['126', decimal | octal],
  ['127', octal],
  ['151', octal],
  ['0151', octal],
  ['0o151', octal],
  ['00151', 0],
  ['0057', octal],
  ['31', hexadecimal],
  ['031', 0],
  ['7', 0],
  ['1e5', 0],
];

describe('shapesOf()', () => {
  test.each(tokens)('tells the bases of `%s`', (token, shapes) => {
    expect(shapesOf(`${token} `, 0, token.length)).toBe(shapes);
    // What stands around it is none of it.
    expect(shapesOf(`1${token}1`, 1, token.length + 1)).toBe(shapes);
  });
});
