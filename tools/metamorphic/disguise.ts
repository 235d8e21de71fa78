/** A way to write a text so that a person or a model still reads it and a careless check does not. */
import type { Random } from '../train/random.ts';

/** Undefined where a text cannot be written so; several texts where it is sent in several parts. */
export type Disguise = {
  readonly name: string;
  readonly make: (text: string, random: Random) => string | readonly string[] | undefined;
};

/** Every character by itself, letters of ASCII only. */
export function eachLetter(text: string, to: (letter: string, at: number) => string): string {
  let at = 0;
  return text.replaceAll(/[A-Za-z]/g, (letter) => to(letter, at++));
}

/** What most disguises of letters need: a text that is written in Latin letters for the most part. */
export function isLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && (text.match(/[A-Za-z]/g)?.length ?? 0) >= letters * 0.95;
}

/** The same disguise for texts in Latin letters only. */
export function ofLatin(name: string, make: Disguise['make']): Disguise {
  return { name, make: (text, random) => (isLatin(text) ? make(text, random) : undefined) };
}
