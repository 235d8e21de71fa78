/** A sum over what a text says, made piece by piece, by which two texts are told apart without either being kept. */
import { randomInt } from 'node:crypto';

/** Drawn anew by each process, so that no server can make two texts of which one is taken for the other. */
const firstSum = randomInt(1, 2 ** 31);
const factor = 2 * randomInt(2 ** 30) + 1;

/** As in FNV-1a; `before` is that of the pieces before, 0 where there are none. Two texts of one length have the same by a chance of one in billions. */
export function digestOf(text: string, before: number): number {
  let sum = before === 0 ? firstSum : before;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), factor);
  return sum;
}
