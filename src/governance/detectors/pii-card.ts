/** Finds payment card numbers: issuer range, length and the Luhn digit. */
import type { Detector, Sighting } from './detector.ts';

const candidate =
  /(?<![\dA-Za-z])[2-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}(?![\dA-Za-z])|(?<![\dA-Za-z])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\dA-Za-z])/g;

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export const piiCard: Detector = {
  name: 'pii-card',
  categories: ['pii/card'],
  find: (view) => {
    const found: Sighting[] = [];
    for (const match of view.text.matchAll(candidate)) {
      const digits = match[0].replaceAll(/\D/g, '');
      if (digits.length < 13 || digits.length > 19 || !passesLuhn(digits)) continue;
      const start = match.index;
      const end = start + match[0].length;
      found.push({ category: 'pii/card', severity: 'high', confidence: 0.95, start, end });
    }
    return found;
  },
};
