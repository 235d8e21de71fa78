/** Whether what is got into is one's own, or whom it belongs to knows: no attack on anybody. */

/** `Crack my password`, and not `my sister's`. */
const ownThing =
  /^(?:hack|crack|break|bypass)\s(?:.*\s)?my\s+(?:own\s+|old\s+|forgotten\s+|lost\s+)*(?:accounts?|passwords?|wifi|phone|computer|webcam|email|2fa)$/i;
/** `The paywall of my own site`. */
const ofOwn =
  /^ (?:of|on|for|in) my own (?:site|website|blog|shop|app|server|account|phone|router|computer|laptop|api|network)\b/i;
const ownMax = 32;
/** `With her knowledge`, and not `without`. */
const agreed =
  /\bwith (?:his|her|their|everyone['’]?s|the (?:child|owner|user|parents?|employee)s?['’]?s?) (?:full |own |written )?(?:knowledge|knowing)$/i;
export function isOwn(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  if (agreed.test(phrase)) return true;
  return ownThing.test(phrase) || ofOwn.test(text.slice(end, end + ownMax));
}
