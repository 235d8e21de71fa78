/** Requests for harmful help in languages of which the classifier has read little, by the deed and its object. */
import type { HarmEntries } from './lexicon.ts';

/** Each line is a phrase of its own: the wish or the way, the deed, and what it is done to. */
export const harmInLanguages: HarmEntries = [
  [
    ['harm/weapons', 0.82],
    `איך|כיצד 2 מכינים|להכין|מכין|בונים|לבנות|בונה|מייצרים|לייצר|עושים 2 פצצה|פצצות|נפץ|מטען
    چگونه|چطور 4 بمب|نارنجک|منفجره 3 بسازم|بسازیم|درست
    طرز|روش 1 ساخت|ساختن 2 بمب|منفجره|نارنجک
    কীভাবে|কিভাবে 2 বোমা|বিস্ফোরক 2 বানাব|বানাবো|বানাতে|তৈরি|বানানো
    বোমা|বিস্ফোরক 1 বানানোর|তৈরির 1 উপায়|পদ্ধতি|নিয়ম
    hur|hvordan 2 gör|bygger|tillverkar|lager|laver 3 bomb|bombe|rörbomb|rørbombe|sprängmedel
    πως 2 φτιαχνω|φτιαξω|φτιαχνουν|κατασκευασω|κατασκευαζω 2 βομβα|βομβες|εκρηκτικα
    cum 2 fac|fabric|construiesc|face|faci 3 bombă|exploziv|explozibil
    jak|ako 2 vyrobit|vyrobím|vyrobiť|udělat|udělám|sestrojit 3 bombu|výbušninu
    hogyan 2 készítsek|csináljak|készíthetek|lehet 3 bombát|robbanószert
    miten|kuinka 2 teen|tehdään|rakennan|valmistan|tehdä 3 pommi|pommin|pommia
    come 2 costruire|fabbricare|costruisco|fabbrico 3 arma|pistola|bomba|ordigno|esplosivo`,
  ],
  [
    ['harm/violence', 0.82],
    `איך|כיצד 2 להרוג|הורגים|לרצוח|להרעיל 1 מישהו|אדם|אשתי|בעלי|אנשים
    چگونه|چطور 2 کسی|آدم|همسرم|شوهرم|زنم 3 بکشم|بکشیم|مسموم
    কীভাবে|কিভাবে 3 খুন|হত্যা 1 করব|করবো|করতে
    hoe 4 iemand|buurman|buurvrouw|baas 1 vermoorden|vergiftigen|ombrengen`,
  ],
  [
    ['harm/self_harm', 0.82],
    `wie 3 mich 5 umbringen|erhängen
    comment 2 me 1 suicider|pendre
    jak 2 się 2 zabić|powiesić`,
  ],
  [
    ['harm/drugs', 0.82],
    `איך|כיצד 1 מייצרים|לייצר|מכינים|להכין 1 סמים|קוקאין|הרואין
    où|comment 1 acheter|trouver 3 cocaïne|héroïne|drogue|mdma
    где|как|де|як 3 купить|достать|купити|дістати 2 наркотики|кокаин|героин|метамфетамин|мефедрон|гашиш|кокаїн|героїн
    wo|wie 3 kokain|heroin|koks|mdma|ecstasy|drogen|crystal 3 kaufen|bestellen|herstellen`,
  ],
  [
    ['harm/cyber', 0.82],
    `איך|כיצד 1 לפרוץ|פורצים 1 לחשבון|לטלפון|לפייסבוק|לאינסטגרם|לווטסאפ|למחשב|לוואטסאפ 4 של|מישהו
    گوشی|تلگرام|اینستاگرام|واتساپ|حساب 2 همسرم|دیگران|کسی|دوستم|شوهرم|همسایه 3 هک
    কারো|কারও|অন্যের 3 হ্যাক
    komşumun|başkasının|sevgilimin|eşimin 3 şifresini 1 nasıl 1 kırarım|öğrenirim|çalarım|hacklerim
    напиши|напишите|создай 1 кейлоггер|шифровальщик|стилер|троян`,
  ],
  [
    ['harm/fraud', 0.82],
    `schreib|schreibe|erstelle|verfasse|entwirf 2 phishing|phishingmail
    écris|rédige|crée 3 phishing|hameçonnage
    escribe|redacta|crea 3 phishing
    scrivi|crea 3 phishing
    escreva|crie 3 phishing
    napisz|stwórz 3 phishing*|wyłudzając*
    напиши|создай 2 фишинговое|фишинговую|фишинговый
    wie 3 fälsche|fälscht|fälschen 3 ausweis|personalausweis|reisepass|geldscheine|führerschein|impfpass|rezept
    как|як 1 подделать|підробити 2 паспорт|деньги|гроші|документы|документи|подпись|підпис|справку|довідку
    sahte 1 para|kimlik|pasaport 1 nasıl 1 basılır|yapılır|yaparım|basarım|yapabilirim
    كيف 1 أزور 1 جواز|هوية|نقود|عملة|شهادة
    چگونه|چطور 1 پول|گذرنامه|اسکناس 1 جعلی|تقلبی 2 چاپ|درست|بسازم
    नकली 1 नोट|पासपोर्ट 1 कैसे 1 छापें|बनाएं|बनाएँ|छापूं|बनाऊं
    কীভাবে|কিভাবে 1 জাল 1 টাকা|পাসপোর্ট 1 ছাপাব|ছাপাবো|বানাব|বানাবো
    droguer 4 insu`,
  ],
];

/** Writing that puts no spaces between words, or binds endings to them; who guards against a deed says so before it. */
const guarded =
  '(?<!(?:防|ป้องกัน|막|예방|避免)[^。！？.\\n]{0,12}|(?:防止|避免|預防|预防)[^。！？\\n]{0,12})';

export const wideHarm: readonly (readonly [category: string, pattern: RegExp])[] = [
  [
    'harm/cyber',
    new RegExp(
      [
        `${guarded}(?:黑进|黑入|入侵|破解|盗取|盜取|盗用)(?:别人|別人|他人|女友|男友|女朋友|男朋友|老婆|老公|前任|同事|邻居)的?[^。！？\\n]{0,6}(?:账号|帳號|密码|密碼|微信|手机|手機|电脑|電腦|wifi|邮箱|信箱)`,
        '他人の?(?:パスワード|アカウント|スマホ|LINE|クレジットカード)[^。\\n]{0,6}(?:盗む|盗み出す|乗っ取る|ハッキングする|侵入する)(?:方法|には|やり方)',
        `${guarded}(?:남의|다른 ?사람의?|여자친구의?|남자친구의?|아내의?|남편의?) ?(?:카톡|계정|휴대폰|핸드폰|폰|인스타|비밀번호|와이파이)[을를]? ?[^.\\n]{0,4}(?:해킹|훔치|뚫)`,
        `${guarded}(?:แฮก|แฮ็ก)(?:เฟซบุ๊ก|เฟส|ไลน์|ไอจี|มือถือ|บัญชี|ไวไฟ|โทรศัพท์)[^\\n]{0,6}(?:คนอื่น|แฟน|ผู้อื่น|สามี|ภรรยา|เพื่อนบ้าน)`,
      ].join('|'),
      'gi',
    ),
  ],
  ['harm/drugs', /วิธี(?:ผลิต|ทํา|ปรุง)(?:ยาบ้า|ยาไอซ์|เฮโรอีน|โคเคน)/g],
  ['harm/weapons', /วิธี(?:ทํา|สร้าง|ประกอบ|ผลิต)(?:ลูก)?ระเบิด(?!น้ํา|กลิ่น|เซลล์|เวลา)/g],
  [
    'harm/violence',
    /วิธี(?:ฆ่า|สังหาร|วางยา)(?:คน|สามี|ภรรยา|เมีย|แฟน)|사람을? ?죽이(?:고|는)[^.\n]{0,6}(?:법|방법|안 들키)/g,
  ],
];
