/** Check digits: the arithmetic by which issuers tell a number from a slip of the pen. */

/** Digits of a string as numbers; everything else is left out. */
export function digitsOf(text: string): number[] {
  const digits: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) digits.push(digit);
  }
  return digits;
}

export function passesLuhn(digits: readonly number[]): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits[digits.length - 1 - at] ?? 0;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Sum of digits times weights; digits beyond the weights do not count. */
export function weigh(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);
}

/** The remainder of a long number, letters standing for 10 to 35 (ISO 7064 mod 97-10 among others). */
export function remainder(text: string, modulus: number): number {
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const value = unit <= 57 ? unit - 48 : (unit | 32) - 87;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % modulus;
  }
  return rest;
}

/** ISO 7064 mod 11,10: German tax numbers, Croatian OIB. */
export function passesMod11And10(digits: readonly number[]): boolean {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (digit + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === digits.at(-1);
}

const turns = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
];

/** Verhoeff's check over the dihedral group of order ten: Aadhaar. */
export function passesVerhoeff(digits: readonly number[]): boolean {
  let check = 0;
  digits.toReversed().forEach((digit, at) => {
    check = multiply(check, turns[at % 8]?.[digit] ?? 0);
  });
  return check === 0;
}

function multiply(left: number, right: number): number {
  if (left < 5) return right < 5 ? (left + right) % 5 : ((left + right) % 5) + 5;
  return right < 5 ? ((left - right + 5) % 5) + 5 : (left - right + 5) % 5;
}

/** Whether six or eight digits can be a date of the order given (`ymd`, `dmy`). */
export function isDate(year: number, month: number, day: number): boolean {
  return (
    year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && !(month === 2 && day > 29)
  );
}
