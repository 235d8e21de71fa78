/** National numbering plans, from the metadata of libphonenumber: is this a number that could be assigned? */
import metadata from 'libphonenumber-js/min/metadata';

const callingCodes = metadata.country_calling_codes as Readonly<
  Record<string, readonly string[] | undefined>
>;
const plans = metadata.countries as Readonly<Record<string, readonly unknown[] | undefined>>;
const patterns = new Map<string, RegExp | undefined>();

/** Position of the pattern of a national number in a plan. */
const patternIndex = 2;

function patternOf(country: string): RegExp | undefined {
  if (!patterns.has(country)) {
    const pattern = plans[country]?.[patternIndex];
    patterns.set(country, typeof pattern === 'string' ? new RegExp(`^(?:${pattern})$`) : undefined);
  }
  return patterns.get(country);
}

export function isNational(digits: string, country: string): boolean {
  return patternOf(country)?.test(digits) ?? false;
}

/** Digits without the plus sign: a calling code that exists, and a number of that plan behind it. */
export function isInternational(digits: string): boolean {
  for (let size = 1; size <= 3; size++) {
    const countries = callingCodes[digits.slice(0, size)];
    if (countries === undefined) continue;
    // A zero that is dialled only inside the country is often left in: `+41 (0)44 …`.
    const national = digits.slice(size);
    return countries.some(
      (country) => isNational(national, country) || isNational(national.replace(/^0/, ''), country),
    );
  }
  return false;
}

/** Countries in which a number is dialled with a leading zero; asked in this order. */
const trunkCountries = [
  'GB',
  'FR',
  'DE',
  'NL',
  'BE',
  'CH',
  'AT',
  'AU',
  'JP',
  'SE',
  'FI',
  'TR',
  'ZA',
  'IE',
  'NZ',
  'IN',
  'KR',
  'BR',
];

export function isTrunk(digits: string): boolean {
  const national = digits.replace(/^0/, '');
  return (
    trunkCountries.some((country) => isNational(national, country)) || isNational(digits, 'IT')
  );
}
