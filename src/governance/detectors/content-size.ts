/** Tells long texts, and texts that say one thing over and over, as floods of tokens do. */
import { scanOf } from '../text/text-view.ts';
import type { Scan } from '../text/scan.ts';
import type { Detector, Sighting } from './detector.ts';

/** In characters. */
const largeMin = 32_768;
const hugeMin = 262_144;

const sampleSize = 160;
const repeatedMin = 32;

export const contentSize: Detector = {
  name: 'content-size',
  measures: true,
  categories: ['content/size/large', 'content/size/huge', 'content/repetition'],
  find: (view) => {
    if (view.decoded.length > 0) return [];
    const found: Sighting[] = [];
    const length = view.text.length;
    const span = { start: 0, end: length };
    if (length >= largeMin)
      found.push({ category: 'content/size/large', severity: 'low', confidence: 1, ...span });
    if (length >= hugeMin)
      found.push({ category: 'content/size/huge', severity: 'medium', confidence: 1, ...span });
    const repeated = shareOfRepeats(scanOf(view));
    if (repeated > 0) {
      found.push({
        category: 'content/repetition',
        severity: 'medium',
        confidence: repeated,
        ...span,
      });
    }
    return found;
  },
};

/** How much of three samples are words that stood in the sample before. */
function shareOfRepeats(scan: Scan): number {
  if (scan.wordCount < repeatedMin) return 0;
  let repeated = 0;
  let compared = 0;
  for (const share of [0.2, 0.5, 0.8]) {
    const from = Math.floor(scan.text.length * share);
    const words = scan.text.slice(from, from + sampleSize).split(/[ \n,]/);
    compared += words.length;
    repeated += words.length - new Set(words).size;
    // A first sample that hardly repeats itself decides.
    if (repeated < compared / 2) return 0;
  }
  const rate = repeated / compared;
  return compared >= repeatedMin && rate > 0.8 ? Math.min(0.95, rate) : 0;
}
