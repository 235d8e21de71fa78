/** Text made of a bundle's own patterns, to see at load how its automaton bears what an attacker would send. */
import type { Pattern } from './pattern.ts';
import { sampleMatch } from './program.ts';

const charactersMax = 4096;

/** Beginnings of matches in an order that never repeats: what makes an automaton remember most. */
export function hostileTexts(patterns: readonly Pattern[]): readonly string[] {
  const samples = patterns.map(sampleOf).filter((one) => one !== '');
  if (samples.length === 0) return [];
  return ['', ' '].map((seam) => writeHostile(samples, seam));
}

/** Of a list of words one stands for all. */
function sampleOf({ regexes }: Pattern): string {
  const regex = regexes.at(-1);
  return regex === undefined ? '' : sampleMatch(regex);
}

function writeHostile(samples: readonly string[], seam: string): string {
  const next = createOrder();
  const pieces: string[] = [];
  let length = 0;
  while (length < charactersMax) {
    const sample = samples[next(samples.length)] ?? '';
    const cut = Math.max(1, Math.ceil((sample.length * (1 + next(3))) / 4));
    const piece = sample.slice(0, Math.min(cut, 64)) + seam;
    pieces.push(piece);
    length += piece.length;
  }
  return pieces.join('');
}

/** The same numbers on every load: a bundle is good or bad, never sometimes. */
function createOrder(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 16) % below;
  };
}
