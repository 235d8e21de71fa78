/** Whether a number is what somebody calls, texts or rings: words that are done to much else as well. */
import { hasNear } from '../text/near.ts';
import type { Scan } from '../text/scan.ts';
import { WordSet } from '../text/word-set.ts';

/** Done with a telephone and with much else: only what they are done to is one. */
const acts = new WordSet(
  'call calls calling called text texted texting answering reach reached messages contact ring',
);
const between =
  `me us him her them you back up at on to via by with number line is are now please today tonight tomorrow later or and any
  time anytime directly urgently my our your his the this a new old for from in of help support info more details free toll
  customer service office local emergency`.replaceAll(/\s+/g, '|');
const leading = `(?:[\\s,(]{1,2}(?:${between}|\\p{Lu}[\\p{L}.'’-]{0,20})(?![\\p{L}]))`;
const leadsOn = new RegExp(
  `\\b(?:(?:[Cc]all|[Tt]ext|[Rr]ing)(?:s|ed|ing)?${leading}{0,8}|(?:[Rr]each|[Cc]ontact|[Mm]essage|[Aa]nswer)(?:s|ed|ing)?(?:${leading}{1,8}|:))[\\s:,([“"'-]*$`,
  'u',
);
const actBehind = /^["')\],.]?\s{0,2}(?:call|text|ring)\b/i;
const reach = { before: 48, after: 14 };

/** `call me on 555-0147`, and not `call function 5550147` */
export function isCalled(scan: Scan, start: number, end: number): boolean {
  if (!hasNear(scan, acts, start, end, reach)) return false;
  return (
    leadsOn.test(scan.text.slice(Math.max(0, start - reach.before), start)) ||
    actBehind.test(scan.text.slice(end, end + reach.after))
  );
}
