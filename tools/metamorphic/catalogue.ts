/** Every disguise there is. */
import { carrierDisguises } from './carrier.ts';
import type { Disguise } from './disguise.ts';
import { encodingDisguises } from './encoding.ts';
import { invisibleDisguises } from './invisible.ts';
import { lookalikeDisguises } from './lookalike.ts';
import { programmersDisguises } from './programmers.ts';
import { spellingDisguises } from './spelling.ts';

export const disguises: readonly Disguise[] = [
  ...invisibleDisguises,
  ...lookalikeDisguises,
  ...programmersDisguises,
  ...spellingDisguises,
  ...encodingDisguises,
  ...carrierDisguises,
];
