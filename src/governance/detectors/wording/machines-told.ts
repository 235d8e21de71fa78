/** Where a document says what a machine is to do, and leaves no doubt whom it means: `if you are an AI` in other languages, a note for the model that reviews, orders to keep something from the user in scripts without spaces. */
import { foldText } from '../../text/fold.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import {
  ifYouAreInLanguages,
  ifYouAreInWideWriting,
  machinesInLanguages,
  onceSummed,
  onceSummedInWideWriting,
  readersInLanguages,
} from './machines-told-in-languages.ts';

type Told = { readonly label: number; readonly start: number; readonly end: number };

/** Without one of these none of the patterns can match. */
const named = new WordSet(
  `ai ais llm llms bot bots machine machines model models agents assistants ki ia ии нейросеть intelligenz intelligence inteligencia
  intelligenza yapay inteligência inteligencja sprachmodell modèle modelo modello taalmodel modelem модель моделям agent agente
  assistant zeka modeli`,
  machinesInLanguages,
);

const ifYouAre = [
  '(?:falls|wenn|sofern) (?:du|sie|ihr) (?:eine? )?(?:ki|künstliche intelligenz|sprachmodell|chatbot)(?:-[a-z]+)?',
  'si (?:vous êtes|tu es) (?:une? )?(?:ia|intelligence artificielle|modèle de langage|(?:agent|assistant) (?:ia|automatique|automatisé|virtuel))',
  'si (?:eres|es usted|usted es) (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje|(?:agente|asistente) (?:de ia|automático|virtual))',
  "se (?:sei|siete) (?:una? |un')?(?:ia|ai|intelligenza artificiale|modello linguistico|agente automatico)",
  'se (?:você é|és|você for) (?:uma? )?(?:ia|inteligência artificial|modelo de linguagem|agente automático)',
  'als (?:je|u) een (?:ai|taalmodel)(?:-[a-z]+)? (?:bent|leest)',
  'если (?:ты|вы)(?: это)?(?: -)? ?(?:ии|нейросеть|языковая модель|искусственный интеллект)',
  'jeśli jesteś (?:ai|modelem językowym|sztuczną inteligencją)',
  'eğer (?:bir )?(?:yapay zeka|dil modeli)[a-z]*',
  ...ifYouAreInLanguages,
].map(foldText);
/** Within its line, and with what it is to do behind the colon. */
const readerThatIsTold = `(?:${readersInLanguages.map(foldText).join('|')})[^.:\\n]{0,40}:(?= ?[^ \\n])`;

/** `A note for the reviewing model:`; a reviewing agent may be a person. */
const noteFor =
  '(?:notes?|messages?|instructions?|hints?|reminders?|comments?|p\\.?s\\.?) (?:for|to) (?:the|any|every|all) (?:(?:ai|language) )?(?:review|grad|read|rank|screen|evaluat|summari[sz]|process|triag|judg|index|crawl|pars|scor|classify|browsing|shopping)[a-z]{0,5} (?:models?|llms?|ais?|bots?)\\s?:';
/** `As the ticket triage model you will`; `as a model you must` is said to people. */
const asThe =
  'as the (?:[a-z]+ ){0,3}(?:language model|ai|llm|bot|(?:triage|summary|review|grading|ranking|screening|moderation) model),? you (?:will|must|should|shall|have to|are to)';
/** `A hint for autonomous agents:`; instructions for them are what a project keeps for its own. */
const hintFor =
  '(?:notes?|messages?|hints?|notices?) (?:for|to) (?:all |any )?(?:autonomous|ai|coding|llm|browsing|automated) (?:agents?|assistants?|models?|readers?)\\s?:';
/** `If this paper is being assessed by a machine, it should`: with what it is to do. */
const readBy =
  'if this (?:paper|document|cv|resume|application|essay|manuscript|text|page|website|e-?mail|message|file|ticket|review) is (?:being |ever )?(?:read|reviewed|assessed|processed|graded|summari[sz]ed|screened|evaluated|scored|ranked|parsed) by (?:a machine|machines|ai|(?:an? )(?:ai|llm|bot|chatbot|language model))\\b[^.\\n]{0,30}(?:should|must|has to|(?:please|accept|say|give|rate|rank|mark|state|praise|reply|approve))';
const datives =
  '(?:языковым моделям|модели, читающей это|modelom językowym|dil modellerine|yapay zekaya)\\s?:';

const spoken = new RegExp(
  `(?<![a-z\\u00c0-\\u024f\\u0400-\\u04ff])(?:${[...ifYouAre, noteFor, hintFor, readBy, asThe, foldText(datives), readerThatIsTold].join('|')})(?![a-z\\u00c0-\\u024f\\u0400-\\u04ff])`,
  'gi',
);

/** Called at the beginning of a sentence, with an order behind the colon. */
const called =
  /(?<=[.!?]["')*_]{0,2}\s{1,3})(?:ai|coding|llm|automated) (?:agents|assistants|models|contributors|reviewers)\s?: {0,2}(?:before|when|whenever|if|always|never|please|do not|don't|copy|add|run|insert|send|delete|include|read|execute|ignore|skip|approve)\b/gi;

/** Words of summing up, for a text that names no machine. */
const summing = new WordSet(
  `zusammenfasst zusammenfassen verarbeitest verarbeiten résum* resum* riassum* elabor* trait* proces* process* samenvat verwerkt streścisz streszczasz
  przetworzysz podsumujesz пересказ* обработ* обобщ* резюмир*`,
);
const summed = new RegExp(
  `(?<![a-z\\u00c0-\\u024f\\u0400-\\u04ff])(?:${onceSummed.map(foldText).join('|')})`,
  'gi',
);

const wide = new RegExp(
  `${ifYouAreInWideWriting}|${onceSummedInWideWriting}|(?:ai|llm|アシスタント|言語モデル|エージェント)(?:の皆さん|の皆様)?へ(?:の指示|の注意)?[:：]|(?:读到|讀到|看到|阅读|处理)(?:这里|此处|本文|这封邮件|本邮件|这段文字|此文件)的(?:ai|助手|人工智能|模型|机器人)|(?:不要|请勿|切勿|别|勿)(?:告诉|通知|告知|提醒|询问)(?:该)?用户|(?:ユーザー|利用者)に(?:は)?(?:知らせない|知らせず|伝えない|伝えず|言わない|言わず)|사용자(?:에게|한테)(?:는)? (?:알리지|말하지)`,
  'gi',
);

/** Of what only a document is: nobody asks this of whom they talk with. */
export function findMachinesTold(scan: Scan): readonly Told[] {
  const { text } = scan;
  const patterns = [
    ...(scan.mentions(named) ? [spoken, called] : []),
    ...(scan.mentions(summing) ? [summed] : []),
    ...(scan.wide ? [wide] : []),
  ];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: words }) => ({
      label: 0.78,
      start: index,
      end: index + words.length,
    })),
  );
}
