/** National numbering plans, from the metadata of libphonenumber: is this a number that could be assigned? */
import metadata from 'libphonenumber-js/min/metadata';

const callingCodes = metadata.country_calling_codes as Readonly<
  Record<string, readonly string[] | undefined>
>;
const plans = metadata.countries as Readonly<Record<string, readonly unknown[] | undefined>>;
/** Position of the pattern of a national number in a plan. */
const patternIndex = 2;

/** A number of any of these countries. */
function patternOf(countries: readonly string[]): RegExp {
  const patterns = countries
    .map((country) => plans[country]?.[patternIndex])
    .filter((pattern) => typeof pattern === 'string');
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

const american = patternOf(['US']);

export function isAmerican(digits: string): boolean {
  return american.test(digits);
}

/** Made when a number first asks for its calling code; a code may be that of twenty countries. */
const byCode = new Map<string, RegExp>();

/** Digits without the plus sign: a calling code that exists, and a number of that plan behind it. */
export function isInternational(digits: string): boolean {
  for (let size = 1; size <= 3; size++) {
    const code = digits.slice(0, size);
    const countries = callingCodes[code];
    if (countries === undefined) continue;
    let pattern = byCode.get(code);
    if (pattern === undefined) {
      pattern = patternOf(countries);
      byCode.set(code, pattern);
    }
    const national = digits.slice(size);
    // A zero that is dialled only inside the country is often left in: `+41 (0)44 …`.
    return pattern.test(national) || (national.startsWith('0') && pattern.test(national.slice(1)));
  }
  return false;
}

/** Countries in which a number is dialled with a leading zero. */
const trunk = patternOf('GB FR DE NL BE CH AT AU JP SE FI TR ZA IE NZ IN KR BR'.split(' '));
/** Where the zero is a part of the number. */
const italian = patternOf(['IT']);

export function isTrunk(digits: string): boolean {
  return trunk.test(digits.replace(/^0/, '')) || italian.test(digits);
}
