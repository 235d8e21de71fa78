/** Words by which people speak about a model's instructions, in some twenty languages. */
import { WordSet } from '../../text/word-set.ts';
import { rareDrops, rareEarlier, rareOrders } from './orders-in-rare-languages.ts';

export const drop = new WordSet(
  `ignore overlook ignores ignored ignoring ignor disregard disregards disregarded disregarding forget forgets forgot forgetting
  override overrides overriding overwrite overwriting bypass bypassing bypasses circumvent discard discarding dismiss neglect
  unlearn abandon abandoning nullify unfollow`,
  'ignoriere ignorieren ignorierst vergiss vergessen missachte missachten umgehe umgehen überschreibe verwirf',
  'ignorez ignore ignorer oublie oubliez oublier contourne contournez outrepasse',
  'ignora ignore ignorar ignorad ignoren olvida olvide olvidar olviden descarta omite omitir desobedece anula',
  'esqueca esquece esquecer desconsidere desconsiderar ignorem descarte',
  'ignorare ignori ignorate dimentica dimenticare dimenticate trascura scavalca tralascia',
  'negeer negeren vergeet vergeten omzeil',
  'zignoruj ignoruj zignorowac zapomnij pomin obejdz',
  'ignorera ignorér glöm glem ignorer bortse unohda ohita sivuuta',
  'ignoruj zapomen zabudni ignoră figyelmen felejtsd',
  'görmezden gormezden unut yoksay',
  'игнорируй* игнориру* проигнорир* забудь* забуд* отбрось* обойди пренебреги',
  'ігноруй* проігнор* забудь',
  'تجاهل انس انسى تجاهلي تخطى تجاوز',
  'अनदेखा नज़रअंदाज़ नजरअंदाज भूल भूलो भूलें इग्नोर अनदेखी',
  'abaikan lupakan abai kalimutan huwag balewalain puuza sahau',
  'quên phớt',
  'উপেক্ষা ভুলে نظر انداز بھول نادیده בטל התעלם תתעלם שכח αγνόησε αγνοήστε ξέχασε',
  ...rareDrops,
);

export const earlier = new WordSet(
  `previous previously prior above earlier preceding foregoing initial original existing former past before
  current given aforementioned beforehand developer system precedent old
  everything anything`,
  'vorherigen vorherige vorigen bisherigen obigen oben früheren vorangegangenen ursprünglichen zuvor bisher',
  'precedentes precedente precedents precedent anterieures dessus initiales initial avant',
  'anteriores anterior previas previos previa arriba iniciales originales antes',
  'acima anteriormente previamente',
  'precedenti precedente precedentemente sopra iniziali',
  'vorige eerdere bovenstaande voorgaande bovenstaand',
  'poprzednie poprzednich poprzednia wczesniejsze wczesniejszych powyzsze powyzszych',
  'tidigare föregående ovanstående tidligere ovenfor aiemmat aiemmin edelliset',
  'předchozí predchozi predchadzajuce anterioare korábbi előző fenti',
  'önceki onceki yukarıdaki',
  'предыдущ* предшеств* выше прежн* прошл* ранее',
  'попередн* вище',
  'السابقة السابق أعلاه الأعلى قبل',
  'पिछले पिछली पूर्व ऊपर उपरोक्त पहले',
  'sebelumnya terdahulu naunang nakaraang awali',
  'trước trên',
  'পূর্ববর্তী আগের পূর্বের سابقہ پچھلی قبلی הקודמות הקודמים προηγούμενες',
  ...rareEarlier,
);

export const orders = new WordSet(
  `instruction instructions intructions instuctions directive directives rule rules guideline guidelines prompt prompts
  command commands order orders programming constraint constraints restriction restrictions limitation limitations
  guardrail guardrails policy policies protocol protocols safeguard safeguards training principles directions
  context messages conversation filters guidance briefing`,
  'anweisung anweisungen anleitungen instruktionen regeln vorgaben befehle richtlinien eingabeaufforderung',
  'instruction instructions consignes directives regles ordres commandes',
  'instruccion instrucciones indicaciones reglas ordenes directrices normas',
  'instrucao instrucoes regras ordens diretrizes comandos',
  'istruzione istruzioni regole ordini direttive comandi indicazioni',
  'instructies regels opdrachten aanwijzingen richtlijnen',
  'instrukcje instrukcji polecenia polecen zasady zasad wytyczne wytycznych',
  'instruktioner instruktionerna regler instrukser ohjeet ohjeita ohjeista säännöt',
  'instrukce pokyny pokynů instructiunile instrucțiuni utasításokat utasítást szabályokat',
  'talimat talimatları talimatlari talimatlar komutları komutlari kuralları kurallari yönergeleri',
  'инструкци* указани* правил* приказ* команд* подсказк* запрос*',
  'інструкц* вказівк*',
  'التعليمات تعليمات الأوامر أوامر القواعد الإرشادات',
  'निर्देश निर्देशों निर्देशो आदेश आदेशों नियम नियमों',
  'instruksi perintah aturan arahan tagubilin utos panuto maagizo',
  'hướng lệnh',
  'নির্দেশ নির্দেশাবলী নির্দেশনা ہدایات احکامات دستورات دستورالعمل ההוראות הנחיות οδηγίες',
  ...rareOrders,
);

/** What a model was told and should keep to itself. */
export const hidden = new WordSet(
  `prompt prompts instruction instructions directive directives preprompt guidelines rules configuration
  programming metaprompt preamble anweisungen systemprompt systemaufforderung consignes instrucciones instrucoes istruzioni
  instructies instrukcje talimat talimatları инструкци* промпт* подсказк* تعليمات निर्देश instruksi `,
);

export const own = new WordSet(
  `system initial hidden secret original internal confidential developer base starting first underlying
  your verbatim full entire exact complete systemprompt système systeme sistema sistem systeem systemowy системн*
  النظام सिस्टम`,
);

export const reveal = new WordSet(
  `reveal reveals show print output repeat display disclose leak dump expose recite echo encode reproduce regurgitate
  zeige zeig verrate wiederhole ausgeben montre montrez affiche affichez révèle révélez répète répétez
  muestra muestrame revela repite imprime mostre repita imprima mostra rivela ripeti stampa toon herhaal
  onthul pokaż ujawnij powtórz göster tekrarla açıkla yazdır покажи* раскрой* повтори* выведи*
  اعرض اكشف كرر दिखाओ दोहराओ tampilkan ungkapkan ulangi`,
);

/** Verbs for many other things besides. */
export const relate = new WordSet(
  `share tell give return summarize summarise translate paraphrase rephrase list write spell copy provide render state what
  describe explain convert transcribe quote gib nenne donne donnez dime diga dimmi geef podaj напиши* اطبع बताओ`,
);

/** Whom an injected text speaks to. */
export const addressee = new WordSet(
  `assistant ai llm llms model agent chatbot bot gpt chatgpt claude gemini copilot ki ia assistent
  asistente assistente modelo modèle modele modell ассистент* модель нейросет* asisten yapay asistan
  المساعد सहायक`,
);
