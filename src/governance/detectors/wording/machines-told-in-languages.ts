/** How documents name a machine that reads them in further languages: `if you are a language model`, `to the assistant that reads this:`. */

/** Without one of these no pattern here can match. */
export const machinesInLanguages = `ші мовна мовною штучний språkmodell språkmodellen sprogmodel assistent assistenten jazykový jazykovým umělá umelá asistent asistenta
  asistentovi kielimalli tekoäly tekoälyavustajalle tekoälylle kielimallille limbaj inteligență asistentul asistentului nyelvi mesterséges mi γλωσσικό
  μοντέλο τεχνητή τεχνητής νοημοσύνης βοηθό βοηθός bahasa asisten kecerdasan ngôn trợ trí نموذجا نموذج لغويا الاصطناعي اصطناعيا مساعد מודל עוזר בינה مدل هوش
  भाषा एआई सहायक कृत्रिम modeliysen modeliysin асистент асистента асистенту асистентові`;

/** `If you are a language model` */
export const ifYouAreInLanguages = [
  'якщо (?:ти|ви)(?: -| —| є)? ?(?:ші|мовна модель|мовною моделлю|штучний інтелект|штучним інтелектом)',
  'om du är (?:en |ett )?(?:ai|språkmodell|artificiell intelligens)(?:-[a-z]+)?',
  'hvis du er (?:en |et )?(?:ai|ki|sprogmodel|språkmodell|kunstig intelligens)(?:-[a-z]+)?',
  '(?:pokud|jestli|jestliže) (?:jsi|jste) (?:ai|jazykový model|jazykovým modelem|umělá inteligence)',
  'ak (?:si|ste) (?:ai|jazykový model|jazykovým modelom|umelá inteligencia)',
  'jos (?:olet|olette) (?:kielimalli|tekoäly)[a-z]*',
  'dacă (?:ești|sunteți) (?:un |o )?(?:ai|model de limbaj|inteligență artificială)',
  'ha (?:ön |te )?(?:egy )?(?:ai|mi|nyelvi modell|mesterséges intelligencia) vagy',
  'αν (?:είσαι|είστε) (?:ένα |μια )?(?:ai|γλωσσικό μοντέλο|τεχνητή νοημοσύνη)',
  '(?:jika|kalau|bila) (?:kamu|anda) (?:adalah )?(?:sebuah )?(?:ai|model bahasa|kecerdasan buatan)',
  'nếu (?:bạn|mày|ngươi) là (?:một )?(?:ai|mô hình ngôn ngữ|trí tuệ nhân tạo)',
  'إذا كنت (?:نموذجا? لغويا?|ذكاء اصطناعيا?|مساعدا? (?:ذكيا?|آليا?))',
  'אם אתה (?:מודל שפה|בינה מלאכותית|עוזר וירטואלי)',
  'اگر (?:یک )?(?:مدل زبانی|هوش مصنوعی) (?:هستی|هستید)',
  '(?:अगर|यदि) (?:तुम|आप) (?:एक )?(?:भाषा मॉडल|एआई|कृत्रिम बुद्धिमत्ता)',
];

/** The same in writing without spaces. */
export const ifYouAreInWideWriting =
  '(?:如果|若|假如)你是(?:一个|一個|一名)?(?:ai|人工智[能慧]|(?:大型?)?[语語]言模型)|あなたが(?:ai|言語モデル|人工知能)(?:であれば|なら)|당신이 (?:ai|언어 모델|인공지능)(?:이라면|라면)|(?:ถ้า|หาก)(?:คุณ|เธอ)?(?:เป็น|คือ) ?(?:ai|โมเดลภาษา|ปัญญาประดิษฐ์)';

/** `To the assistant that reads this mail`; a colon and an order follow. */
export const readersInLanguages = [
  '(?:ai|ki|språkmodell|sprogmodel)[- ]?(?:assistent)?(?:en)?,? (?:som|der) (?:läser|leser|læser|bearbetar|behandlar|behandler) (?:detta|denna|det här|den här|dette|denne)',
  '(?:ai|virtuální[a-z]*|umel[a-z]+)? ?(?:asistent(?:a|ovi|y)?|jazykový model),? (?:který|ktorý|která|kteří) (?:čte|čtou|číta|zpracovává|spracúva) (?:tento|tuto|toto|tyto|túto)',
  '(?:viestin|tämän|tekstin|sivun) (?:[a-z]+ )?(?:lukevalle|käsittelevälle) (?:tekoäly|kielimalli)[a-z]*',
  'asistent(?:ul|ului|ă)?(?: ai| virtual| de inteligență artificială)?,? care (?:citește|procesează|rezumă) (?:acest|această|aceste)',
  '(?:olvasó|feldolgozó) (?:ai|mi|mesterséges intelligencia)[- ]?[a-z]*(?:nak|nek|hoz|hez)',
  'βοηθό[ςύ]? (?:τεχνητής νοημοσύνης|ai) που (?:διαβάζει|επεξεργάζεται|συνοψίζει) (?:αυτό|αυτή|το|την?) ',
  '(?:ші-?|ai-?)?асистент(?:а|у|ові|и|ів)?,? (?:який|яка|що|які) (?:читає|читають|обробляє|переказує) (?:цей|цю|це)',
  '(?:повідомлення|примітка|нотатка|увага) (?:для|до) (?:ші|ai)[- ]?асистент(?:а|у|ів)',
  'trợ lý (?:ai|ảo|trí tuệ nhân tạo) ?(?:nào )?(?:đang )?(?:đọc|xử lý|tóm tắt) [^.:\\n]{1,20} này',
  'asisten (?:ai|virtual|kecerdasan buatan) ?(?:mana pun )?yang (?:membaca|memproses|meringkas) [^.:\\n]{1,20} ini',
  '(?:यह|इसे|इस [^.:\\n]{1,20}) (?:को )?पढ़ने वाले (?:एआई|ai)(?: (?:सहायक|मॉडल))?',
  '(?:مساعد )?الذكاء الاصطناعي الذي (?:يقرأ|يعالج|يلخص) (?:هذا|هذه)',
  '(?:gửi|tới|dành cho) (?:các )?(?:ai|mô hình ngôn ngữ)(?: nào)? (?:đang )?(?:đọc|xử lý|tóm tắt)',
  'עוזר (?:ה)?(?:ai|בינה המלאכותית|בינה מלאכותית) (?:ש|אשר )(?:קורא|מעבד)',
  'دستیار هوش مصنوعی که (?:این|دارد)',
];

const one = '[^ .,;:\\n]{1,24}';
/** `Before you summarise this text`, which is said to a reader of either kind: what follows has to be a tool, a link or a command. */
export const onceSummed = [
  `(?:bevor|wenn|sobald) (?:du|sie) (?:diese[nrsm]?|das|den) ${one} (?:zusammenfasst|zusammenfassen|verarbeitest|verarbeiten)`,
  `(?:avant de|quand tu|quand vous|lorsque vous|en) (?:résum|trait)${one} (?:ce|cet|cette) ${one}`,
  `(?:antes de|cuando|al) (?:resum|proces)${one} est[ea] ${one}`,
  `(?:antes de|quando|ao) (?:resum|process)${one} est[ea] ${one}`,
  `(?:prima di|quando) (?:riassum|elabor)${one} quest[oa] ${one}`,
  `(?:voordat|als|wanneer) (?:je|u) (?:dit|deze) ${one} (?:samenvat|verwerkt)`,
  `(?:zanim|gdy|kiedy) (?:streścisz|streszczasz|przetworzysz|podsumujesz) (?:ten|tę|to) ${one}`,
  `(?:прежде чем|перед тем как|когда будешь|когда) (?:пересказ|обработ|обобщ|резюмир)${one} (?:этот|эту|это) ${one}`,
].map((words) => `${words}(?=[ ,][^\\n]{0,80}?(?:[a-z]{2,20}_[a-z]{2,20}|https?:|rm -|curl ))`);
/** The same in writing without spaces. */
export const onceSummedInWideWriting =
  '(?:이|본) ?(?:글|문서|메일|페이지|리뷰)[을를] (?:읽는|읽고 있는|요약하는|처리하는) (?:ai|인공지능|언어 ?모델|에이전트)(?:에게|께)?\\s?[:：]|(?:(?:总结|總結|概括|处理|處理|翻译|翻譯)(?:本文|此文|这封邮件|這封郵件|这段文字)(?:之)?[前时時后後]|この(?:文書|メール|文章|ページ)を要約する(?:前に|とき|際)|이 (?:문서|메일|글)을 요약(?:하기 전에|할 때))(?=[^\\n]{0,60}?(?:[a-z]{2,20}_[a-z]{2,20}|https?:|rm -|curl ))';
