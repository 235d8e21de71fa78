/** Orders to leave the task that a model was set for one given word, to count nothing said above, or to hold no rule for one who is allowed to: in a dozen languages. */
import { type Match, type Phrase, PhraseBook } from '../../text/phrases.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import { drop } from './orders.ts';
import { rules, thine, yours } from './rules-of-a-model.ts';

const leave = WordSet.union([
  drop,
  new WordSet(
    `skip stop leave cancel scrap quit lass lasse streich streiche überspring verwirf laisse laissez arrête arrêtez abandonne
    deja deje cancela lascia ferma larga deixa deixe laat staak zostaw porzuć брось отмени bırak lämna nech zruš hagyd`,
  ),
]);
/** What a program has a model do with the texts of others. */
const task = new WordSet(
  `translation summary review grading classification assignment task evaluation sentiment
  übersetzung zusammenfassung bewertung aufgabe auftrag traduction résumé évaluation tâche traducción resumen evaluación tarea encargo
  traduzione riassunto valutazione compito tradução resumo avaliação tarefa vertaling samenvatting beoordeling opdracht
  tłumaczenie streszczenie ocenę zadanie перевод перевода пересказ задание оценку çeviriyi özeti görevi
  översättningen uppgiften sammanfattningen překlad úkol shrnutí fordítást feladatot`,
);
const only = new WordSet(
  `only just nothing nur nichts ausschließlich lediglich seulement uniquement simplement solamente únicamente solo soltanto
  somente apenas alleen slechts tylko только лишь просто sadece yalnızca bara pouze csak annyit`,
);
const say = new WordSet(
  `say write print output reply answer respond state sage schreib schreibe antworte écris écrivez réponds répondez escribe responde
  contesta scrivi rispondi escreva escreve responda schrijf antwoord zeggen napisz odpowiedz powiedz напиши скажи ответь
  отвечай skriv svara napiš odpověz`,
);
const sayLast = new WordSet('yaz cevapla söyle írj írd');
/** The same work as something that is done: no more of it, with nothing said of which part. */
const cease = WordSet.union([
  leave,
  new WordSet('hör sluta smetti smettila przestań хватит перестань pare basta genug přestaň elég'),
]);
const doing = new WordSet(
  `translating summarizing summarising reviewing grading classifying evaluating übersetzen zusammenfassen zusammenzufassen bewerten
  traduire résumer classer noter traducir resumir clasificar evaluar tradurre riassumere valutare traduzir resumir classificar
  avaliar vertalen samenvatten beoordelen tłumaczyć streszczać oceniać переводить пересказывать оценивать översätta sammanfatta
  bedöma překládat shrnovat`,
);
/** The word that it is to say instead stands in quotes, or nobody could tell it from work. */
const quoteBehind = /^[^\p{L}\p{N}]{0,4}(?:\p{L}+ ){0,4}["'“”«„»‘「]/u;
/** `Until I have sent all parts`: the task is put off, and not dropped. */
const putOff =
  /\b(?:yet|until|till|once|when|after|before|bis|noch|jusqu|hasta|finch|até|totdat|dopoki|poka)\b/i;
const quoteMark = /["'“”«„»‘「]/;

const dropped = new PhraseBook<number>([
  { label: 0.82, steps: [leave, 3, task, 4, only, 3, say] },
  { label: 0.82, steps: [leave, 3, task, 4, say, 2, only] },
  { label: 0.82, steps: [task, 1, leave, 2, only, 3, sayLast] },
  { label: 0.82, steps: [leave, 2, task, 3, only, 2, sayLast] },
]);

const ceased = new PhraseBook<number>([
  { label: 0.82, steps: [cease, 3, doing, 1, only, 3, say] },
  { label: 0.82, steps: [cease, 3, doing, 1, say, 2, only] },
]);
/** Between the work that ends and the word that is to be said; what stands before it would make two sentences of one find. */
const sentenceEnd = /[.!?;:]\s+/g;

export function findDroppedTasks(scan: Scan): readonly Match<number>[] {
  const ends = ceased.find(scan).map(({ label, start, end }) => {
    const last = [...scan.text.slice(start, end).matchAll(sentenceEnd)].at(-1);
    return { label, start: last === undefined ? start : start + last.index + last[0].length, end };
  });
  return [...dropped.find(scan), ...ends].filter(({ start, end }) => {
    const phrase = scan.text.slice(start, end);
    const behind = scan.text.slice(end, end + 60);
    return (quoteMark.test(phrase) || quoteBehind.test(behind)) && !putOff.test(phrase + behind);
  });
}

const everything = new WordSet(
  'alles tout todo tudo tutto quello wszystko всё все everything all whatever',
);
const above = new WordSet(
  `above preceding oben obige bisherige bisher davor précède dessus arriba anterior sopra precede acima anterior hierboven
  voorgaande powyżej wyżej выше раньше`,
);
const counts = new WordSet(
  'zählt gilt compte vaut vale cuenta sirve importa conta telt geldt liczy считается важно действует counts matters applies',
);
const notAnyMore = new WordSet('nicht nichts plus no non não niet nie не longer not doesnt');
const now = new WordSet(
  `jetzt nun maintenant voici désormais ahora partir adesso agora teraz odtąd теперь отныне now here henceforth`,
);

const allow = new WordSet(
  `allow permit authorise authorize erlaube gestatte autorise permets permito autorizo permetto autorizzo permito autorizo
  pozwalam zezwalam разрешаю позволяю`,
);
const toBreak = new WordSet(
  `break ignore bypass suspend brechen missachten ignorieren umgehen enfreindre ignorer contourner oublier romper ignorar saltarte
  infrangere ignorare aggirare quebrar złamać łamać ignorować нарушать нарушить игнорировать обойти`,
);
const holdFor = new WordSet('gelten valent valen valgono valem gelden obowiązują');
const forMe = new WordSet('mich moi para per mnie voor');

const sets = [
  [everything, 2, above, 3, counts, 2, notAnyMore, 4, now],
  [everything, 2, above, 2, notAnyMore, 1, counts, 4, now],
  [everything, 2, above, 2, notAnyMore, 1, counts, notAnyMore, 4, now],
  [
    allow,
    4,
    toBreak,
    2,
    yours,
    1,
    WordSet.union([rules, new WordSet('rules restrictions limits policies')]),
  ],
  [forMe, 1, holdFor, 1, thine, 1, rules, 1, notAnyMore],
] as const;

export const tasksDropped: readonly Phrase<number>[] = sets.map((steps) => ({
  label: 0.82,
  steps,
}));
