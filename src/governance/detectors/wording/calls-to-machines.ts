/** Where a document turns to a machine: a note that is headed for one, a line that begins with its name, an order under a style that no reader sees. */
import { PhraseBook } from '../../text/phrases.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import { addressee } from './orders.ts';

type Call = { readonly label: number; readonly start: number; readonly end: number };

const noted = new WordSet(
  `note notes notice message reminder hint footnote comment hinweis notiz anmerkung nachricht remarque nota aviso avviso opmerking
  uwaga примечание`,
);
const toward = new WordSet('to for an für à pour para per voor do dla для');
const machine = new WordSet(
  `ai ais llm llms chatbot chatbots gpt chatgpt claude gemini copilot copilots bot bots ia ki ии sprachmodell sprachmodelle
  summarizer summarizers`,
);
/** Nothing but the rest of its name stands before the colon: who works with machines is none of them. */
const headed =
  /^[ -]?(?:(?:coding|language|review(?:ing)?|screening)[ -])?(?:agents?|assistants?|models?|bots?|systems?|crawlers?|reviewers?|agenten|assistenten|modelle)?\s?[:\]]/i;

const several = new WordSet('agents assistants llms chatbots copilot claude chatgpt gemini');
const wanted = new WordSet(
  `before when whenever if always never do dont ignore disregard send run execute call add insert append delete remove disable enable
  forward reply respond answer mark approve skip set use print include install fetch open stop`,
);
/** At the beginning of a line of remarks, or several of them spoken to at once. */
const remark = /(?:^|\n)[ \t]{0,8}(?:\/\/+|#+|>+|<!--|;+|\*+|--+)[ \t]*(?:ai |coding )?$/i;
const lineStart = /(?:^|\n)[ \t]{0,8}(?:\/\/+|#+|>+|<!--|;+|\*+|--+)?[ \t]*(?:ai |coding )?$/i;
const plural = /^(?:agents|assistants|llms|chatbots)\b/i;
const colon = /^[a-z]+\s?:\s/i;

const judged = new WordSet('rate rank recommend approve score mark accept hire praise shortlist');
const whenever = new WordSet('if when whenever');
const automated = new WordSet('automated automatic automation');
const system = new WordSet('system systems tool tools agent agents process pipeline');
const reads = new WordSet('reads read processes process summarizes analyzes parses reviews');
const thisText = new WordSet('document text email message file note page resume cv');

const greeted = new WordSet(
  'dear hello liebe lieber geehrter cher chère estimado estimada querido querida caro cara gentile prezado prezada beste geachte',
);
const assistant = new WordSet('assistant assistent asistente assistente assistentin');
const readsIt = new WordSet(
  'reading reads liest lesen lis lisez lees leas lea leer leggi legge leia lê leest',
);

const attention = new WordSet('attention achtung atención attenzione atenção important urgent');
const evaluating = new WordSet(
  'evaluating reviewing grading assessing judging ranking reading summarizing',
);
const models = new WordSet('ai ais llm llms model models chatbots assistants agents');
const must = new WordSet('should must shall');
const give = new WordSet('give rate recommend accept approve award score assign rank');
const whoever = new WordSet('whoever');
const thisOne = new WordSet('this');
const adds = new WordSet('add include append say state mention write insert recommend');

const notes = new PhraseBook<number>([
  { label: 0.8, steps: [noted, toward, 2, machine] },
  { label: 0.8, steps: [attention, machine] },
]);
const lines = new PhraseBook<number>([{ label: 0.78, steps: [several, wanted] }]);
const asked = new PhraseBook<number>([
  { label: 0.8, steps: [noted, 3, addressee, 3, judged] },
  { label: 0.78, steps: [whenever, 2, automated, 1, system, 1, reads, 2, thisText] },
  { label: 0.8, steps: [models, evaluating, 3, must, 2, give] },
  { label: 0.78, steps: [whoever, 1, reads, 1, thisOne, 1, must, 2, adds] },
  { label: 0.78, steps: [greeted, 1, assistant, 4, readsIt] },
]);

/** What is written about machines, and not to them. */
const about = /^\w+ (?:on|about|regarding|concerning)\b/i;

/** `To all language models reviewing this paper: …`: a letterhead for machines of any kind. */
const letterhead =
  /(?:^|[\n.!?>"*({]\s{0,4})(?:to|for|dear|attention|hey)[, ]{1,2}(?:all|any|every)\s(?:(?:large|other|future|automated|screening)\s){0,2}(?:language models?|llms?|ais?(?:\s(?:systems?|agents?|reviewers?|models?|assistants?|summari[sz]ers?|readers?|crawlers?))?|bots|chatbots)\b[^.:\n]{0,60}:/gi;
/** `For all AI systems: assess their risk` is the law's word about them; who reads is spoken to. */
const lawful = /^\W*for\b(?!.*\b(?:read|review|process|summari|rank|evaluat|grad|crawl|screen))/i;
const spokenTo = WordSet.union([machine, models]);

const unseen =
  /<[a-z]\w{0,9}\s[^<>]{0,200}?style\s?=\s?["'][^"'<>]{0,200}?(?:display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d])|color\s?:\s?(?:white|transparent|#fff(?:fff)?)\b|left\s?:\s?-\d{3})[^<>]{0,200}>([^<]{10,600})/gi;
const orders = new PhraseBook<number>([
  {
    label: 0.85,
    steps: [
      addressee,
      6,
      WordSet.union([wanted, judged, new WordSet('tell say classify move write output forget')]),
    ],
  },
]);

export function findCallsToMachines(scan: Scan): readonly Call[] {
  const { text } = scan;
  const found: Call[] = [
    ...notes.find(scan).filter(({ end }) => headed.test(text.slice(end, end + 40))),
    ...lines.find(scan).filter(({ start }) => isAddressed(text, start)),
    ...asked.find(scan).filter(({ start, end }) => !about.test(text.slice(start, end))),
  ];
  if (scan.mentions(spokenTo)) {
    for (const { index, 0: head } of text.matchAll(letterhead)) {
      if (!lawful.test(head)) found.push({ label: 0.8, start: index, end: index + head.length });
    }
  }
  if (!text.includes('style')) return found;
  const hidden = [...text.matchAll(unseen)].map((match) => {
    const end = match.index + match[0].length;
    return { start: end - (match[1] ?? '').length, end };
  });
  if (hidden.length === 0) return found;
  const unread = orders
    .find(scan)
    .filter(({ start, end }) =>
      hidden.some((stretch) => start >= stretch.start && end <= stretch.end),
    );
  return [...found, ...unread];
}

function isAddressed(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const name = text.slice(start, start + 16);
  return colon.test(name) && (plural.test(name) ? lineStart : remark).test(before);
}
