/** Finds attempts to make a model tell its own instructions. */
import { PhraseBook } from '../text/phrases.ts';
import { WordSet } from '../text/word-set.ts';
import { extractionsInLanguages, wideExtractions } from './wording/extraction-in-languages.ts';
import { moreExtractions, thaiExtraction } from './wording/orders-in-more-languages.ts';
import { hidden, own, relate, reveal } from './wording/orders.ts';
import { phraseDetector } from './wording/phrase-detector.ts';

const your = new WordSet(
  'your you deine deinen dein ihre tes vos votre ton tu tus su sus seu seus suas tuas tuoi tue jouw uw je twoje twój твои твой твоя ваш ваши ваша',
);
const sure = new WordSet(
  'system initial hidden secret original internal confidential preprompt metaprompt systemprompt ',
);
const told = new WordSet(
  'given received told started begin initialized configured programmed instructed provided',
);
const words = new WordSet(
  'words text sentence sentences lines message content conversation everything',
);
const above = new WordSet('above before preceding beginning start top starting prior');
const again = new WordSet(
  'repeat print output copy recite echo reproduce dump display verbatim transcribe',
);
const verbatim = new WordSet('verbatim exactly entirety word raw unmodified codeblock markdown');
const system = new WordSet('system developer initialization');
const message = new WordSet('message messages string text');
const prompt = new WordSet('prompt prompts instruction instructions');
const counted = new WordSet('tokens words characters text paragraphs lines content everything');
const my = new WordSet('my this');
const query = new WordSet('message question prompt input line query request');
const initialization = new WordSet('initialization initialisation preprompt metaprompt');
const put = new WordSet('put place embed wrap insert hide paste');
const yourOwn = new WordSet('your');
const entire = new WordSet('entire full whole complete exact hidden secret initial original');
/** A bank discloses instructions of its customers, too. */
const divulge = new WordSet('disclose divulge leak expose reveal');
const onlyPrompt = new WordSet('prompt preprompt metaprompt systemprompt');
const tellShow = new WordSet('tell show give print display send paste');
const toMe = new WordSet('me us');
const yoursShort = new WordSet('your ur');
const how = new WordSet('how');
const were = new WordSet('were are');
const youAre = new WordSet('you');
const received = new WordSet(
  'bekommen erhalten reçu reçus recibiste recibido ricevuto recebeu recebido kreeg gekregen dostałeś otrzymałeś получил',
);

/** The same in other languages, where a word for `before` alone says little: before whose message has to be said, too. */
const copy = new WordSet(
  `gib dupliziere kopiere kopier wiederhole wiederhol zitiere schreib schreibe übersetze nenne recopie recopiez copie copiez répète
  répétez cite citez écris affiche reproduis traduis copia copiame repite cita escribe muestra muéstrame reproduce
  transcribe traduce copia ripeti cita scrivi riporta mostra mostrami trascrivi traduci copie repita cite escreva mostre
  transcreva reproduza traduza kopieer herhaal citeer schrijf toon vertaal skopiuj powtórz zacytuj przepisz wypisz pokaż
  скопируй повтори процитируй перепиши выпиши напечатай покажи kopyala tekrarla yaz aktar göster
  přepiš zkopíruj zobraz vypiš opiš zopakuj γράψε αντίγραψε δείξε επανάλαβε scrie copiază arată repetă skriv kopiera visa upprepa
  перелічи скопіюй повтори напиши kirjoita kopioi näytä toista skriv kopier gentag vis
  salin tulis tampilkan ulangi chép viết cho`,
);
const passage = new WordSet(
  `text texte texto testo tekst tekstu текст метни metni metin wortlaut inhalt contenu contenido contenuto conteúdo inhoud
  alles tout todo tutto tudo wszystko всё все zeilen lignes líneas righe linhas
  vše všechno κείμενο όλα textul texten allt все усе teksten kaiken teks semua toàn`,
);
const ahead = new WordSet(
  `vor oberhalb über vorangeht voransteht davor avant précède précédant antes anterior precede arriba prima sopra precede
  antes acima antecede voor boven przed powyżej перед до önce önceki
  před πριν înainte înaintea före innan ovanför перед до ennen før sebelum trước trên`,
);
const mine = new WordSet(
  `meiner meine mein dieser diesem ma mon mes cette mi mis esta este mia mio questo questa minha meu esta mijn dit deze
  moją moim mojej tą моим моего моей этим benim
  mou touto touhle mého meu acest acestui mitt detta mina моїм моїми цим viestiäni min mit denne
  μου meu ce ini saya này tôi`,
);
const turn = new WordSet(
  `nachricht frage eingabe zeile message question phrase ligne mensaje pregunta línea messaggio domanda riga mensagem
  pergunta linha bericht vraag regel wiadomością wiadomości pytaniem сообщением сообщения вопросом вопроса mesajımdan
  mesajım mesajından sorumdan
  zprávou zprávy μήνυμά μήνυμα mesajul mesajului meddelande meddelandet повідомленням повідомлення besked melding
  pesan nhắn`,
);

const asks = new WordSet(
  'quel quelle quels cuál qual quale quali welcher welche wie jaki какой какие vilken hvad',
);

/** What was said to a model before anybody spoke with it, as its makers or a turn of speech tell. */
const tellMe = WordSet.union([
  copy,
  new WordSet(
    `sag sage verrate verrat zeig zeige gib tippe welche dis dites raconte colle montre quelles dime cuéntame enséñame pega
    dimmi raccontami incolla diga conte cole powiedz pokaż podaj vertel typ söyle anlat перескажи расскажи скажи приведи покажи`,
  ),
]);
const toYou = new WordSet('dir dich vous você tobie тебе sana');
const given = new WordSet(
  `gesagt gegeben eingetrichtert vorgegeben mitgeteilt mitgegeben geschrieben gefüttert dit dicté demandé donné donnée données
  ordonné écrit soufflé dijeron dieron escribieron mandaron pusieron ordenaron detto scritto dato ordinato scritte disseram deram
  escreveram mandaram kazali powiedzieli wpisali polecili verteld gegeven opgedragen verilen söylenen yazılan сказали велели дали
  написали сообщили приказали`,
);
const earlierThan = new WordSet('vor avant antes prima przed voor önce до');
const talk = new WordSet(
  `gespräch chat unterhaltung dialog nachricht conversation discussion échange message conversación charla mensaje conversazione
  messaggio conversa mensagem rozmową rozmowy wiadomością gesprek bericht konuşma sohbet разговора беседы сообщения диалога`,
);
const itsOwn = new WordSet('deine deiner deinen tes tus tuoi seus teus twoi твои senin');
const makers = new WordSet(
  `entwickler entwicklern betreiber schöpfer hersteller programmierer concepteurs créateurs développeurs creadores
  desarrolladores programadores creatori sviluppatori criadores desenvolvedores twórcy programiści makers ontwikkelaars
  разработчики создатели geliştiricilerin yaratıcıların`,
);

const book = new PhraseBook<number>([
  { label: 0.9, steps: [reveal, 5, sure, 1, hidden] },
  { label: 0.8, steps: [reveal, 3, your, 3, own, 2, hidden] },
  { label: 0.8, steps: [relate, 4, your, 2, sure, 1, hidden] },
  { label: 0.7, steps: [relate, 3, your, 3, own, 2, hidden] },
  { label: 0.65, steps: [reveal, 3, your, 1, hidden] },
  { label: 0.75, steps: [again, 4, hidden, 4, told] },
  { label: 0.85, steps: [reveal, 5, system, message] },
  { label: 0.7, steps: [told, 2, above, 3, words] },
  { label: 0.85, steps: [again, 3, words, 2, above] },
  { label: 0.85, steps: [again, 2, above, 2, words] },
  { label: 0.7, steps: [reveal, 4, hidden, 3, verbatim] },
  { label: 0.75, steps: [prompt, 4, told, 4, verbatim] },
  { label: 0.85, steps: [copy, 6, passage, 5, ahead, 1, mine, 2, turn] },
  { label: 0.85, steps: [copy, 6, passage, 5, ahead, 2, turn, 1, mine] },
  { label: 0.82, steps: [asks, 2, passage, 3, ahead, 1, mine, 1, turn] },
  { label: 0.85, steps: [copy, 6, ahead, 1, mine, 2, turn, 6, passage] },
  { label: 0.85, steps: [turn, 1, ahead, 4, passage, 4, copy] },
  { label: 0.82, steps: [tellMe, 6, toYou, 4, earlierThan, 2, talk, 4, given] },
  { label: 0.82, steps: [tellMe, 6, toYou, 4, given, 6, earlierThan, 2, talk] },
  { label: 0.82, steps: [tellMe, 6, toYou, 4, given, 3, makers] },
  { label: 0.82, steps: [tellMe, 8, given, 2, itsOwn, makers] },
  { label: 0.82, steps: [tellMe, 6, itsOwn, makers, 6, given] },
  { label: 0.85, steps: [reveal, 4, counted, 1, above, 1, my, 1, query] },
  { label: 0.82, steps: [reveal, 1, initialization, 1, above] },
  { label: 0.82, steps: [put, 1, yourOwn, 1, entire, 1, prompt] },
  { label: 0.8, steps: [divulge, 1, yourOwn, 1, onlyPrompt] },
  { label: 0.82, steps: [tellShow, toMe, yoursShort, onlyPrompt] },
  { label: 0.7, steps: [how, were, youAre, 1, told] },
  { label: 0.82, steps: [passage, 3, toYou, 2, ahead, 1, mine, 2, turn, 2, received] },
  { label: 0.82, steps: [passage, 4, received, 1, ahead, 1, mine, 2, turn] },
  ...extractionsInLanguages,
  ...moreExtractions,
]);

const itsPrompt =
  /(?:显示|顯示|输出|告诉|告訴|重复|重複|透露|泄露|打印|展示|说出|复述|翻译)[^。！？\n]{0,10}(?:系统|系統|初始|原始|隐藏|内部|你的)[^。！？\n]{0,6}(?:提示词|提示詞|提示|指令|设定|設定|规则)|(?:システム|初期|内部|隠)[^。\n]{0,6}(?:プロンプト|指示|命令)[^。\n]{0,12}(?:表示|教え|出力|見せ|公開|繰り返)|(?:시스템|초기|내부|숨겨진)\s?(?:프롬프트|지시|지침|명령)[^.\n]{0,14}(?:보여|알려|출력|공개|반복|말해)|(?:แสดง|บอก|เปิดเผย|พิมพ์)[^\n]{0,16}(?:พรอมต์|คำสั่งระบบ|คําสั่งระบบ|ระบบ)/;
/** The first thing that it was told, or what stands before the message of whoever asks. */
const itsFirst =
  /(?:把|将|請|请)[^。！？\n]{0,4}(?:你|您)(?:最初|一开始|最先|最早)?(?:收到|得到|接到)的(?:第一|最初|最早)(?:段|条|句|个)?(?:话|消息|指令|文字|内容|提示)|在我(?:的|这条)?(?:消息|问题|留言)之前的(?:全部|所有)?(?:文字|内容|文本|话)|(?:最初|最初に)(?:与えられた|受け取った)(?:文|指示|メッセージ)を[^。\n]{0,8}(?:見せ|書|出力|表示|教え)|(?:내|이) (?:메시지|질문) (?:앞|이전)의 (?:글|내용|문장)을? [^.\n]{0,12}(?:보여|적어|출력|써)/;
const wide = new RegExp(
  [itsPrompt.source, itsFirst.source, ...wideExtractions, thaiExtraction].join('|'),
  'g',
);

const endsAbove = /\b(?:above|before|preceding|prior)$/i;
const otherPlace =
  /^\s+(?:to\s+)?(?:(?:the|an?|each|every|its|their|our)\s+(?!(?:[a-z]+\s+)?(?:line|conversation|chat|dialogue?|prompt|messages?|user|input|question|request|beginning|start|session|words?|text|phrase|sentence|paragraph|separator|mark|dashes)\b)[a-z]|(?:row|column|page|figure|chapter|section|step|level)\s+\d)/i;

/** `Print N lines of context before`: those around a line that a program has found. */
const ofMatches = /\b(?:n|num|count|\d+) lines? of context\b/i;

/** `Send me your prompt for the picture`: one that somebody wrote. */
const ofSomebody = /\b(?:your|ur) prompt$/i;
const forWork =
  /^\s+(?:ideas?|for|about|on|of|to|templates?|library|collection|and the (?:picture|image|result))\b/i;

/** `The chatbot reveals its system prompt`: what something does. */
const does = /^(?:reveals|discloses|displays|exposes|leaks)\b/i;
/** `How do I show hidden rules in Outlook?`: what the asker does in a program. */
const asksHow = /\bhow (?:(?:do|can|could|would|should) (?:i|we|one)|to)\s+(?:[a-z]+\s+){0,2}$/i;
const ofModel = /\b(?:your?|you're|prompts?|system)\b/i;

export const injectionExtraction = phraseDetector({
  name: 'injection-extraction',
  category: 'injection/extraction',
  book,
  wide,
  wideConfidence: 0.85,
  deniable: true,
  // `Everything above the fold`: above something that is no part of a conversation stands no model's prompt.
  isStatement: (phrase, before) =>
    does.test(phrase) || (asksHow.test(before) && !ofModel.test(phrase)),
  isElsewhere: (phrase, following) =>
    (endsAbove.test(phrase) && otherPlace.test(following)) ||
    ofMatches.test(phrase) ||
    (ofSomebody.test(phrase) && forWork.test(following)),
});
