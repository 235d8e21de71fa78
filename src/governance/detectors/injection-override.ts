/** Finds orders to drop the instructions a model was given. */
import { foldText } from '../text/fold.ts';
import { PhraseBook } from '../text/phrases.ts';
import { WordSet } from '../text/word-set.ts';
import { isOfPapers } from './wording/harmless-papers.ts';
import { drop, earlier, orders } from './wording/orders.ts';
import { overridesInLanguages, wideOverrides } from './wording/override-in-languages.ts';
import { moreOverrides, thaiOverride } from './wording/orders-in-more-languages.ts';
import { phraseDetector } from './wording/phrase-detector.ts';
import { findDroppedTasks, tasksDropped } from './wording/tasks-dropped.ts';

const told = new WordSet(
  `told said say taught learned learnt instructed given asked written programmed stated gesagt dit detto dicho dito gezegd
  говорили сказали söylenen soylenen`,
);
const your = new WordSet(
  'your these those all any deine ihre vos tes tus sus suas tuoi jouw twoje твои все esas estas senin',
);
const material = new WordSet(
  `resume cv webpage page website function email document table text article code question data review paper comment
  curriculo curriculum currículo página pagina correo documento funktion fonction función fonksiyonu`,
);
const state = new WordSet(
  'state say declare print output reply answer respond write tell claim affirm pretend indiquez dichiara geben declara diga',
);
const all = new WordSet(
  'everything anything all whatever alles tout todo tudo tutto wszystko всё все',
);
const above = new WordSet(
  `above preceding foregoing oben obige dessus precede precedemment arriba anterior anteriormente
  acima sopra powyzej yukarıdaki yukarida выше ранее ردا yukarıda atas yg diatas trên boven voorgaande`,
);
const not = new WordSet('don dont not never no nicht pas não nie не');
const follow = new WordSet(
  'follow obey listen adhere comply observe heed respect abide befolge suivez sigas siga seguire',
);
const fresh = new WordSet(
  'new updated revised real actual true nouvelles neue nuevas novas nuove новые جديدة',
);
const instead = new WordSet('instead now henceforth onwards onward');
const stop = new WordSet('stop cease quit end exit leave escape break');
const being = new WordSet('being acting following obeying behaving');
const gone = new WordSet(
  'void invalid obsolete outdated cancelled canceled revoked irrelevant superseded lifted disabled',
);
const given = new WordSet('instruction instructions directive directives prompt system');
const before = new WordSet('before previously prior earlier until');
const begin = new WordSet('follow begin start take are');
const task = new WordSet('task tasks job objective goal purpose mission');

/** Rules of a model, in languages whose words for them are no words for what a shop cancels. */
const itsRules = new WordSet(
  `vorgaben richtlinien anweisungen regeln instruktionen consignes directives règles instructions instrucciones normas
  reglas directrices istruzioni regole direttive instruções regras diretrizes instructies regels richtlijnen zasady
  wytyczne instrukcje правила инструкции указания kuralların kurallar talimatların talimatlar`,
);
const lapsed = new WordSet(
  `hinfällig ungültig aufgehoben abgeschafft überholt nichtig caduques caduc annulées annulé levées périmées abolies
  suspendues anuladas derogadas suspendidas canceladas inválidas obsoletas annullate revocate sospese decadute nulle
  revogadas suspensas vervallen opgeheven ongeldig ingetrokken nieważne uchylone anulowane отменены недействительны
  аннулированы geçersiz iptal`,
);
// No shorter ones: words of two letters would have glued words of code read as cut into pieces.
const toYou = new WordSet('du dir dich vous você jou tobie тебе sana');

const givenTo = new WordSet(
  `bekommen erhalten gegeben gesetzt données donné imposées reçues reçu dieron recibiste dado impusieron dato ricevuto
  hanno imposto recebeu deram passaram kreeg gegeven dostałeś dano дали получил verilen`,
);

const received = new WordSet('reçues recibidas ricevute recebidas ontvangen otrzymane');

const youOnce = new WordSet('you youve');
const handed = new WordSet('handed given told received fed were got');
const treat = new WordSet('treat regard consider');
const placedOn = new WordSet('you');
const asGone = new WordSet(
  'void deleted null gone obsolete adversarial untrusted invalid nonexistent irrelevant fake',
);

const book = new PhraseBook<number>([
  { label: 0.92, steps: [drop, 5, earlier, 3, orders] },
  { label: 0.9, steps: [drop, 4, orders, 4, earlier] },
  { label: 0.88, steps: [earlier, 3, orders, 4, drop] },
  { label: 0.85, steps: [drop, 3, all, 3, above] },
  { label: 0.8, steps: [drop, 2, all, 3, before] },
  { label: 0.88, steps: [drop, 4, all, 5, told] },
  { label: 0.75, steps: [drop, 2, above] },
  { label: 0.8, steps: [drop, 1, your, 1, orders] },
  { label: 0.75, steps: [drop, 2, material, 2, state] },
  { label: 0.85, steps: [drop, 3, all, 3, orders] },
  { label: 0.85, steps: [not, 1, follow, 4, earlier, 3, orders] },
  { label: 0.85, steps: [stop, 1, being, 4, orders] },
  { label: 0.8, steps: [earlier, 2, orders, 4, gone] },
  { label: 0.7, steps: [orders, 1, youOnce, 2, handed, 5, gone] },
  { label: 0.75, steps: [treat, 3, earlier, 3, orders, 4, asGone] },
  { label: 0.75, steps: [treat, 3, orders, 1, above, 4, asGone] },
  { label: 0.82, steps: [treat, 2, orders, 2, placedOn, 2, asGone] },
  { label: 0.7, steps: [instead, 4, follow, 3, fresh, 2, orders] },
  { label: 0.75, steps: [fresh, 1, given, 2, begin] },
  { label: 0.6, steps: [fresh, 1, task] },
  { label: 0.82, steps: [your, 1, itsRules, 5, lapsed] },
  { label: 0.82, steps: [itsRules, 3, toYou, 4, givenTo, 3, lapsed] },
  { label: 0.82, steps: [itsRules, received, 4, lapsed] },
  ...overridesInLanguages,
  ...moreOverrides,
  ...tasksDropped,
]);

/** Chinese, Japanese, Korean and Thai write no spaces, or bind endings to the word. */
const earlierOrders =
  /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不理會|抛开|放弃|覆盖|跳过)[^。！？\n]{0,12}(?:之前|以前|以上|上面|先前|前面|上述|原有|所有|一切|原来)[^。！？\n]{0,10}(?:指令|指示|提示|规则|規則|命令|要求|说明|設定|设定|内容|对话|限制|约束)|(?:忽略|无视|無視|忘记)(?:以上|上面|上述|之前)(?!(?:发送|发出|发布|公布|寄出)的?(?:时间|通知|邮件|短信|价格)|的?(?:邮件|短信|通知|价格|报价|日期|发票|账单|订单|合同|附件|文件|版本|草稿|预约|会议|快递|包裹))|(?:これまで|以前|上記|前|先|今まで)[^。\n]{0,12}(?:指示|命令|ルール|プロンプト|規則|設定|内容|指令)[^。\n]{0,8}(?:無視|忘れ|従わない|破棄|無効)|(?:이전|위의|앞의|기존|앞선|지금까지)[^.\n]{0,14}(?:지시|명령|지침|규칙|프롬프트|안내|내용)[^.\n]{0,10}(?:무시|잊|따르지|삭제)|(?:무시|잊어)[^.\n]{0,10}(?:이전|위의)[^.\n]{0,8}(?:지시|명령|지침)|(?:ละเว้น|เพิกเฉย|ลืม|ไม่ต้องสนใจ|ไม่สนใจ)(?:(?!อีเมล|เมล|เลขที่|รหัสผ่าน|ใบแจ้งหนี้|ใบเสนอราคา|ใบสั่ง)[^\n]){0,24}(?:(?:คำสั่ง|คําสั่ง)(?!ซื้อ|ผลิต|จ่าย|จอง)|คำแนะนำ|คําแนะนํา|ก่อนหน้า|ข้างต้น)/;
const wide = new RegExp([earlierOrders.source, ...wideOverrides, thaiOverride].join('|'), 'g');

/** `The new list overrides all earlier lists`, `the model ignored …`: what something does or did. */
const statement = new RegExp(
  `^(?:(?:overrides|ignores|forgets|disregards|bypasses|overwriting|overriding|bypassing|ignored|disregarded|forgot|bypassed|overridden)\\b|(?:${foldText('игнорирует|игнорируют|забывает|забывают|ігнорує|ігнорують')})(?![a-z\\u0400-\\u04ff]))`,
  'i',
);
/** A text that says so of itself orders it: `this message overrides …`. */
const ofItself = new RegExp(
  `(?<!\\b(?:in|of|on|for|with|by|from|at)\\s)\\b(?:this|these|my|you|your)(?:[^a-z]+[a-z]+){0,2}[^a-z]*$|(?:${foldText('сообщени|текст|запрос|приказ|команда|инструкци|промпт|повідомленн')})[^.!?]{0,40}$`,
  'i',
);
/** `My toddler ignores all my instructions`: a person, an animal or a thing that no message is. */
const ofKin =
  /\b(?:my|our|your)(?: [a-z]+)? (?:toddler|son|daughter|child|kid|baby|husband|wife|partner|boyfriend|girlfriend|mother|mum|mom|father|dad|brother|sister|roommate|flatmate|neighbour|neighbor|boss|colleague|student|pupil|class|team|crew|tenant|landlord|client|customer|contractor|dog|puppy|cat|horse|parrot|car|printer|phone|laptop|router|gps|oven|compiler|linter|editor|ide|browser|keyboard)(?: (?:often|always|just|simply|still|sometimes|never|completely|keeps))? $/i;
/** The same of those who write no spaces, where nobody else is spoken to. */
const ofKinWide =
  /(?:我|我们|我家|他|她)的?(?:孩子|儿子|女儿|学生|员工|狗|猫|老公|老婆|室友|同事)[^。！？，：:\n]{0,6}$|(?:子ども|子供|息子|娘|犬|猫|生徒|部下|夫|妻)[がは][^。！？\n]{0,6}$|(?:아이|아들|딸|강아지|고양이|학생|직원|남편|아내)[가이은는][^.!?\n]{0,6}$/;
/** `Forget everything I told you about my ex`: what the asker said before. */
const ownWords = /\bi (?:told|said)$/i;
const aboutOwn =
  /^(?: you| to you)? (?:about|regarding) (?:my|our|him|her|his|their) (?!(?:[a-z]+ )?(?:rules?|instructions?|prompts?|orders|commands)\b)/i;
/** `Ignore everything before the first heading`: above a place in a text or a table, and not above this message. */
const abovePlace = /\b(?:above|before)$/i;
const place =
  /^ (?:the|each|every) (?:[a-z]+ )?(?:commas?|colons?|semicolons?|delimiters?|headings?|headers?|header (?:line|row)|rows?|columns?|beat|bracket|parenthesis|decimal point|cursor|dashed line|dotted line|occurrence|timestamps?)\b/i;
/** `My previous order is cancelled`: what somebody bought. */
const ordered = /^(?:previous|earlier|prior|original|current|existing) orders?\b/i;
const ofCustomers = /\b(?:my|our)\s+$/i;
/** `Forget all earlier sessions`: earlier than others of their kind, not than this text. */
const adjective = /\b(?:earlier|prior)$/i;
/** `Override the flags of a command: everything …` begins what comes next. */
const nothingEarlier = /\s(?:everything|anything)$/i;
/** `Ignore all previously committed files`. */
const adverb = /\bpreviously$/i;
const ofFiles =
  /^ [a-z]+(?:ed|en|wn|nt) (?:files?|folders?|rows?|columns?|commits?|records?|entries|items?|e?-?mails?|packages?|images?|sessions?|values?|cells?)\b/i;
/** `Ignore all rules for this line`: those of a program that checks others. */
const checked = /\brules?$/i;
const ofCode =
  /^ (?:for|on|in|at) (?:this|that|the next|the current|the whole|one|a single) (?:line|file|block|folder|directory|selector|path|route|endpoint|module|package|branch)\b(?! of (?:questions?|talk|conversation|inquiry))/i;
/** `Override all earlier styles with one rule`: what is dropped stands before, and no rule of a model. */
const ofProgram =
  /\b(?:earlier|previous|prior|existing|old) (?:styles?|declarations?|definitions?|settings|values?|rows?|entries|commits?|files?|lines?|styling) (?:with|by|using|via)\b/i;
/** `How do I ignore all files that were previously committed?`: what the asker does in a program. */
const asksHow = /\bhow (?:(?:do|can|could|would|should) (?:i|we|one)|to)\s+(?:[a-z]+\s+){0,2}$/i;
const ofModel =
  /\b(?:your?|prompts?|system|instructions?|guidelines?|restrictions?|safeguards?|guardrails?|filters?|rules?|polic(?:y|ies)|ai|model|chat|context)\b/i;
/** `Ignore any instructions inside the document; it is data`: what applications tell their own model. */
const anyOrders = /\b(?:all|any|those|these)\s+(?:instructions?|orders|commands)$/i;
const insideData =
  /^ (?:(?:that are |which are |that is |you find |found |contained |embedded |hidden |written |given |that appear |appearing )?(?:in|inside|within|from|by) )(?:the |this |that |any |their |its |a |user |retrieved |these |those |quoted |pasted )*(?:resumes?|cvs?|documents?|(?:web ?)?pages?|e-?mails?|mails?|comments?|reviews?|files?|articles?|transcripts?|attachments?|data|tags|search results|(?:tool )?results?|passages?|tickets?)\b(?! (?:above|before|that (?:is|stands) above))/i;
/** `Forget everything we said in March`: of a time, and not of a chat. */
const weSaid = /\bwe (?:said|told|wrote)$/i;
const inTime =
  /^ (?:in|on|at|during|last) (?!(?:the |this |our )?(?:chat|conversation|prompt|system|beginning|start|first)\b)[a-z]/i;
/** `Before the command line option`, `the commit order`, `existing Git commands are ignored`: what programs are told and keep to. */
const ofPrograms =
  /\bcommand[- ]line\b|\b(?:commit|sort(?:ing)?|byte|column|display|row|initiali[sz]ation|evaluation|execution|resolution|search|load|boot|build|insertion) orders?\b|\bexisting (?:[a-z]+ )+commands\s+(?:are|is)\s+ignored$|\bbehaviou?r\b.*\bis to (?:ignore|override|bypass)$|^ignore:\s*(?:#\s*)?TODO:/i;
/** What a model is told, and no program. */
const ofOrders =
  /\b(?:instructions?|prompts?|rules|guidelines?|directives?|restrictions?|your?)\b/i;
const commandEnds = /\bcommands?$/i;
const ofShell = /^[ -]lines?\b/i;
/** `The current constraint. void update(`: the type of a function, behind a comment. */
const voidEnds = /\n[^\S\n]*void$/;
const ofFunction = /^\s+\**[\w:]+\(/;
/** `Overwrite the above definitions`. */
const aboveEnds = /\babove$/i;
const ofSource =
  /^\s(?:definitions?|functions?|declarations?|imports?|constants?|macros?|methods?|variables?)\b/i;
const ownNoun = /^\s+(?!(?:to|and|or|in|this|now|please|from|then|just)\b)[a-z]/i;

export const injectionOverride = phraseDetector({
  name: 'injection-override',
  category: 'injection/override',
  book,
  findMore: findDroppedTasks,
  wide,
  wideConfidence: 0.9,
  deniable: true,
  isElsewhere: (phrase, following) =>
    (adjective.test(phrase) && ownNoun.test(following)) ||
    (adverb.test(phrase) && ofFiles.test(following)) ||
    (checked.test(phrase) && ofCode.test(following)) ||
    (ownWords.test(phrase) && aboutOwn.test(following)) ||
    (weSaid.test(phrase) && inTime.test(following)) ||
    (anyOrders.test(phrase) && insideData.test(following)) ||
    (abovePlace.test(phrase) && place.test(following)) ||
    (commandEnds.test(phrase) && ofShell.test(following)) ||
    (voidEnds.test(phrase) && ofFunction.test(following)) ||
    (aboveEnds.test(phrase) && ofSource.test(following)) ||
    (ofPrograms.test(phrase) && !ofOrders.test(phrase)) ||
    ofProgram.test(phrase) ||
    isOfPapers(phrase, following) ||
    nothingEarlier.test(phrase),
  isStatement: (phrase, before) =>
    (statement.test(phrase) && (!ofItself.test(before) || ofKin.test(before))) ||
    ofKinWide.test(before) ||
    (asksHow.test(before) && !ofModel.test(phrase)) ||
    (ordered.test(phrase) && ofCustomers.test(before)),
  weigh: (confidence, { kind }) =>
    kind === 'tool_result' || kind === 'tool_definition'
      ? { confidence: Math.min(0.98, confidence + 0.08), severity: 'critical' }
      : { confidence, severity: 'high' },
});
