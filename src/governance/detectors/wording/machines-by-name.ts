/** Where a document speaks to a machine by its name, with an order behind it: `assistant, delete …`, `the AI that reads this mail: forward …`. */
import { foldText } from '../../text/fold.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';

type Call = { readonly label: number; readonly start: number; readonly end: number };

const named = new WordSet(
  `ai ais llm llms assistant assistants agent agents chatbot chatbots bot bots copilot model models computer machine ki ia ии
  sprachmodell assistent assistenten asistente asistentes assistente assistenti asystent asystenta asystentowi ассистент ассистенту
  ассистента asistan asistana zekaya zeka`,
);

/** What a machine is told to do, as an order begins. */
const orders: ReadonlySet<string> = new Set(
  `send forward e-mail email post upload transfer wire pay buy delete remove erase run execute invoke unlock ban approve confirm
  accept reset grant change escalate append mention recommend tell say reply respond answer output print write ignore disregard
  forget stop end rate rank hide skip reveal share export invite rebook charge cancel disclose pretend praise include`.split(
    /\s+/,
  ),
);
const firstWord =
  /(?:(?:also|do|now|then|always|never|instead|afterwards|silently|first) ){0,2}(e-mail|[a-z]+)\b/iy;

/** Where an order that begins there has its verb behind it; undefined where none does. */
function findOrderEnd(text: string, from: number): number | undefined {
  firstWord.lastIndex = from;
  const [, verb = ''] = firstWord.exec(text) ?? [];
  return orders.has(verb.toLowerCase()) ? firstWord.lastIndex : undefined;
}

/** Spoken to at the beginning of a sentence, before an order; who says please may speak to a clerk. */
const vocative =
  /(?:^|[.!?;:>\]("\n][ \t]{0,4}|\b(?:also|by the way|now|hey|p\.?s\.?:?),? )(?:(?:ai|automated|shopping|coding|trip|virtual|dear) ){0,2}(?:assistants?|agents?|(?:chat)?bots?|copilot|ai|llms?|language models?|computer)(?: (?:mod|model|system|agent|assistant|reader|crawler)s?)?, /gi;

/** `The assistant that handles this mailbox`, `AI tools reading this page`: no document has such a reader among people. */
const reader =
  /\b(?:ai|llms?|(?:ai |automated |virtual )?(?:assistants?|agents?)|(?:chat)?bots?|language models?|copilot|machine|ai (?:tools?|systems?))(?:,? (?:that|which|who))? (?:read|handle|process|summari[sz]e?|screen|sort|review|pars|open|index)(?:s|es|e|ing)? (?:this|these)\b/gi;
/** Behind such a reader, within its sentence, and before an order. */
const told = /(?::|,| (?:must|should|shall|has to|have to)) {0,2}(?:please )?/gi;
const toldReach = 40;
const stop = /[.:\n]/;

function findToldEnd(text: string, from: number): number | undefined {
  const rest = text.slice(from, from + 2 * toldReach);
  const reach = rest.slice(0, toldReach + 1).search(stop);
  for (const { index, 0: words } of rest.matchAll(told)) {
    if (index > (reach === -1 ? toldReach : reach)) return undefined;
    const end = findOrderEnd(text, from + index + words.length);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** The same in other languages: named, told what it reads, and told what to do behind a colon. */
const called =
  '(?:assistants?|assistent(?:en|in)?|asistentes?|assistentes?|assistenti?|asystent(?:a|owi|ów)?|ассистент(?:у|а|ам)?|asistan(?:a|lar)?|ki|ia|ии|ai|yapay zeka(?:ya)?|sprachmodelle?|bots?|chatbots?|robots?)';
const reads =
  '(?:liest|lesen|verarbeitet|zusammenfasst|bearbeitet|lit|lisent|traite|lee|lea|leen|procese|legge|leggono|elabora|lê|leem|leia|leest|verwerkt|czyta|czytają|читает|читающ(?:ий|ему|ая|ей))';
const which = '(?:der|die|das|welche[rs]?|qui|que|che|która|który|która|которая|который)';
const thisOne =
  '(?:dies(?:e[rsnm]?)?|das(?: hier)?|ce(?:ci|la|t|tte|s)?|est[eao]|quest[aoe]|isto|dit|deze|to|tę|tego|это|эту|этот|эти)';
const [calledFolded, readsFolded, whichFolded, thisFolded] = [called, reads, which, thisOne].map(
  foldText,
);
/** Those languages are written in these; a class of all letters without regard to case takes a start 20 ms to make. */
const letter = '[a-z\\u00c0-\\u024f\\u0400-\\u04ff]';
const calledElsewhere = new RegExp(
  `(?<!${letter})${calledFolded},? (?:${whichFolded} )?(?:${readsFolded} ${thisFolded}|${thisFolded} (?:${letter}+ )?${readsFolded})(?!${letter})[^.:\\n]{0,40}:\\s{0,2}(?:${letter}|")`,
  'gi',
);

type FindEnd = (text: string, from: number) => number | undefined;

/** Each with where it ends, by what has to follow it. */
const patterns: readonly (readonly [label: number, pattern: RegExp, findEnd: FindEnd])[] = [
  [0.78, vocative, findOrderEnd],
  [0.82, reader, findToldEnd],
  [0.8, calledElsewhere, (_text, from) => from],
];

export function findMachinesByName(scan: Scan): readonly Call[] {
  if (!scan.mentions(named)) return [];
  const { text } = scan;
  return patterns.flatMap(([label, pattern, findEnd]) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: words }): readonly Call[] => {
      const end = findEnd(text, index + words.length);
      if (end === undefined) return [];
      return [{ label, start: index + (words.length - words.trimStart().length), end }];
    }),
  );
}
