/** Finds orders to the assistant inside what it only reads: tool results, documents, hidden comments. */
import { PhraseBook } from '../text/phrases.ts';
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import type { Detector, Scene, Sighting } from './detector.ts';
import { findCallsToMachines } from './wording/calls-to-machines.ts';
import { definitionFactor, findTheftsInDefinition } from './wording/definitions.ts';
import { findMachinesByName } from './wording/machines-by-name.ts';
import { findMachinesInCarriers } from './wording/machines-in-carriers.ts';
import { findMachinesTold } from './wording/machines-told.ts';
import { addressee } from './wording/orders.ts';
import { isTorn } from './wording/torn.ts';
import type { View } from '../text/view.ts';

const must = new WordSet('must should need required please kindly immediately');
const act = new WordSet(
  `send forward email mail post upload transfer wire pay buy purchase delete remove execute run call invoke open visit
  click navigate download install fetch share export copy append insert include add mention recommend say tell reply
  respond answer output print write summarize ignore disregard forget grant change reset disable update`,
);
const reading = new WordSet(
  'reading reads read processing process summarizing summarize seeing parsing reviewing analyzing',
);
const thisOne = new WordSet('this document text page email message file content');
const not = new WordSet('not never don dont without avoid');
const notInLanguages = new WordSet(
  'nicht nichts ohne pas sans rien no sin nada non senza não sem niet niets zonder nie bez не без inte inget ikke intet μην jangan',
);
/** To let somebody know. */
const tellingInLanguages = new WordSet(
  `sagen sage sag informieren informiere erwähne erwähnen verrate verraten mitteilen dire dis dites parle parler parles mentionne informer informe
  digas decir decirle decírselo menciones informar avisar avises dirlo informare menzionare avvisare dizer diga conte contar vertellen
  vertel melden zeg mów powiedz wspominaj informuj говори сообщай упоминай рассказывай повідомляй кажи розповідай berätta säg fortell
  fortæl πεις αναφέρεις ενημερώσεις beritahu memberitahu`,
);
const userInLanguages = new WordSet(
  `nutzer nutzern benutzer benutzern anwender utilisateur utilisateurs usuario usuarios utente utenti usuário usuários gebruiker
  użytkownikowi użytkownika пользователю пользователя користувачу користувачеві користувача användaren brukeren brugeren uživateli
  používateľovi χρήστη kullanıcıya pengguna`,
);
/** Where the word for not is bound to the verb, or the user is two words. */
const tellNot = new WordSet('neříkej neprozrazuj nezmiňuj nehovor söyleme bahsetme bildirme');
const notInVietnamese = new WordSet('đừng');
const tellInVietnamese = new WordSet('nói báo kể tiết');
const person = new WordSet('người');
const whoUses = new WordSet('dùng');
const telling = new WordSet('tell mention inform reveal disclose alert notify show say');
const user = new WordSet('user users human owner anyone');
/** Who is told is a person; what is shown may be any thing. */
const tellingWhom = new WordSet('tell inform alert notify');
const whom = new WordSet('them him her');
const important = new WordSet('important urgent critical mandatory attention notice priority');
const orders = new WordSet(
  'instruction instructions command commands directive directives task note message',
);
const first = new WordSet('before first prior');
const using = new WordSet('calling using continuing answering responding proceeding other');
const tool = new WordSet('tool function tools api');

/** Readers that no page has among people: who speaks to them speaks to the model. */
const machine = new WordSet(
  `ai ais llm llms chatbot chatbots gpt chatgpt claude gemini copilot copilots bot bots
  ia ki sprachmodell sprachmodelle summarizer summarizers summariser summarisers`,
);
const wish = WordSet.union([
  act,
  new WordSet(
    `describe state rank rate approve praise hide leave push
    empfiehl schreib schreibe sag sage leite schick schicke sende lösche nenne antworte überweise bewerte
    recommande écris dis envoie supprime réponds recomienda escribe di envía borra responde`,
  ),
]);
const spokenWish = WordSet.union([
  wish,
  new WordSet(
    `mark stop pretend accept confirm give
    bestätige markiere vergiss ignoriere beende verschweige confirme oublie arrête valide confirma deja ignora olvida marca aprueba
    conferma dimentica invia rispondi scrivi esqueça confirme envie responda escreva aprove bevestig stuur antwoord vergeet
    potwierdź wyślij odpowiedz zapomnij ответь напиши отправь забудь посоветуй удали подтверди onayla gönder yanıtla unut`,
  ),
]);
const namedMachine = WordSet.union([
  machine,
  new WordSet(
    'assistants inteligencia intelligenza inteligência intelligence нейросеть нейросети нейросетей ии yapay',
  ),
]);
const readers = new WordSet('reader readers agents assistants crawlers');
const noted = new WordSet(
  'ps note notes notice message reminder hint footnote hinweis notiz achtung nota',
);
const greeted = new WordSet('dear hello hey liebe lieber liebes cher chère querido querida');
const you = new WordSet('you du tu');
const are = new WordSet('are re bist es eres');

/** Who is to read, before a machine is named: `an alle KI`, `para la IA`; what follows a colon is then said to it. */
const toward = new WordSet(
  'for to attention any every all each whichever whoever an für alle jede pour toute à para toda per ogni voor dla для всем',
);
const readsIt = new WordSet(
  `reading reads read summarizing processing parsing liest lesen verarbeitet lit lisant lee leyendo legge leggendo lê lendo leest czyta
  читает okuyan okuyorsa`,
);
const thisText = new WordSet('this dies das dieses ceci cela esto isto questo dit это bunu');

const strong = new PhraseBook<number>([
  { label: 0.85, steps: [important, 2, orders, 4, addressee] },
  { label: 0.8, steps: [orders, 2, addressee] },
  { label: 0.75, steps: [addressee, 4, must, 3, act] },
  { label: 0.75, steps: [addressee, 2, reading, 3, thisOne] },
  { label: 0.8, steps: [not, 1, telling, 2, user] },
  { label: 0.8, steps: [not, 1, tellingWhom, 1, whom] },
  { label: 0.8, steps: [notInLanguages, 3, tellingInLanguages, 2, userInLanguages] },
  { label: 0.8, steps: [tellingInLanguages, 1, notInLanguages, 2, userInLanguages] },
  { label: 0.8, steps: [notInLanguages, 1, userInLanguages, 4, tellingInLanguages] },
  { label: 0.8, steps: [userInLanguages, 3, notInLanguages, 3, tellingInLanguages] },
  { label: 0.8, steps: [tellNot, 2, userInLanguages] },
  { label: 0.8, steps: [userInLanguages, 2, tellNot] },
  { label: 0.8, steps: [notInVietnamese, 1, tellInVietnamese, 2, person, whoUses] },
  { label: 0.7, steps: [first, 2, using, 3, tool, 6, act] },
  { label: 0.75, steps: [noted, 2, machine, 6, wish] },
  { label: 0.75, steps: [greeted, machine, 10, wish] },
  { label: 0.75, steps: [you, 1, are, 3, machine, 6, wish] },
  { label: 0.6, steps: [machine, 1, must, 2, wish] },
  { label: 0.75, steps: [namedMachine, 3, thisText, 1, readsIt] },
  { label: 0.75, steps: [thisText, 1, readsIt, 1, namedMachine] },
]);

/** `Dear assistant manager`, `our sales agents`, `the fashion model`: people, who are sent orders by others. */
const people =
  /\b(?:(?:teaching|research|medical|dental|legal|shop|sales|personal|executive|nursing|administrative|office|estate|travel|letting|insurance|customs|shipping|cleaning|secret|fashion) (?:assistants?|agents?|models?)|assistant (?:managers?|professors?|directors?|coach(?:es)?|secretar(?:y|ies)|principals?|editors?|chefs?|nurses?|teachers?|referees?|producers?|curators?|engineers?))\b/i;
const beforePeople = 16;
/** `A note on AI`: what is written about, and not to. */
const written =
  /^(?:notes?|messages?|tasks?|instructions?|commands?|directives?)\s+(?:on|about|regarding|concerning)\b/i;

/** `If you are using an AI assistant to write code, say so`: who uses one is none. */
const usesOne =
  /^you(?:[’']re| are) (?:[a-z]+ )?(?:using|working|building|developing|training|writing|talking|chatting|familiar|interested|new)\b/i;

/** Who works with such machines, or sells them. */
const ofTrade =
  /\b(?:users|researchers|developers|engineers|teams?|experts|beginners|courses?|fans|projects|companies|investors|writers|teachers|students|training|policy|strategy|safety|ethics)\b[^:]*:/i;

/** `command_lib.gemini`, `message/example`: names with a sign inside; `a message object model`, `is an assistant message`. */
const inName = /^\w(?:[^\W_]*_|\w*[./])\w+$/;
const listedName = /^\w+\/\w/;
const ofData = /\b(?:object|data|domain|view|event) models?$/i;
const kindOfMessage = /\bassistant$/i;

function isOfProgram(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  return (
    inName.test(phrase) ||
    (listedName.test(phrase) && text.charAt(end) === '/') ||
    ofData.test(phrase) ||
    (kindOfMessage.test(phrase) && /^[ _-]messages?\b/i.test(text.slice(end, end + 10)))
  );
}

/** `The assistant reads the page and answers`: what one does with any page; who is to do something with this one is told so. */
const doesSo =
  /^(?:assistants?|ai|llms?|models?|agents?|chatbots?|bots?|gpt|chatgpt|claude|gemini|copilot)(?: [a-z]+)? (?:reads?|process(?:es)?)(?! (?:this|these)\b)(?: (?!this\b|these\b)[a-z'’]+){1,4}$/i;
const toldBehind =
  /^[^.\n]{0,40}?(?::|,? (?:must|should|shall|has to|have to|needs? to|please|is to|are to)\b)/i;
/** `message sent to the agent`: what became of it. */
const becameOf =
  /^(?:tasks?|messages?|notes?|instructions?|commands?|directives?) (?:[a-z]+ed|sent|by|from)\b/i;

function isTold(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  if (becameOf.test(phrase)) return true;
  return doesSo.test(phrase) && !toldBehind.test(text.slice(end, end + 60));
}

function isOfPeople(text: string, start: number, end: number): boolean {
  return (
    written.test(text.slice(start, end)) ||
    usesOne.test(text.slice(start, end)) ||
    people.test(text.slice(Math.max(0, start - beforePeople), end))
  );
}

/** Words that stand in no one sentence are hardly ever meant as one. */
const tornFactor = 0.4;

/** Hidden from the reader, spoken to nobody but a machine. */
const concealed = new Set(['comment', 'tags', 'variation_selectors', 'zero_width']);
/** What a reader of the comment sees through: letters set apart in a row of signs, or words that a line parts. */
const open = new Set(['comment', 'spaced', 'glued', 'lines', 'markup', 'strings', 'json']);
type Hidden = { readonly sure: number; readonly inComment: number };
/** Spoken to by name: behind a colon stands what the machine is to do. */
const called = new PhraseBook<number>([
  { label: 0.75, steps: [toward, 3, namedMachine, 8, spokenWish] },
  { label: 0.75, steps: [important, 3, namedMachine, 8, spokenWish] },
  { label: 0.75, steps: [namedMachine, 1, readers, 4, spokenWish] },
]);
/** The order is the first thing behind the colon; what a manual says of a program's buttons is none. */
const ordered =
  /:[\s"'*_`>]+(?:[\p{L}\p{M}]+[ ,]+){0,3}(?!(?:click|open|visit|navigate|install|download|update|enable|disable|change|reset|export|copy|include|add|insert|share|write|describe|create)\b)[\p{L}\p{M}]+$/iu;

const hiddenOrders = new PhraseBook<Hidden>([
  { label: { sure: 0.8, inComment: 0.6 }, steps: [act, 12, thisOne] },
  { label: { sure: 0.85, inComment: 0.85 }, steps: [addressee, 6, act] },
  { label: { sure: 0.85, inComment: 0.6 }, steps: [act, 4, user] },
  { label: { sure: 0.8, inComment: 0.6 }, steps: [must, 2, act] },
]);

export const injectionCarried: Detector = {
  name: 'injection-carried',
  categories: ['injection/carried', 'injection/hidden'],
  find: (view, scene) => {
    if (!view.canonical) return [];
    const scan = scanOf(view);
    const found: Sighting[] = [];
    if (isCarried(scene)) {
      const calls = called
        .find(scan)
        .map((one) => ({ ...one, phrase: scan.text.slice(one.start, one.end) }))
        .filter(({ phrase }) => ordered.test(phrase) && !ofTrade.test(phrase));
      const orders = strong
        .find(scan)
        .filter(
          ({ start, end }) =>
            !isOfPeople(scan.text, start, end) &&
            !isOfProgram(scan.text, start, end) &&
            !isTold(scan.text, start, end),
        );
      const spoken = [
        ...findCallsToMachines(scan),
        ...findMachinesByName(scan),
        ...findMachinesTold(scan),
      ];
      for (const { label, start, end } of [...orders, ...calls, ...spoken]) {
        const factor = isTorn(scan.text, start, end)
          ? tornFactor
          : definitionFactor(scene.kind, scan.text, start, end);
        found.push(toCarried(label * factor, start, end));
      }
      // Signs of a program between the words belong to these.
      for (const { label, start, end } of findMachinesInCarriers(scan)) {
        const factor = definitionFactor(scene.kind, scan.text, start, end);
        found.push(toCarried(label * factor, start, end));
      }
      for (const { label, start, end } of findTheftsInDefinition(scene.kind, scan))
        found.push(toCarried(label, start, end));
    }
    if (isConcealed(view)) {
      // Those who write a page tell each other in comments what to add, show and change: only who speaks to a machine is sure.
      const how = view.decoded.every((one) => open.has(one)) ? 'inComment' : 'sure';
      for (const { label, start, end } of hiddenOrders.find(scan)) {
        const confidence = isCarried(scene) ? Math.min(0.95, label[how] + 0.1) : label[how];
        found.push({ category: 'injection/hidden', severity: 'critical', confidence, start, end });
      }
    }
    return found;
  },
};

function toCarried(confidence: number, start: number, end: number): Sighting {
  return { category: 'injection/carried', severity: 'high', confidence, start, end };
}

function isCarried(scene: Scene): boolean {
  return (
    scene.kind === 'tool_result' || scene.kind === 'tool_definition' || scene.kind === 'schema'
  );
}

function isConcealed(view: View): boolean {
  return view.decoded.some((encoding) => concealed.has(encoding));
}
