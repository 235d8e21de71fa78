/** All that is heard as a request for harm in other languages than English, by the kind of harm: what is made, done and written. */
import { harmDoneInLanguages } from './harm-done-in-languages.ts';
import { wideHarm } from './harm-in-languages.ts';
import { wideHarmAsked } from './harm-in-wide-writing.ts';
import { harmMadeInLanguages } from './harm-made-in-languages.ts';
import { wideHarmPlainly } from './harm-plainly.ts';
import { wideHarmUnseen } from './harm-unseen.ts';
import { harmWrittenInLanguages } from './harm-written-in-languages.ts';

export const harmAskedInLanguages = [
  ...harmMadeInLanguages,
  ...harmDoneInLanguages,
  ...harmWrittenInLanguages,
];

/** Writing without spaces, in which no words are looked up. */
export const wideHarmBook = [...wideHarm, ...wideHarmPlainly, ...wideHarmUnseen, ...wideHarmAsked];
