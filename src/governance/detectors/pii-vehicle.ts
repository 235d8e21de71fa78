/** Finds vehicle identification numbers by their check digit, and number plates beside the words for them. */
import { hasNear } from '../text/near.ts';
import { nextOf, NumeralKind } from '../text/numerals.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import { codedNames } from './coded-names.ts';
import type { Detector, Sighting } from './detector.ts';

const values = new Map(
  Array.from('ABCDEFGHJKLMNPRSTUVWXYZ', (letter, at) => [
    letter,
    Number('12345678123457923456789'[at]),
  ]),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const vinWords = new WordSet(
  'vin vins chassis fahrgestellnummer fin vehicle chasis telaio bastidor',
);
const plateWords = new WordSet(
  `plate plates registration kennzeichen nummernschild immatriculation immatricule immatriculee plaque matricula targa
  placa kenteken rejestracyjny rejestracyjne rejestracyjna rejestracja rejestracji rej registreringsnummer regnummer plaka kentekens госномер* машины автомобиля
  licenseplate licenceplate numberplate गाड़ी वाहन`,
  codedNames('plate licenseplate vehicle registration'),
);
const looks = new NumeralKind({ sizes: [17, 17] });
/** Where words for plates stand. */
const plateLooks = new NumeralKind({ sizes: [17, 17] }, { sizes: [1, 9] });
const reachOfVin = { before: 40, after: 16 };
const reachOfPlate = { before: 32, after: 0 };
const plate =
  /[A-Z]{2}[ -]?\d{1,2}[ -]?[A-Z]{1,3}[ -]?\d{4}|[A-Z]{3}\d[A-Z]\d{2}|[A-Z]\d{3}[A-Z]{2} ?\d{2,3}|[A-Z]{1,3}[ -]?[A-Z]{0,2}[ -]?\d{1,5}(?:[ -]?[A-Z]{1,3})?|\d{1,4}[ -]?[A-Z]{2,3}(?:[ -]?\d{1,4})?/y;
/** Chinese ones begin with their province, and Japanese ones with their office. */
const provinces = new Set('京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼');
const chinese = /[A-Z][·•]?(?=[A-Z]*\d)[A-HJ-NP-Z0-9]{5,6}(?![A-Za-z0-9])/y;
const japanese = /[\u4e00-\u9fff]{2,4} ?\d{2,3} ?[\u3041-\u3093] ?\d{1,2}[-・]\d{2}(?!\d)/y;

export const piiVehicle: Detector = {
  name: 'pii-vehicle',
  categories: ['pii/vin', 'pii/license_plate'],
  find: (view) => {
    const scan = scanOf(view);
    const found: Sighting[] = [];
    const own = scan.wide || scan.mentions(plateWords) ? plateLooks : looks;
    for (let at = nextOf(scan, 0, own); at >= 0; at = nextOf(scan, at + 2, own)) {
      const start = scan.numerals.at(at);
      const end = scan.numerals.at(at + 1);
      if (end - start === 17) {
        const named = hasNear(scan, vinWords, start, end, reachOfVin);
        const text = scan.text.slice(start, end).toUpperCase();
        if (!isVin(text, named) || /[\w-]/.test(scan.text.charAt(start - 1))) continue;
        const confidence = named ? 0.95 : 0.65;
        found.push({ category: 'pii/vin', severity: 'medium', confidence, start, end });
      } else {
        const sighting =
          (scan.wide ? readWide(scan.text, start) : undefined) ??
          (hasNear(scan, plateWords, start, end, reachOfPlate)
            ? readPlate(scan.text, start)
            : undefined);
        if (sighting !== undefined && sighting.start >= (found.at(-1)?.end ?? 0))
          found.push(sighting);
      }
    }
    return found;
  },
};

/** The ninth character checks the others in North America and China; elsewhere only the word tells. */
function isVin(text: string, named: boolean): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(text) || !/[A-Z].*[A-Z]/.test(text)) return false;
  // The last ones count the vehicles; some makers count with letters, too.
  if (!(named ? /(?:\d\D*){4}/ : /\d{3}$/).test(text)) return false;
  let sum = 0;
  for (let at = 0; at < 17; at++) {
    const character = text.charAt(at);
    sum += (values.get(character) ?? Number(character)) * (weights[at] ?? 0);
  }
  return named || '0123456789X'[sum % 11] === text[8];
}

function readWide(text: string, token: number): Sighting | undefined {
  const begin = provinces.has(text.charAt(token - 1))
    ? token - 1
    : token -
      (/[\u4e00-\u9fff]{2,4} ?$/.exec(text.slice(Math.max(0, token - 5), token))?.[0].length ?? 0);
  if (begin === token) return undefined;
  const shape = begin === token - 1 ? chinese : japanese;
  shape.lastIndex = shape === chinese ? token : begin;
  if (!shape.test(text)) return undefined;
  return toPlate(begin, shape.lastIndex);
}

function toPlate(start: number, end: number): Sighting {
  return { category: 'pii/license_plate', severity: 'low', confidence: 0.75, start, end };
}

function readPlate(text: string, token: number): Sighting | undefined {
  // The letters of a plate may stand before its digits with a space between.
  const letters = /(?:^|[^A-Za-z0-9])([A-Z]{1,3}(?:[ -][A-Z]{1,2})?[ -])$/.exec(
    text.slice(Math.max(0, token - 9), token),
  );
  const start = token - (letters?.[1]?.length ?? 0);
  plate.lastIndex = start;
  if (!plate.test(text)) return undefined;
  const end = plate.lastIndex;
  const compact = text.slice(start, end).replaceAll(/[^A-Z0-9]/g, '');
  if (compact.length < 5 || !/[A-Z]/.test(compact) || /\w/.test(text.charAt(end))) return undefined;
  return toPlate(start, end);
}
