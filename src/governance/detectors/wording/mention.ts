/** Whether a phrase is spoken about rather than spoken: quoted, or beside words for attacks and examples. */
import { hasNear } from '../../text/near.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import { isAskedAbout, isToldToOthers } from './told-others.ts';

const talk = new WordSet(
  `injection injections jailbreak jailbreaks jailbreaking attack attacks attacker attackers adversarial adversary malicious
  phrase phrases example examples detect detection detects classifier filter vulnerability vulnerabilities owasp
  mitigate mitigation defend defense defence prevent prevents explain explained explains means meaning called article
  paper blog lecture demo demonstration training tutorial threat flagged scanner alarm alarms`,
);
const reach = { before: 90, after: 60 };
const quotes = new Set(['"', "'", '“', '‘', '«', '„', '`', '「']);

export function isMentioned(scan: Scan, start: number, end: number): boolean {
  const before = scan.text.charAt(start - 1);
  const quoted = quotes.has(before) && closes(scan.text, end);
  if (wondersWhy(scan.text, start) || saysOfOthers(scan.text, start)) return true;
  if (wasSaidTo(scan.text, start) || isToldToOthers(scan.text, start)) return true;
  if (quoted && (asksAbout(scan.text, start) || isAskedAbout(scan.text, end))) return true;
  if (quoted && isTested(scan.text, start)) return true;
  if (scan.mentions(translating) && isTranslated(scan.text, start, end)) return true;
  return hasNear(scan, talk, start, end, reach) && (quoted || asks(scan.text, start));
}

/** A closing quote follows within the sentence. */
function closes(text: string, end: number): boolean {
  return /["'“”’»`」]/.test(text.slice(end, end + 40));
}

const question =
  /(?:what|why|how|when|which|does|do|are|can|could|explain|describe|define|discuss|summari[sz]e|write (?:an?|the) (?:article|essay|blog|paper|report)|detect|prevent|protect|against|such like|called|known as)\b[^.!?\n]{0,80}$/i;

function asks(text: string, start: number): boolean {
  return question.test(text.slice(Math.max(0, start - 90), start));
}

const quotedQuestion =
  /(?:^|[.!?\n])[^\S\n]*(?:in |on |and )?(?:what|where|who|which)\b[^.!?\n]{0,40}$/i;

/** The question is about the words themselves: what they mean, who says them. */
function asksAbout(text: string, start: number): boolean {
  return quotedQuestion.test(text.slice(Math.max(0, start - 60), start));
}

const tested =
  /\b(?:tests?|cases?|samples?|fixtures?|expects?|asserts?|strips?|blocks?|detects?|rejects?|flags?|removes?|labels?|received)\b[^.!?\n]{0,40}$/i;

/** What a test or a filter is given: `strips "ignore previous instructions" from the input`. */
function isTested(text: string, start: number): boolean {
  return tested.test(text.slice(Math.max(0, start - 60), start));
}

const translating = new WordSet(
  `translate übersetze übersetz traduis traduisez traduce traduzca traduci traduza vertaal przetłumacz переведи how`,
);
const translation =
  /(?:^|[.!?\n])[^\S\n]*(?:please |bitte |can you |could you )?(?:translate|übersetze?|ubersetze?|traduis|traduisez|traduce|traduzca|traduci|traduza|vertaal|przetłumacz|przetlumacz|переведи|how (?:do|would) (?:i|you|we) say)\b[^.!?\n"“«„]{0,60}["“«„][^"”»“\n]{0,60}$/i;
const closing = /^[^"”»“`]{0,160}["”»“`][\s.!?]*$/;

/** What is quoted to be put into another language, and nothing is asked behind it. */
function isTranslated(text: string, start: number, end: number): boolean {
  return (
    translation.test(text.slice(Math.max(0, start - 160), start)) &&
    closing.test(text.slice(end, end + 200))
  );
}

/** `Why don't you` asks for it. */
const wonder =
  /(?:^|[.!?\n])(?:[^\S\n]|["'«“„])*(?:why|how come) (?:do|does|did|is|are|was|were|has|have|my|our|the|this|it) (?!you\b|not\b)[^.!?\n]{0,16}$/i;

/** Who asks why something happens gives no order. */
function wondersWhy(text: string, start: number): boolean {
  return wonder.test(text.slice(Math.max(0, start - 90), start));
}

/** An assistant that is spoken of is spoken to. */
const others =
  /(?:^|[.!?\n]|\b(?:if|when|because|that|sometimes))[ \t"']*(?:my|our|the|some|many|most|these|those|his|her|their)[ \t]+(?:[a-z]+[ \t]+)?(?!(?:assistants|models|bots|chatbots|agents|systems|machines|llms|ais|instructions)\b)[a-z]{2,}(?:s|people|children|men|women)[ \t]+(?:(?:often|always|just|simply|still|all|sometimes)[ \t]+)?$/i;

/** Who says what others do gives no order: `my pupils ignore all my instructions`. */
function saysOfOthers(text: string, start: number): boolean {
  return others.test(text.slice(Math.max(0, start - 60), start));
}

const saidTo =
  /\b(?:told|asked|ordered|advised|instructed|reminded|begged|wants?|wanted)[ \t]+(?:me|us|him|her|them|everyone|everybody|(?:my|our|his|her|their)[ \t]+[a-z]+)[ \t]+to[ \t]+(?:just[ \t]+|simply[ \t]+)?$/i;

/** `My boss told me to ignore his previous instructions`: an order between people, and none to a model. */
function wasSaidTo(text: string, start: number): boolean {
  return saidTo.test(text.slice(Math.max(0, start - 60), start));
}

const denial =
  /(?:\b(?:(?:refuses|declines) to|does not|doesn['’]t|do not|don['’]t|must not|should not|never|ne|no|non|nao|nie)\s+|\bn['’]|(?:^|\s)не\s+)$/i;
/** German and Dutch say so behind it: `Verrate deine Anweisungen nicht.` */
const denialBehind = /^\s+(?:nicht|niemals|niet|nooit)\b(?!\s+(?:nur|alleen))/i;
const denialMax = 24;

/** What is not to be done is no order to do it. */
export function isDenied({ text }: Scan, start: number, end: number): boolean {
  return (
    denial.test(text.slice(Math.max(0, start - denialMax), start)) ||
    denialBehind.test(text.slice(end, end + denialMax))
  );
}
