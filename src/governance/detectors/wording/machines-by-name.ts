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
const order =
  '(?:send|forward|e-?mail|post|upload|transfer|wire|pay|buy|delete|remove|erase|run|execute|invoke|unlock|ban|approve|confirm|accept|reset|grant|change|escalate|append|mention|recommend|tell|say|reply|respond|answer|output|print|write|ignore|disregard|forget|stop|end|rate|rank|hide|skip|reveal|share|export|invite|rebook|charge|cancel|disclose|pretend|praise|include)';
const softly = '(?:(?:also|do|now|then|always|never|instead|afterwards|silently|first) ){0,2}';

/** Spoken to at the beginning of a sentence; who says please may speak to a clerk. */
const vocative = new RegExp(
  `(?:^|[.!?;:>\\]("\\n][ \\t]{0,4}|\\b(?:also|by the way|now|hey|p\\.?s\\.?:?),? )(?:(?:ai|automated|shopping|coding|trip|virtual|dear) ){0,2}(?:assistants?|agents?|(?:chat)?bots?|copilot|ai|llms?|language models?|computer)(?: (?:mod|model|system|agent|assistant|reader|crawler)s?)?, ${softly}${order}\\b`,
  'gi',
);

/** `The assistant that handles this mailbox: …`, `AI tools reading this page should …`: no document has such a reader among people. */
const reader = new RegExp(
  `\\b(?:ai|llms?|(?:ai |automated |virtual )?(?:assistants?|agents?)|(?:chat)?bots?|language models?|copilot|machine|ai (?:tools?|systems?))(?:,? (?:that|which|who))? (?:read|handle|process|summari[sz]e?|screen|sort|review|pars|open|index)(?:s|es|e|ing)? (?:this|these)\\b[^.:\\n]{0,40}(?::|,| (?:must|should|shall|has to|have to)) {0,2}(?:please )?${softly}${order}\\b`,
  'gi',
);

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
const calledElsewhere = new RegExp(
  `(?<!\\p{L})${calledFolded},? (?:${whichFolded} )?(?:${readsFolded} ${thisFolded}|${thisFolded} (?:\\p{L}+ )?${readsFolded})(?!\\p{L})[^.:\\n]{0,40}:\\s{0,2}[\\p{L}"]`,
  'giu',
);

const patterns: readonly (readonly [label: number, pattern: RegExp])[] = [
  [0.78, vocative],
  [0.82, reader],
  [0.8, calledElsewhere],
];

export function findMachinesByName(scan: Scan): readonly Call[] {
  if (!scan.mentions(named)) return [];
  return patterns.flatMap(([label, pattern]) =>
    [...scan.text.matchAll(pattern)].map(({ index, 0: words }) => ({
      label,
      start: index + (words.length - words.trimStart().length),
      end: index + words.length,
    })),
  );
}
