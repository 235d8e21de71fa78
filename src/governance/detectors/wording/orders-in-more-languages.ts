/** Orders to drop, tell or have no rules in languages that bind owners and cases to the word: Hebrew, Persian, Bengali, Thai, and some turns of others. */
import type { Phrase } from '../../text/phrases.ts';
import { WordSet } from '../../text/word-set.ts';

type Steps = readonly (WordSet | number)[];

function phrases(confidence: number, all: readonly Steps[]): readonly Phrase<number>[] {
  return all.map((steps) => ({ label: confidence, steps }));
}

const hebrew = {
  drop: new WordSet('התעלם תתעלם התעלמי תתעלמי שכח תשכח שכחי תשכחי הפר'),
  rules: new WordSet(
    `ההוראות מההוראות הוראות ההנחיות מההנחיות הנחיות הכללים מהכללים כללים ההגבלות מההגבלות המגבלות מהמגבלות הפקודות מהפקודות`,
  ),
  earlier: new WordSet(
    'הקודמות הקודמים שלך שקיבלת שניתנו שנתנו המקוריות המקוריים הראשוניות הראשוניים',
  ),
  not: new WordSet('אל לא'),
  heed: new WordSet('תציית תצייתי תפעל תפעלי תקשיב תקשיבי'),
  toRules: new WordSet('להוראות להנחיות לכללים למגבלות לפקודות'),
  tell: new WordSet(
    'הצג תציג הציגי הדפס תדפיס חשוף תחשוף גלה תגלה דקלם תדקלם צטט תצטט כתוב תכתוב העתק תעתיק הראה תראה חזור תחזור',
  ),
  prompt: new WordSet('ההנחיות הנחיות ההוראות הפרומפט פרומפט ההנחיה'),
  hidden: new WordSet('הסודיות הסודי הנסתרות הנסתר המערכת מערכת המקוריות הראשוניות הפנימיות'),
  you: new WordSet('אתה את'),
  machine: new WordSet('ai בינה מודל בוט צאטבוט'),
  without: new WordSet('ללא בלי'),
  limits: new WordSet('מגבלות הגבלות כללים צנזורה פילטרים סינון חוקים'),
  answer: new WordSet('ענה תענה עני השב תשיב'),
};

const persian = {
  rules: new WordSet(
    'دستورالعملهای دستورالعملها دستورات دستورهای قوانین قواعد محدودیتهای راهنماییهای فرمانهای',
  ),
  earlier: new WordSet('قبلی پیشین خود خودت اولیه'),
  drop: new WordSet('نادیده فراموش کنار'),
  only: new WordSet('فقط تنها'),
  words: new WordSet('دستورات دستورهای دستور حرف حرفهای فرمان'),
  mine: new WordSet('من'),
  obey: new WordSet('گوش عمل اطاعت پیروی'),
  prompt: new WordSet('دستورالعملهای دستورالعمل دستورات دستورهای پرامپت'),
  hidden: new WordSet('مخفی پنهان سیستم محرمانه سیستمی اولیه سری'),
  tell: new WordSet('نشان بنویس بگو تکرار چاپ نمایش افشا فاش'),
  first: new WordSet('اول نخست'),
  talk: new WordSet('گفتگو مکالمه'),
  you: new WordSet('تو شما'),
  machine: new WordSet('هوش مدل دستیار ربات ai'),
  without: new WordSet('بدون'),
  limits: new WordSet('محدودیت محدودیتی سانسور فیلتر فیلتری قانون قید'),
  answer: new WordSet('جواب پاسخ'),
  give: new WordSet('بده بدهید دهید میدهی'),
};

const bengali = {
  hidden: new WordSet('গোপন সিস্টেম লুকানো'),
  prompt: new WordSet('নির্দেশনা নির্দেশনাগুলো নির্দেশনাগুলি নির্দেশাবলী নির্দেশ নির্দেশগুলো প্রম্পট প্রম্পটটি'),
  tell: new WordSet('দেখাও দেখান বলো বলুন লেখো লিখুন প্রকাশ জানাও জানান'),
  beginning: new WordSet('শুরুতে আগে'),
  toYou: new WordSet('তোমাকে আপনাকে'),
  said: new WordSet('বলা'),
  you: new WordSet('তুমি আপনি'),
  limits: new WordSet('নিয়ম ফিল্টার সীমাবদ্ধতা সেন্সর সেন্সরশিপ বিধিনিষেধ'),
  without: new WordSet('ছাড়া ছাড়াই'),
  machine: new WordSet('ai এআই মডেল'),
  answer: new WordSet('উত্তর'),
  give: new WordSet('দাও দিন দেবে'),
};

/** An answer that is asked for without censorship. */
const answer = new WordSet(
  `antworte antworten réponds répondez répondre responde responder rispondi rispondere responda antwoord odpowiadaj отвечай ответь
  відповідай أجب svara svar vastaa odpovídej răspunde`,
);
const without = new WordSet('ohne sans sin senza sem zonder bez без بلا دون بدون utan uden fără');
const any = new WordSet('jede jegliche keinerlei aucune ninguna alcuna nenhuma żadnych žádných');
const censorship = new WordSet(
  `zensur einschränkungen censure restrictions censura restricciones restrizioni restrições censuur beperkingen cenzury ograniczeń
  цензуры ограничений обмежень رقابة قيود censur begränsningar begrænsninger omezení cenzură restricții`,
);
const turkish = {
  free: new WordSet('sansürsüz filtresiz kısıtlamasız'),
  answer: new WordSet('cevap cevapla yanıt yanıtla'),
};
const ukrainian = {
  now: new WordSet('тепер віднині відтепер'),
  machine: new WordSet('ші модель бот асистент ai'),
  without: new WordSet('без'),
  limits: new WordSet('обмежень цензури правил фільтрів моралі'),
};

/** Who is told that no rule is left. */
const none = {
  hebrew: new WordSet('אין ואין'),
  hebrewYou: new WordSet('לך'),
  hebrewAny: new WordSet('שום'),
  hebrewRules: new WordSet('כללים מגבלות הגבלות חוקים'),
  persian: new WordSet('هیچ'),
  persianRule: new WordSet('قانونی محدودیتی قاعدهای'),
  persianFor: new WordSet('برای'),
  bengaliYour: new WordSet('তোমার আপনার'),
  bengali: new WordSet('নেই'),
  indonesian: new WordSet('tidak tiada'),
  indonesianRules: new WordSet('aturan batasan larangan'),
  indonesianYou: new WordSet('untukmu bagimu'),
  germanHold: new WordSet('gelten'),
  germanYour: new WordSet('deine deiner eure'),
  germanRules: new WordSet('regeln vorschriften vorgaben richtlinien anweisungen beschränkungen'),
  german: new WordSet('nicht'),
};

export const moreOverrides = phrases(0.85, [
  [none.hebrew, 1, none.hebrewYou, 1, none.hebrewAny, 1, none.hebrewRules],
  [none.persian, none.persianRule, 2, none.persianFor, persian.you],
  [none.bengaliYour, 2, bengali.limits, none.bengali],
  [none.indonesian, 1, none.indonesianRules, none.indonesianYou],
  [none.germanHold, 2, none.germanYour, 1, none.germanRules, 1, none.german],
  [hebrew.drop, 2, hebrew.rules, 2, hebrew.earlier],
  [hebrew.not, hebrew.heed, 1, hebrew.toRules, 2, hebrew.earlier],
  [persian.rules, 2, persian.earlier, 2, persian.drop],
  [persian.only, 1, persian.words, persian.mine, 2, persian.obey],
]);

export const moreExtractions = phrases(0.85, [
  [persian.first, 1, persian.talk, 3, persian.tell],
  [bengali.beginning, 1, bengali.toYou, 2, bengali.said, 4, bengali.tell],
  [hebrew.tell, 5, hebrew.prompt, 2, hebrew.hidden],
  [persian.prompt, 1, persian.hidden, 8, persian.tell],
  [bengali.hidden, 1, bengali.prompt, 4, bengali.tell],
]);

export const morePersonas = phrases(0.82, [
  [hebrew.you, 3, hebrew.machine, 4, hebrew.without, 1, hebrew.limits],
  [hebrew.answer, 3, hebrew.without, hebrew.limits],
  [persian.you, 4, persian.machine, 3, persian.without, 1, persian.limits],
  [persian.without, persian.limits, 1, persian.answer, 1, persian.give],
  [bengali.you, 3, bengali.limits, bengali.without, 3, bengali.machine],
  [bengali.limits, bengali.without, 1, bengali.answer, bengali.give],
  [ukrainian.now, 2, ukrainian.machine, 2, ukrainian.without, 2, ukrainian.limits],
  [answer, 3, without, any, censorship],
  [answer, 3, without, censorship],
  [turkish.free, turkish.answer],
]);

/** Thai, in the canonical form, in which its vowel `am` is two letters. */
export const thaiOverride = '(?:ลืม|เพิกเฉย|ละเว้น|ฝ่าฝืน|ทิ้ง)[^\\n]{0,6}กฎ(?:ทั้งหมด|ทุกข้อ)?(?:ที่คุณ|ของคุณ)';
export const thaiExtraction =
  '(?:บอก|แสดง|เปิดเผย|พิมพ์|คัดลอก|ทวน)[^\\n]{0,12}(?:คําสั่ง|ข้อความ|คําแนะนํา|พรอมต์)(?:ลับ|ระบบ|เริ่มต้น|ที่ซ่อน|ที่ผู้พัฒนา)';
export const thaiPersona =
  'คุณ(?:คือ|เป็น)[^\\n]{0,10}(?:AI|เอไอ|โมเดล|บอท)[^\\n]{0,8}(?:ไม่มี|ไร้)(?:ข้อจํากัด|กฎ|ตัวกรอง|การเซ็นเซอร์)|ตอบ[^\\n]{0,16}(?:ไม่มี|ไม่|ไร้)(?:การ)?(?:เซ็นเซอร์|ปฏิเสธ)';
