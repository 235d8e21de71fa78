/** What pages tell of an assistant and of who uses it: `the assistant answers questions, the user can change the answer`. A statement, and no order. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** How a language says so; verbs stand in the third person alone, and none of them says what has to be. */
type Tongue = {
  readonly hints: string;
  /** With its article, where the same word would be an order without one. */
  readonly machine: string;
  readonly verb: string;
  /** What is done to things of no worth: reminders are sent, spam is ignored. */
  readonly small?: string;
  readonly user: string;
  readonly can: string;
  /** Between who acts and the deed. */
  readonly adverb: string;
};

const letter = '[a-z\\u00c0-\\u024f\\u0370-\\u03ff\\u0400-\\u04ff]';
const start = `(?<!${letter})`;
const end = `(?!${letter})`;
const and =
  '(?:,|;| and| und| et| y| e| ed| en| i| oraz| и| й| і| та| och| og| a| și| şi| és| και| ja| ve| dan| và| o| ir) ?';

/** `Der Assistent fasst`, `El asistente resume, traduce y responde`: what it does it to stays in the text, and is heard. */
function toTurn({ hints, machine, verb, small, user, can, adverb }: Tongue): HarmlessTurn {
  const deed = small === undefined ? `(?:${verb})` : `(?:${verb}|${small})`;
  const deeds = `(?:${adverb} ){0,2}${deed}${end}`;
  const more = `(?:(?: ${letter}{1,16}){0,5}${and}${deeds}){0,4}`;
  const who = `(?:${user}) (?:${adverb} ){0,2}(?:${can})(?: ${letter}{2,16}){0,1}`;
  return [hints, `${start}(?:(?:${machine}) ${deeds}${more}|${who})${end}`];
}

const ai = '(?:ai|ia|ki|ии|ші|ші-?)';

const tongues: readonly Tongue[] = [
  {
    hints: 'asistente usuari',
    machine: `(?:el|la|nuestr[oa]|est[ea]|un|una) (?:[a-z]{3,12} )?(?:asistente|chatbot|bot|robot|agente)(?: (?:de ${ai}|virtual|digital|de [a-z]{3,14}|inteligente))?`,
    verb: 'resume|responde|contesta|traduce|sugiere|propone|compara|lee|busca|recuerda|recomienda|redacta|escribe|ayuda|ofrece|explica|aprende|procesa|analiza|puede(?: [a-z]{4,12}r)?|recibi[oó]|busc[oó]|respondi[oó]',
    small:
      '(?:env[ií]a|manda) (?:recordatorios|avisos|alertas|notificaciones)|(?:borra|elimina) (?:citas|borradores|recordatorios) [a-z]{4,12}|ignora (?:el )?(?:spam|correo basura)',
    user: '(?:el|la|los|las|cada) (?:usuari[oa]s?|cliente|clientes)',
    can: 'pueden?|deciden?|eligen?|conservan?|mantienen?',
    adverb: '(?:ahora|tambi[eé]n|siempre|solo|ya|as[ií]|autom[aá]ticamente)',
  },
  {
    hints: 'assistente chatbot usu utent',
    machine: `(?:[oa]|noss[oa]|est[ea]|esse|um|uma|il|la|lo|l'|questo|un|un'|(?:il |la )?nostr[oa]) ?(?:[a-z]{3,12} )?(?:assistente|chatbot|bot|robo|agente)(?: (?:de ${ai}|di ${ai}|${ai}|virtual|virtuale|digital|digitale|de [a-z]{3,14}|di [a-z]{3,14}|inteligente|intelligente))?`,
    verb: 'resume|responde|traduz|sugere|prop[oõ]e|compara|l[eê]|busca|procura|lembra|recomenda|redige|escreve|ajuda|oferece|explica|aprende|processa|analisa|pode(?: [a-z]{4,12}r)?|riassume|risponde|traduce|suggerisce|propone|confronta|legge|cerca|ricorda|consiglia|scrive|aiuta|offre|spiega|impara|elabora|analizza|pu[oò](?: [a-z]{4,12}re?)?|ha (?:ricevuto|cercato|risposto)',
    small:
      '(?:envia|invia|manda) (?:lembretes|avisos|alertas|promemoria|avvisi|notifiche)|(?:apaga|exclui|cancella|elimina) (?:i )?(?:compromissos|rascunhos|lembretes|vecchi|appuntamenti|bozze)(?: [a-z]{4,12})?|ignora (?:o |lo )?spam|inoltra le richieste complesse',
    user: "(?:o|a|os|as|cada|l'|gli|le|il|i) ?(?:usu[aá]ri[oa]s?|clientes?|utent[ei]|client[ei])",
    can: 'podem?|decid(?:e|em|ono)|escolhem?|mant[eê]m|pu[oò]|possono|scelgono|sceglie|mantiene',
    adverb: '(?:agora|tamb[eé]m|sempre|s[oó]|j[aá]|automaticamente|ora|anche|solo|gi[aà])',
  },
  {
    hints: 'assistant chatbot utilisat',
    machine: `(?:l'|l’|le |la |notre |cet |cette |ce |un |une )(?:[a-z]{3,12} )?(?:assistante?|chatbot|bot|robot|agent)(?: (?:${ai}|d'${ai}|virtuel(?:le)?|num[eé]rique|vocal|de [a-z]{3,14}|intelligente?))?`,
    verb: 'r[eé]sume|r[eé]pond|traduit|sugg[eè]re|propose|compare|lit|cherche|rappelle|recommande|r[eé]dige|[eé]crit|aide|offre|explique|apprend|traite|analyse|peut(?: [a-z]{4,12}r)?',
    small:
      '(?:envoie) (?:des |les )?(?:rappels|avis|alertes|notifications)|supprime (?:les |des )?(?:anciens [a-z-]{4,12}|brouillons|rappels)|ignore (?:les |le )?(?:pourriels?|spams?)|transmet les demandes',
    user: "(?:l'|l’|les |chaque |le )(?:utilisat(?:eurs?|rices?)|clients?)",
    can: 'peu(?:t|vent)|d[eé]cide(?:nt)?|choisit|choisissent|garde(?:nt)?|conserve(?:nt)?',
    adverb: '(?:d[eé]sormais|maintenant|aussi|toujours|automatiquement|ensuite)',
  },
  {
    hints: 'assistent chatbot nutzer benutzer anwender gebruiker',
    machine:
      '(?:der|die|unser|unsere|dieser|ein|eine|de|onze|deze|een) (?:[a-z]{3,12} )?(?:(?:ki|ai|sprach|chat)-?)?(?:assistent(?:in)?|assistente|chatbot|bot|agent)(?: (?:de|van) [a-z]{3,14})?',
    verb: 'fasst|beantwortet|antwortet|[uü]bersetzt|schl[aä]gt|liest|sucht|durchsucht|erinnert|empfiehlt|vergleicht|verfasst|schreibt|hilft|bietet|erkl[aä]rt|lernt|merkt|verarbeitet|analysiert|kann|schaltet|durchsuchte|antwortete|erhielt|vat|beantwoordt|antwoordt|vertaalt|stelt|leest|zoekt|herinnert|raadt|vergelijkt|schrijft|helpt|biedt|legt|leert|onthoudt|verwerkt|analyseert|kan',
    small:
      '(?:sendet|schickt|stuurt) (?:erinnerungen|hinweise|herinneringen|meldingen)|(?:l[oö]scht|verwijdert) (?:alte|oude) [a-z]{4,14}|(?:ignoriert|negeert) spam',
    user: '(?:der|die|jeder|de|elke) (?:nutzer(?:in(?:nen)?)?|benutzer|anwender|kunden?|gebruikers?|klanten?)',
    can: 'kann|k[oö]nnen|entscheide[tn]|bestimmen?|legen?|legt|beh[aä]lt|kan|kunnen|bepaalt|bepalen|beslist|beslissen',
    adverb: '(?:jetzt|nun|auch|immer|nur|automatisch|jederzeit|selbst|nu|ook|altijd|zelf)',
  },
  {
    hints: 'asystent chatbot użytkowni uzytkowni',
    machine: `(?:nasz[a]? |ten |wirtualn[ya] |cyfrow[ya] ){0,2}(?:asystent(?:ka)?|chatbot|bot)(?: ${ai}| g[lł]osowy)?`,
    verb: 'streszcza|podsumowuje|odpowiada|t[lł]umaczy|proponuje|sugeruje|por[oó]wnuje|czyta|szuka|wyszukuje|przypomina|poleca|pisze|pomaga|oferuje|wyja[sś]nia|uczy|przetwarza|analizuje|mo[zż]e(?: [a-ząćęłńóśźż]{4,12}ć)?',
    small:
      'wysy[lł]a (?:przypomnienia|powiadomienia)|usuwa stare [a-z]{4,12}|ignoruje spam|przekazuje trudne sprawy',
    user: '(?:u[zż]ytkowni(?:k|cy|czka)|klient|klienci)',
    can: '(?:mo[zż]e|mog[aą])(?: (?:zmieni[cć]|poprawi[cć]) odpowied[zź])?|decyduj[eą]|wybieraj?[aą]?|zachowuje',
    adverb: '(?:teraz|tak[zż]e|zawsze|tylko|automatycznie|sam|sami)',
  },
  {
    hints: 'ассистент помощник помічни пользовател користувач асистент потребител',
    machine: `(?:(?:наш|наша|голосовой|цифровой|цифрова|виртуальный|нашият|дигитален|віртуальний) ){0,3}(?:(?:ии|ші|аи)[- ]?)?(?:ассистент(?:ка)?|помощник|чат-?бот|бот|помічни(?:к|ця)|асистент(?:ът|ка)?)(?: (?:${ai}|с изкуствен интелект))?`,
    verb: '(?:кратко |коротко )?(?:пересказывает|обобщает|отвечает|переводит|предлагает|сравнивает|читает|ищет|напоминает|рекомендует|пишет|составляет|помогает|объясняет|учится|обрабатывает|анализирует|может(?: [а-яё]{4,14}ть)?|переказує|відповідає|перекладає|пропонує|порівнює|шукає|нагадує|радить|допомагає|пояснює|обробляє|може(?: [а-яіїєґ]{4,14}ти)?|обобщава|отговаря|превежда|предлага|сравнява|чете|търси|помага|обяснява)',
    small:
      '(?:отправляет|надсилає|изпраща|присылает) (?:напоминания|уведомления|нагадування|напомняния)|(?:удаляет|видаляє|изтрива) (?:старые|старі|стари) [а-яіїє]{4,12}|(?:игнорирует|ігнорує) спам',
    user: '(?:каждый )?(?:пользовател(?:ь|и)|клиенты?|користувач(?:і)?|потребител(?:ят|ите))',
    can: 'мо[жг](?:ет|ут|е|уть)|решают|решает|выбирает|сохраняет|вирішують|вирішує|може|могат|решават',
    adverb: '(?:теперь|также|всегда|только|автоматически|сами|сам|тепер|також|завжди|самі|да)',
  },
  {
    hints: 'assistent användar anvandar bruger bruker',
    machine:
      '(?:(?:v[aå]r|v[aå]res|den|digitala|digitale) ){0,3}(?:(?:ai|ki)-?)?assistent(?:en)?(?: v[aå]r)?',
    verb: 'sammanfattar|svarar|besvarar|[oö]vers[aä]tter|f[oö]resl[aå]r|j[aä]mf[oö]r|l[aä]ser|s[oö]ker|p[aå]minner|rekommenderar|skriver|hj[aä]lper|erbjuder|f[oö]rklarar|l[aä]r|behandlar|kan(?: [a-zåäöæø]{3,12})?|opsummerer|oppsummerer|svarer|besvarer|overs[aæ]tter|oversetter|foresl[aå]r|sammenligner|l[aæ]ser|leser|s[oø]ger|s[oø]ker|p[aå]minder|anbefaler|hj[aæ]lper|hjelper|tilbyder|tilbyr|forklarer|l[aæ]rer|behandler',
    small:
      '(?:skickar|sender) (?:p[aå]minnelser|p[aå]mindelser)|(?:tar bort|sletter) gam(?:la|le) [a-zåäöæø]{4,12}|(?:ignorerar|ignorerer) (?:skr[aä]ppost|spam)',
    user: '(?:anv[aä]ndar(?:en|na)|brug(?:eren|erne)|bruk(?:eren|erne)|kunden|kunderne?|kundene)',
    can: 'kan|best[aä]mmer|bestemmer|v[aä]ljer|v[aæ]lger|velger',
    adverb: '(?:nu|n[aå]|ocks[aå]|ogs[aå]|alltid|automatiskt?|sj[aä]lv|selv)',
  },
  {
    hints:
      'asistent pomoćnik pomocnik asistentul asistenta uživatel uzivatel utilizator korisnik používate pouzivate',
    machine: `(?:(?:na[sš][ae]?|digit[aá]ln[ií]|digitaln[ai]|virtu[aá]ln[ií]|${ai}) ){0,2}(?:asistent(?:k[ay]|ul|a|ica)?|pomo[cć]nik|chatbot(?:ul)?|bot)(?: (?:${ai}|virtual|noastr[aă]|nostru|digital[aă]?)){0,2}`,
    verb: 'shrnuje|zhŕňa|odpov[ií]d[aá]|odpoved[aá]|p[rř]ekl[aá]d[aá]|preklad[aá]|navrhuje|porovn[aá]v[aá]|[cč]te|[cč][ií]ta|hled[aá]|h[lľ]ad[aá]|p[rř]ipom[ií]n[aá]|doporu[cč]uje|p[ií][sš]e|pom[aá]h[aá]|vysv[eě]tluje|u[cč][ií]|m[uů][zž]e(?: [a-zěščřžýáíé]{3,12}t)?|rezum[aă]|r[aă]spunde|traduce|sugereaz[aă]|propune|compar[aă]|cite[sș]te|caut[aă]|recomand[aă]|scrie|ajut[aă]|ofer[aă]|explic[aă]|poate|sa[zž]ima|odgovara|prevodi|predla[zž]e|uspore[dđ]uje|tra[zž]i|preporu[cč]uje|poma[zž]e|obja[sš]njava|mo[zž]e',
    small:
      '(?:pos[ií]l[aá]|trimite|[sš]alje) (?:p[rř]ipom[ií]nky|mementouri|podsjetnike|notific[aă]ri)|(?:ma[zž]e|[sș]terge|bri[sš]e) (?:star[eé] )?[a-zěščřžýáíéâă]{4,12}(?: vechi)?|ignoruje spam',
    user: '(?:u[zž]ivatel(?:é)?|pou[zž][ií]vate[lľ](?:ia)?|utilizator(?:ul|ii)|korisni(?:k|ci)|klien[tț](?:ul|ii|i)?)',
    can: 'm[uoôů][zž]e|mohou|m[oô][zž]u|rozhoduj[eí]|poate|pot|decid[ae]?|alege|mogu|odlu[cč]uj[eu]',
    adverb:
      '(?:nyn[ií]|tak[eé]|v[zž]dy|acum|[sș]i|mereu|sada|tako[dđ]er|automat(?:icky|ski)?|sami)',
  },
  {
    hints: 'βοηθος βοηθός χρήστ χρηστ',
    machine:
      '(?:ο|η) (?:ψηφιακός |ψηφιακή |εικονικός )?(?:μας )?βοηθός(?: μας)?(?: τεχνητής νοημοσύνης| ai)?',
    verb: 'συνοψίζει|απαντά|μεταφράζει|προτείνει|συγκρίνει|διαβάζει|ψάχνει|υπενθυμίζει|συνιστά|γράφει|βοηθά|εξηγεί|μαθαίνει|επεξεργάζεται|μπορεί',
    small: 'στέλνει (?:υπενθυμίσεις|ειδοποιήσεις)|διαγράφει παλι[άέ] [α-ωάέήίόύώ]{4,12}',
    user: '(?:ο|οι) (?:χρήστ(?:ης|ες)|πελάτ(?:ης|ες))',
    can: 'μπορεί|μπορούν|αποφασίζ(?:ει|ουν)|επιλέγ(?:ει|ουν)',
    adverb: '(?:τώρα|επίσης|πάντα|να)',
  },
  {
    hints: 'avustaja käyttäj kayttaj asszisztens felhaszn asist kullan',
    machine:
      '(?:digitaalinen |virtuaali|teko[aä]ly){0,2}avustaja(?:mme)?|(?:az? )?(?:ai-|mi-|digit[aá]lis ){0,2}asszisztens(?:[uü]nk)?',
    verb: 'tiivist[aä][aä]|vastaa|k[aä][aä]nt[aä][aä]|ehdottaa|vertailee|lukee|etsii|muistuttaa|suosittelee|kirjoittaa|auttaa|tarjoaa|selitt[aä][aä]|oppii|voi|[oö]sszefoglalja|v[aá]laszol|leford[ií]tja|javasol|[oö]sszehasonl[ií]t|elolvassa|keres|eml[eé]keztet|aj[aá]nl|seg[ií]t|elmagyar[aá]z|tanul',
    user: 'k[aä]ytt[aä]j[aä](?:t)?|asiakas|asiakkaat|(?:az? )?felhaszn[aá]l[oó]k?',
    can: 'voi(?:vat)?|p[aä][aä]tt[aä](?:[aä]|v[aä]t)|valitsee|m[oó]dos[ií]that(?:ja|j[aá]k)|d[oö]nt(?:ik|enek|i)',
    adverb: '(?:nyt|my[oö]s|aina|vain|most|is|mindig|automatikusan|k[uü]ld[eé]s el[oő]tt)',
  },
  {
    hints: 'asisten pengguna trợ tro ly người nguoi pembantu',
    machine:
      '(?:asisten|pembantu|chatbot|bot)(?: (?:ai|virtual|digital|maya|kami|belanja)){0,2}|(?:trợ lý|chatbot)(?: (?:ai|ảo|số|của chúng tôi|kỹ thuật số)){0,2}',
    verb: 'merangkum|menjawab|menerjemahkan|menyarankan|membandingkan|membaca|mencari|mengingatkan|merekomendasikan|menulis|membantu|menawarkan|menjelaskan|mempelajari|memproses|menganalisis|memanggil petugas|tóm tắt|trả lời|dịch|gợi ý|đề xuất|so sánh|đọc|tìm|nhắc|viết|giúp|giải thích|học|xử lý|phân tích|gọi nhân viên|hoạt động|không chia sẻ|tidak membagikan',
    small:
      'mengirim (?:pengingat|pemberitahuan)|menghapus [a-z]{4,12} lama|gửi (?:lời nhắc|thông báo)|xóa (?:lịch|cuộc) [a-z]{2,8}(?: cũ)?|mengabaikan spam',
    user: '(?:setiap )?(?:pengguna|pelanggan)|(?:mỗi )?(?:người dùng|khách hàng)',
    can: 'dapat|bisa|boleh|menentukan|yang menentukan|memutuskan|có thể|quyết định|chọn|được phép',
    adverb: '(?:akan|juga|kini|sekarang|selalu|dapat|bisa|sẽ|cũng|luôn|có thể|đang|hiện)',
  },
];

/** Where the verb comes first or last, or no space is written. */
const others: readonly HarmlessTurn[] = [
  [
    'asistan kullanıc kullanic',
    '(?<![a-zçğıöşü])(?:(?:bu|dijital|sanal|yapay zek[aâ]|sesli) ){0,3}asistan[ıi]?(?:m[ıi]z)? (?:[a-zçğıöşü]{2,16} ){0,3}(?:özetler|yan[ıi]tlar|cevaplar|çevirir|önerir|kar[sş][ıi]la[sş]t[ıi]r[ıi]r|okur|arar|hat[ıi]rlat[ıi]r|yazar|aç[ıi]klar|ö[gğ]renir|çal[ıi][sş][ıi]r|aktar[ıi]r)(?![a-z])|(?<![a-zçğıöşü])(?:kullan[ıi]c[ıi](?:lar)?|mü[sş]teri(?:ler)?) (?:[a-zçğıöşü]{2,16} ){0,4}(?:[a-zçğıöşü]+ebilir(?:ler)?|[a-zçğıöşü]+abilir(?:ler)?|belirler|karar verir)(?![a-z])',
  ],
  [
    'सहायक उपयोगकर्त बॉट',
    '(?:(?:हमारी|हमारा|यह|डिजिटल|एआई|ai|वर्चुअल) ){0,3}(?:सहायक|चैटबॉट|बॉट) (?:[^ ,;.।!?\\n]{1,16} ){0,5}(?:सारांश (?:बनाता|देता|बनाती|देती)|(?:जवाब|उत्तर|सुझाव) (?:देता|देती)|(?:काम|अनुवाद|मदद|तुलना) (?:करता|करती)|पढ़ता|पढ़ती|खोजता|खोजती|भेजती|बताता|बताती) हैं?|उपयोगकर्ता (?:[^ ,;.।!?\\n]{1,16} ){0,5}(?:सकता|सकते|सकती|करता|करते) हैं?',
  ],
  [
    'مساعد المستخدم دستیار کاربر עוזר המשתמש',
    '(?:يلخص|يجيب|يترجم|يقترح|يقارن|يقرأ|يبحث|يساعد|يعمل|يستطيع) (?:ال)?مساعد(?: (?:الذكاء الاصطناعي|الافتراضي|الذكي|الرقمي))?|(?:ال)?مساعد(?:ة|تنا|نا)?(?: (?:الذكاء الاصطناعي|الافتراضي|الذكي|الرقمي|الرقمية))? (?:يلخص|تجيب|يجيب|يترجم|يقترح|يقارن|يقرأ)|(?:يمكن لل?مستخدم|المستخدمون يقررون)(?:ين)?|دستیار(?: (?:هوش مصنوعی|دیجیتال|مجازی|ما)){0,3} (?:[^ ,;.\\n]{1,16} ){0,4}(?:می.?کند|می.?دهد|می.?خواند|می.?فرستد)|کاربر(?:ان)? (?:می.?تواند|می.?توانند|تعیین می.?کنند)|ה?עוזר(?:ת|ת)?(?: (?:ה?בינה ה?מלאכותית|ה?דיגיטלית?|הווירטואלי|שלנו)){0,2} (?:מסכמת?|עונה|מתרגמת?|מציעה?|קוראת?|מחפשת?|עוזרת?)|ה?משתמש(?:ים)? (?:יכול(?:ים)?|מחליט(?:ים)?)',
  ],
  [
    '助手 助理 用户 用戶 机器人 機器人 智能体',
    '(?:我们的?|这款|該|该)?(?:ai|智能|智慧|数字|數位|虚拟|虛擬|购物|語音|语音)?(?:助手|助理|聊天机器人|聊天機器人|智能体)(?:现在|現在|还|還|也|将|將|只)?(?:会|會|可以|能够|能夠|能|可)(?:自动|自動|帮您|帮你|为您)?(?:总结|總結|回答|回复|翻译|翻譯|推荐|推薦|比较|比較|阅读|閱讀|搜索|提醒|起草|解释|解釋|建议|建議|记住|概括|整理)|(?:用户|用戶|顾客|客户|使用者)(?:也|都|还|随时|隨時|自己)?(?:可以|可|能|决定|決定|能够)',
  ],
  [
    'アシスタント ユーザー 利用者 ボット',
    '(?:ai|デジタル|音声|仮想|バーチャル)?(?:アシスタント|チャットボット|ボット)(?:「[^」\\n]{1,10}」)?(?:は|が)[^。\\n「」@:/]{0,24}?(?:要約|回答|応答|翻訳|提案|比較|検索|通知|説明|学習|案内)(?:し|でき)(?:ます|て|、)|(?:ユーザー|利用者|お客様)(?:は|が)[^。\\n「」@:/]{0,24}?(?:できます|決めます|選べます|選択します|変更できます)',
  ],
  [
    '비서 도우미 챗봇 어시스턴트 사용자',
    '(?:ai|디지털|음성|가상|우리)? ?(?:비서|도우미|챗봇|어시스턴트)(?: .[^ \\n]{1,8}.)?(?:가|는|이|은) [^.\\n@:/]{0,24}?(?:요약|답변|대답|번역|추천|제안|비교|검색|설명|학습|안내|답)(?:하며|하고|합니다|해 ?줍니다|할 수 있습니다)|(?:사용자|고객)(?:는|가|이|은) [^.\\n@:/]{0,24}?(?:수 있습니다|정합니다|결정합니다|선택합니다)',
  ],
  [
    'ผู้ช่วย ผู้ใช้ แชตบอต',
    '(?:ผู้ช่วย|แชตบอต|แชทบอท)(?: ?ai ?|ดิจิทัล|เสมือน|อัจฉริยะ|ของเรา){0,3}(?:จะ|สามารถ|ช่วย|ยัง){0,2}(?:สรุป|ตอบ|แปล|แนะนำ|เปรียบเทียบ|อ่าน|ค้นหา|เตือน|ร่าง|อธิบาย|เรียนรู้|ทำงาน)(?:คำถาม|อีเมล|บทความ|ข้อความ|คำตอบ|อย่างไร){0,2}(?:ให้)?|ผู้ใช้(?:ยัง|ก็)?(?:สามารถ|เป็นผู้กำหนด|เลือก|กำหนด)(?:แก้ไข|เปลี่ยน|ปรับ|เลือก)?(?:คำตอบ|ข้อความ)?(?:ก่อนส่ง)?',
  ],
];

/** `Asistente de compras`, alone in its line: a name. */
const title: HarmlessTurn = [
  'asist assist asyst асист ассист',
  `(?<=^|\\n)[^a-z\\n]{0,6}(?:(?:nuestro|notre|nostro|nosso|unser|our|votre|su|tu|seu) )?(?:asistente|assistante?|assistente|asystent(?:ka)?|asistan|asistent(?:ul)?|asisten|ассистент|асистент) (?:(?:de |di |d'|do |da |du |van |для )${letter}{3,14}|ai|ia|virtual|virtuale|virtuel|plus|pro|digital)[^a-z\\n]{0,4}(?=\\n|$)`,
];

export const machinesDescribed: readonly HarmlessTurn[] = [
  ...tongues.map(toTurn),
  ...others,
  title,
];
