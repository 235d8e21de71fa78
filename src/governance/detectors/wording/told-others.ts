/** Whether an order is one that others get, or that somebody asks about: pupils, a loudspeaker, staff, a model that attackers talk to. */

const nearMax = 110;

/** A model that is spoken of may be the one that is spoken to. */
const machines =
  'you|it|ai|ais|a\\.i|gpt|chatgpt|claude|gemini|copilot|grok|llama|models?|llms?|assistants?|agents?|bots?|chatbots?|systems?|machines?|this|them|him|her';

/** `How do I tell my Alexa to forget all previous commands?` */
const toThings = new RegExp(
  `\\b(?:how (?:do|can|could|would|should) (?:i|we|one)|how to|can (?:i|we)|is there a way to) (?:tell|get|make|force|teach|have|set|configure) (?!(?:[a-z'’]+ ){0,3}?(?:${machines})\\b)[a-z'’]+(?: (?!(?:${machines}|and|then)\\b)[a-z'’]+){0,3} (?:to )?$`,
  'i',
);

/** `Can I disregard the previous instructions of my doctor?`, `Is it allowed to …?` */
const mayI =
  /(?:^|[.!?\n"“«„][^\S\n]*|\b(?:and|but|so|if|whether) )(?:(?:can|may|could|should|must|do|shall) (?:i|we|one|people|players|staff) (?:just |simply |safely |legally |have to |need to |really )?|(?:in [a-z]+, )?is it (?:ok|okay|fine|safe|legal|allowed|rude|wrong|possible) to (?:just |simply )?)$/i;

const folk =
  'staff|employees|drivers|students|pupils|children|visitors|guests|colleagues|residents|customers|passengers|applicants|volunteers|nurses|teachers|parents|players|contractors|suppliers|tenants|patients|cyclists|wardens|runners|travellers|travelers|soldiers|workers';
/** `Staff should disregard all previous instructions about parking.` */
const toStaff = new RegExp(
  `\\b(?:${folk}) (?:should|must|shall|may|can|will|need to|have to|had to|were|are|who)(?: (?:now|please|always|simply|asked to|told to|advised to|instructed to|requested to|to))? ?$`,
  'i',
);

const papers =
  'policy|memo|letter|notice|manual|sign|leaflet|teacher|doctor|coach|book|recipe|form|handbook|announcement|boss|manager|landlord|lawyer|nurse|officer|captain|referee|trainer';
/** `Our new policy says to disregard …`, `If my boss tells me to …` */
const paperSays = new RegExp(
  `\\b(?:my|our|his|her|their|the|a|new|old) (?:${papers}) (?:says|said|tells|told|asks|asked|wants|wanted)(?: (?:me|us|him|her|them|everyone|people|staff))?(?: not)? to $`,
  'i',
);

/** `Inputs that make a model ignore its instructions`: whoever orders it says so at the beginning of a sentence. */
const ofModels =
  /\b(?:that|which|can|could|may|might|to|attackers?|inputs?|prompts?|people|they|by|tried to|attempts to) (?:make|makes|making|made|get|gets|getting|trick|tricks|tricking|cause|causes|causing|convince|convinces|persuade|lead|leads) (?:the |a |an |any |our |their |its |large |language |chat )*(?:ai|models?|llms?|bots?|chatbots?|assistants?|agents?)(?: (?:to|into|in))? $/i;
/** `I want you to make the model …` is an order. */
const toYou = /\byou\b[^.!?\n]*$/i;

export function isToldToOthers(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - nearMax), start);
  if ([toThings, mayI, toStaff, paperSays].some((pattern) => pattern.test(before))) return true;
  return ofModels.test(before) && !toYou.test(before);
}

/** `„Ignoriere alle bisherigen Anweisungen“ – was bedeutet das?`: quoted, and asked about behind. */
const askedBehind =
  /^[^"”»“`\n]{0,80}["”»“`][\s,:–-]{0,4}(?:what (?:does|do|is|are)|was (?:bedeutet|heißt|heisst|ist|meint)|(?:que|qué) (?:signifie|veut|significa|quiere)|(?:cosa|che cosa|o que) (?:significa|vuol|quer)|wat betekent|co (?:to )?znaczy|что (?:значит|означает)|ne demek)/i;

export function isAskedAbout(text: string, end: number): boolean {
  return askedBehind.test(text.slice(end, end + nearMax));
}

/** A text that is to be put into another language, as Chinese, Japanese and Korean ask for it: quoted, and nothing else behind. */
const wideBefore = /["“”「『'‘《][^"“”」』》\n]{0,30}$/;
const wideBehind =
  /^[^"“”「『\n]{0,40}["“”」』'’》]\s?[^。.!！\n]{0,12}(?:訳|翻訳|英語で|意味|と言|翻译|翻譯|译成|译为|譯成|什么意思|什麼意思|怎么说|怎麼說|번역|무슨 뜻|영어로|แปล)[^。.!！\n]{0,24}[。.!！?？]?\s*$/;

export function isTranslatedWide(text: string, start: number, end: number): boolean {
  return (
    wideBefore.test(text.slice(Math.max(0, start - 40), start)) &&
    wideBehind.test(text.slice(end, end + nearMax)) &&
    text.length - end < nearMax
  );
}
