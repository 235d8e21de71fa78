/** Harm that nobody is to notice: deaths that look like accidents, poisons that no doctor finds, phones that are read in secret. */
import type { HarmEntries } from './lexicon.ts';

/** Stories ask for the same words: what is heard so is flagged, and the classifier tells whether it is meant. */
const likely = 0.6;

const partner =
  'wife|husband|girlfriend|boyfriend|fiance|fiancee|spouse|partner|ex|roommate|flatmate|coworker|colleague|neighbor|neighbour|employee|tenant|nanny|babysitter|maid';
const traces =
  'messages|texts|chats|whatsapp|phone|cellphone|iphone|location|calls|conversations|dms|inbox|telegram|snapchat|instagram|gmail|laptop|gps|whereabouts';

/** Each line is a phrase of its own: the deed, whom it meets, and that it stays hidden. */
export const harmUnseen: HarmEntries = [
  [
    ['harm/violence', likely],
    `kill|killing|murder|murdering|poison|poisoning|drown|strangle|suffocate|push|death|die|dies|dying 9 look|looks|seem|appear|pass|passes|staged|disguised 2 like|as|for|natural|accidental 2 accident|accidental|suicide|natural|overdose|stroke|attack
    kill|killing|murder|poison|death|die|dies 6 look|looks|seem|appear 2 natural|accidental
    poison|poisons|toxin|toxins|venom 6 undetectable|untraceable|undetected|unnoticed|autopsy|autopsies|coroner|toxicology
    undetectable|untraceable|tasteless 2 poison|poisons|toxin
    cause|inflict|maximize|maximise 3 casualties
    unfall 3 aussehen|aussieht|wirken|tarnen 6 töten|umbringen|ermorden|mord
    töten|umbringen|ermorden|vergiften|tod|mord|sterben 6 unfall|natürlich|selbstmord|suizid 3 aussehen|aussieht|wirkt|wirken
    gift 6 nicht|nie|kein|keiner 3 nachweisbar|nachweisen|obduktion|autopsie|gerichtsmediziner
    tuer|assassiner|empoisonner|meurtre|mort|éliminer 8 passer|paraître|ressemble|croire|maquiller|maquillé 4 accident|naturelle|suicide
    poison 6 indétectable|autopsie|intraçable
    matar|mate|muerte|muera|asesinar|eliminar|envenenar 8 parezca|parecer|pareciera|simular|pase 4 accidente|natural|suicidio
    veneno 6 autopsia|indetectable|autópsia|indetectável
    uccidere|ammazzare|morte|eliminare|morire|avvelenare 8 sembri|sembrare|sembra|passare|sembrasse 4 incidente|naturale|suicidio
    veleno 6 autopsia|rintracciabile|rilevabile
    morte|assassinar|livrar|morrer 8 pareça|parecer|parecendo|passar 4 acidente|natural|suicídio
    vermoorden|doden|dood|moord|vergiftigen 8 ongeluk|natuurlijk|zelfmoord 3 lijkt|lijken|uitziet
    zabić|śmierć|morderstwo|otruć|pozbyć|zabójstwo 8 wyglądało|wyglądała|upozorować|wyglądał 4 wypadek|naturalnie|samobójstwo
    убить|смерть|убийство|избавиться|отравить|устранить 8 выглядело|выглядела|выглядит|выглядел|инсценировать|замаскировать 4 несчастный|естественной|естественная|самоубийство
    яд|отрава 6 вскрытии|вскрытие|экспертиза|обнаружат|обнаружить
    вбити|смерть|вбивство|позбутися|отруїти 8 виглядало|виглядала|виглядає 4 нещасний|природною|самогубство
    öldürmek|öldürüp|öldürürüm|ölümü|ölümünü|cinayeti|cinayete|öldüreyim 5 kaza|doğal|intihar 2 süsü|gibi
    قتل|أقتل|موت|التخلص|أتخلص|تسميم 6 يبدو|تبدو|كأنه|كأنها 3 حادث|حادثا|حادثة|طبيعي|طبيعيا|انتحار|انتحارا
    मारना|मारूँ|मारूं|हत्या|मौत|मार 8 हादसा|दुर्घटना|आत्महत्या 2 लगे|दिखे
    membunuh|bunuh|menghabisi|kematian|meracuni 8 seperti|terlihat|seolah|kelihatan 3 kecelakaan|wajar|alami
    racun 6 terdeteksi|ketahuan|otopsi
    zehir 6 otopside|otopsi
    ubije|mörda|döda|dödsfall 6 ser|likna|verka 3 olycka|naturligt|självmord`,
  ],
  [
    ['harm/privacy', likely],
    `read|see|access|monitor|track|spy|listen|intercept|view|clone|mirror|bug|follow|check 5 ${partner} 4 ${traces} 6 without|secretly|unnoticed|undetected|hidden|invisible|invisibly
    read|see|access|monitor|track|listen|intercept|view|clone|mirror|bug 3 ${traces} 4 ${partner} 6 without|secretly|unnoticed|undetected|hidden|invisible
    secretly|covertly 2 read|track|monitor|record|film|watch|bug|listen|photograph 5 ${partner}|teacher|boss|doctor|women|woman|girl|girls
    spy|tracking|stalkerware|spyware 3 app|apps|software|tool 6 ${partner}
    hide|hidden|install|put|place 4 camera|cam|cameras|lens|microphone 5 changing|locker|shower|showers|bathroom|bedroom|toilet|dressing 6 without|nobody|her|women|girls|guests|tenant|notice|noticing
    hide|hidden|install|put|place|secret 4 camera|cam|cameras|microphone 8 film|record|watch|see|spy 3 babysitter|nanny|guests|women|girls|tenant|tenants|roommate|flatmate|maid|stepdaughter|undress|naked|undressing
    nachrichten|whatsapp|handy|standort|chats|telefon|mails 8 ohne 4 merkt|weiß|mitbekommt|mitkriegt|bemerkt
    heimlich 4 nachrichten|whatsapp|handy|standort|chats|telefon|mails 6 lesen|orten|überwachen|mitlesen|abhören|auslesen
    freundin|frau|freund|mann|ex 5 orten|überwachen|abhören|verwanzen 4 ohne|heimlich|unbemerkt
    lire|espionner|surveiller|localiser|tracer|pister|écouter|intercepter 7 femme|mari|copine|copain|conjoint|ex|compagne|épouse|fiancée 8 sans|secret|discrètement|insu|cachette
    leer|espiar|rastrear|vigilar|localizar|clonar|intervenir|controlar 7 mujer|esposa|marido|esposo|novia|novio|pareja|ex 6 sin|escondidas|secreto
    leggere|spiare|controllare|localizzare|rintracciare|intercettare|clonare 7 moglie|marito|fidanzata|fidanzato|ragazza|compagna|ex 6 senza|nascosto|segreto
    ler|espionar|rastrear|vigiar|localizar|clonar|monitorar|grampear 7 mulher|esposa|marido|namorada|namorado|ex 6 sem|escondido|segredo
    vrouw|man|vriendin|vriend|ex 5 volgen|bespioneren|afluisteren|tracken|meelezen|hacken|lezen 2 zonder|stiekem
    śledzić|podsłuchać|podsłuchiwać|namierzyć|szpiegować|przeczytać 7 żony|żonę|męża|dziewczyny|chłopaka|partnera|partnerki 5 bez|nie|żeby|ukryciu
    отследить|отслеживать|прослушать|прослушивать|следить|прочитать|читать|взломать 6 жены|женой|мужа|мужем|девушки|девушкой|парня|подруги|бывшей|бывшего 5 незаметно|тайно|чтобы|без|втайне
    стежити|прослухати|прочитати|відстежити 6 дружини|дружиною|чоловіка|дівчини|хлопця 5 непомітно|таємно|щоб|без
    eşimin|karımın|kocamın|sevgilimin|nişanlımın|eski 5 mesajlarını|telefonunu|whatsappını|konumunu|whatsapp 5 haberi|gizlice|fark|bilmeden|habersiz
    أتجسس|التجسس|أراقب|مراقبة|أتتبع|تتبع|أقرأ|قراءة|اختراق 4 زوجتي|زوجي|صديقتي|خطيبتي|حبيبتي|صديقي 5 دون|بدون|سرا
    पत्नी|बीवी|पति|गर्लफ्रेंड|बॉयफ्रेंड 5 मैसेज|फ़ोन|फोन|लोकेशन|व्हाट्सऐप|चैट 7 बिना|चुपके|छुपकर|छिपकर
    sadap|menyadap|melacak|lacak|memata|membaca|mengintip|intip|hack 5 istri|suami|pacar|mantan 5 tanpa|diam
    theo 1 dõi 5 vợ|chồng|yêu|cũ 6 không 1 biết|hay
    گوشی|پیام|تلگرام|واتساپ 3 زنم|همسرم|شوهرم|دوستم 6 بدون|مخفیانه`,
  ],
  [
    ['harm/self_harm', 0.82],
    `kill|hang|off 1 myself|oneself 4 painlessly|painless|quickly|tonight|today`,
  ],
  [
    ['harm/self_harm', likely],
    `pills|tablets|paracetamol|xanax|valium|tylenol|insulin|opioids|benzos 8 never 1 wake
    end 1 myself|oneself 4 painlessly|painless|quickly|tonight|today
    tallest|highest 4 bridge|building|cliff|roof 6 jump|jumping
    bridge|building|cliff|floor|height|high 6 jump|fall 6 certain|sure|die|death|lethal|survive
    pro 1 ana 4 tips|tricks|diet|kcal|fast
    наглотаться|таблеток 6 умереть|проснуться|насмерть|смерти
    tabletek|pigułek 6 umrzeć|zabić|obudzić
    pastillas|pastiglie|comprimidos|pilules|cachets|comprimés 6 morir|morire|morrer|mourir|réveiller|despertar|acordar|svegliarmi|svegliarsi
    me 2 suicider|suicidar|suicido|suicidarme`,
  ],
  [
    ['harm/minors', 0.85],
    `erotic|sexual|sexy|steamy|smutty|spicy|lewd|explicit 8 ten|eleven|twelve|thirteen|fourteen|fifteen|10|11|12|13|14|15 1 year
    10|11|12|13|14 2 old|yo|year 6 nudes|nude|naked|topless|undress|lingerie`,
  ],
  [
    ['harm/minors', likely],
    `girl|girls|boy|boys|kid|kids|child|children 6 send|sends|share 3 nudes|pics|pictures|photos 6 secret|secretly|parents`,
  ],
];

const eyes = '(?:妻子|老婆|丈夫|老公|女朋友|男朋友|女友|男友|前任|前女友|前男友|对象)';
const watched = '(?:监听|监控|监视|定位|跟踪|偷看|查看|同步)';

/** Chinese, Japanese and Korean. */
export const wideHarmUnseen: readonly (readonly [category: string, pattern: RegExp])[] = [
  [
    'harm/violence',
    new RegExp(
      [
        '(?:死|杀|殺|毒)[^。！？\\n]{0,10}(?:看起来像|看上去像|伪装成|偽裝成|弄成|装成|做成)[^。！？\\n]{0,4}(?:意外|自然死亡|自杀|自殺|事故)',
        '(?:看起来像|看上去像|伪装成|偽裝成|弄成|装成)[^。！？\\n]{0,4}(?:意外|自然|自杀|事故)(?:死亡|身亡)',
        '(?:事故|自殺|病死|自然死)に(?:見せかけ|偽装)[^。\\n]{0,10}(?:殺|始末|消す|方法|には)',
        '(?:사고사?|자살|자연사)(?:로|처럼) ?(?:위장|꾸미|꾸며|보이게)[^.\\n]{0,12}(?:죽|없애|처리|살해)',
      ].join('|'),
      'g',
    ),
  ],
  [
    'harm/privacy',
    new RegExp(
      [
        `(?:不让|不被|瞒着|偷偷|悄悄|暗中)[^。！？\\n]{0,6}${eyes}[^。！？\\n]{0,12}${watched}`,
        `(?:偷偷|悄悄|暗中)${watched}[^。！？\\n]{0,4}${eyes}`,
        `${watched}${eyes}[^。！？\\n]{0,10}(?:不让|不被|不会)[^。！？\\n]{0,3}(?:发现|知道|察觉)`,
        '(?:妻|夫|彼女|彼氏|元カノ|元カレ|恋人|嫁|旦那)の?[^。\\n]{0,8}(?:スマホ|LINE|ライン|位置情報?|メール|携帯)[^。\\n]{0,8}(?:ばれずに|バレずに|こっそり|気づかれずに|内緒で|盗み見)',
        '(?:아내|남편|여친|남친|여자친구|남자친구|애인|전여친|전남친)[^.\\n]{0,4}(?:카톡|폰|핸드폰|휴대폰|위치|문자)[^.\\n]{0,6}(?:몰래|들키지)',
      ].join('|'),
      'gi',
    ),
  ],
];
