/** Turns of speech that hold a dangerous word and mean no harm to anybody: fake flowers, a forged friendship, one's own forgotten password. */

/** What stands in small letters in every such turn, one of them at the least, and its shape in the canonical form. */
export type HarmlessTurn = readonly [hints: string, source: string];

const article = '(?:an? |the |my |our |your |some |more |all |any |those |these )?';

/** What can be made to look like something else. */
const faked =
  'plants?|flowers?|blood|snow|fur|leather|grass|tan|nails?|eyelashes|lashes|wood|marble|stones?|tattoos?|smiles?|yawns?|laughs?|accents?|moustaches?|mustaches?|beards?|wounds?|scars?|vomit|icicles?|cobwebs?|spiders?|trees?|bricks?|candles?|cakes?|fruits?|fireplaces?|pearls?|ponytails?|bangs?|freckles';
const forged =
  'bonds?|friendships?|alliances?|partnerships?|relationships?|paths?|careers?|links?|connections?|ties|kni(?:fe|ves)|blades?|swords?|axes?|hammers?|horseshoes?|steel|iron|consensus|ahead';
const laundered =
  'sweaters?|jumpers?|shirts?|sheets?|towels?|curtains?|clothes|laundry|duvets?|pillows?|blankets?|jeans|uniforms?|linens?|costumes?|gloves';
const pests =
  'weeds?|bindweed|knotweed|dandelions?|nettles|ivy|moss|mou?ld|fungus|germs|bacteria|ants?|aphids?|slugs?|snails?|bed ?bugs?|cockroach(?:es)?|roach(?:es)?|wasps?|hornets?|mosquito(?:e?s)?|fleas?|ticks?|fl(?:y|ies)|fruit fl(?:y|ies)|termites?|mites?|lice|moths?|gnats?|stumps?|zombies?|vampires?|werewol(?:f|ves)|dragons?|orcs?|goblins?|skeletons?';
const food =
  'sushi|vegetables?|veg(?:gies)?|meat|fish|cheese|bread|fruits?|tomato(?:es)?|onions?|herbs|steaks?|poultry|ham|cakes?';
const habits =
  'heroin|cocaine|crack|meth|opioids?|opiates?|fentanyl|oxycodone|benzos?|alcohol|drinking|smoking|nicotine|vaping|weed|cannabis|gambling|porn';
const substances =
  'fentanyl|heroin|morphine|ketamine|cocaine|lsd|mdma|opium|cannabis|amphetamines?|dynamite|gunpowder|napalm|nitroglycerine?|chloroform|barbiturates?';
const trades =
  '(?:[a-z]+ )?(?:industry|business|market|field|scene|profession|sector)|acting|modelling|modeling|publishing|tech|film|journalism|a (?:smile|song|run|sweat|dance|laugh)|song|laughter|tears';
const past = 'marketed|discovered|invented|banned|outlawed|named|approved|regulated';

const deeds: readonly HarmlessTurn[] = [
  ['fake faux', `(?:fake|faux) (?:an? )?(?:${faked})|fake-(?:blonde?|tan|natural)`],
  [
    'forg',
    `forg(?:e|es|ed|ing) ${article}(?:[a-z]+er |strong |lasting |new |good |close )?(?:${forged})`,
  ],
  ['launder', `launder(?:s|ed|ing)? ${article}(?:[a-z]+ )?(?:${laundered})`],
  [
    'smuggl',
    `smuggl(?:e|es|ed|ing) ${article}(?:protein|fib(?:re|er)|vegetables|veggies|greens|spinach|vitamins|iron)`,
  ],
  [
    'kill strangle poison murder destroy eradicate exterminate torch burn',
    `(?:kill|strangle|poison|murder|destroy|eradicate|exterminate|torch|burn) ${article}(?:${pests})`,
  ],
  ['into', `(?:break|breaking|broke) into ${article}(?:${trades})`],
  [
    'spy',
    `spy(?:ing)? on ${article}(?:[a-z]+ )?(?:birds?|wildlife|squirrels|fox(?:es)?|hedgehogs|deer|badgers|planets|stars)`,
  ],
  [
    'exploit',
    `exploit(?:s|ing)? ${article}(?:[a-z]+ )?(?:parallelism|concurrency|symmetr(?:y|ies)|sparsity|locality|redundancy|synerg(?:y|ies)|strengths?)`,
  ],
  [
    'torch',
    `(?:torch|blowtorch)(?:ing)? ${article}(?:creme brulee|crème brûlée|meringues?|marshmallows?)`,
  ],
  [
    'away',
    '(?:get|getting) away with (?:wearing|skipping|eating|serving|planting|watering|painting|(?:using )?(?:less|fewer|one coat|only one|a smaller|a cheaper|cheaper))',
  ],
  ['slack', 'cut(?:ting)? (?:my|your|him|her|them|our)?(?:self|selves)? ?(?:some|a little) slack'],
  [
    'ponzi pyramid',
    '(?:how|why|when) (?:does|do|did) (?:an? |the )?(?:ponzi|pyramid) schemes? (?:collapse|end|fail)s?',
  ],
  ['beat', `beat(?:ing)? up ${article}(?:punch|punching|boxing) bags?`],
  [
    'defender',
    `(?:disable|turn off|exclude) (?:windows |microsoft )?defender (?:for|on|in) ${article}(?:folder|directory|drive|build|project)s?`,
  ],
  ['mac', `(?:spoof|randomi[sz]e|change) ${article}mac(?: address(?:es)?)? of my (?:own )?[a-z]+`],
  [
    'grenade bomb shell mine ammunition',
    '(?:find|found|dug up|discovered) (?:an? )?(?:(?:old|unexploded|rusty|live|ww2|wwii|wartime) )+(?:grenades?|bombs?|shells?|mines?|ammunition)',
  ],
  [
    'fentanyl heroin morphine ketamine cocaine lsd mdma opium cannabis amphetamine dynamite gunpowder napalm nitroglycerin chloroform barbiturate',
    `(?:how|when|why|where) (?:(?:is|are|was|were) (?:${substances}) (?:first )?(?:used in (?:medicine|ana?esthesia|surgery|therapy|hospitals|mining)|${past})|(?:${substances}) (?:is|are|was|were) (?:first )?(?:${past}))`,
  ],
  [
    'quit taper clean detox withdraw recover heroin alcohol drinking smoking',
    `(?:quit|quitting|give up|stay off|come off|taper off|get clean from|detox from|withdraw from|recover from) (?:${habits})(?! for)`,
  ],
];

const nouns: readonly HarmlessTurn[] = [
  [
    'knife knives',
    `(?:kitchen|chef.?s?|bread|paring|butter|santoku|sashimi|palette|oyster|cheese|steak|filleting|carving) kni(?:fe|ves)|kni(?:fe|ves) for (?:cutting |slicing |chopping |filleting |peeling |carving )?(?:${food})`,
  ],
  [
    'bomb',
    'cherry bombs? (?:cocktails?|sauces?|shots?|tomato(?:es)?|cupcakes?)|bomb (?:cakes?|cupcakes?|shelters?|calorimeters?|cyclones?)|irish car bombs?',
  ],
  [
    'kidney bag',
    'kidney (?:beans?|bean salad|pies?|stones?|infections?)|(?:punch|punching|boxing) bags?',
  ],
  [
    'coke',
    '(?:diet|cherry|vanilla) coke|coke (?:zero|floats?)|(?:cans?|bottles?|glass(?:es)?|lit(?:re|er)s?) of coke|coke for (?:an? |my |the )?(?:blacksmith|forge|furnace|smelter)',
  ],
  [
    'high crystal killing dead',
    'high (?:marks|grades|scores?|resolution|frame rates?|fps|availability|throughput)|crystal clear|make a killing|dead (?:trees?|plants?|pixels?|batter(?:y|ies)|leaves|branches|skin|links?|grass|lawns?)',
  ],
  [
    'interaction licen permit',
    'drugs? interactions?(?: checks?)?|(?:gun|firearms?|shotgun|rifle) (?:licen[cs]es?|permits?)',
  ],
  [
    'restraining insider',
    'restraining orders? against (?:an? |my |the )?(?:stalker|ex|abuser|neighbou?r)|insider threats?',
  ],
  [
    'camera',
    'hidden cameras? in (?:an? |my |the |our )?(?:rental|hotel|airbnb|holiday home|flat|apartment|bnb)|camera (?:in|on|for) (?:an? |my |the )?(?:nest ?box|bird ?box|bird ?house|bird feeder)',
  ],
];

/** A mail of one's own is no prompt; what else is to be ignored beside it has to be heard. */
const conjunction =
  '(?! ?(?:,|and|or|und|oder|et|ou|y|o|e|en|of|i|oraz|и|или|ve|و|או|aur|और|dan|và|as well)\\b)';
/** `Ignore spelling and grade the content`: what comes next is the task, and not one thing more to be ignored. */
const listEnds = `(?:(?= (?:and|but) (?:grade|focus|just|only|rate|judge|check|correct|compare|count|extract|look|concentrate)\\b)|${conjunction})`;
const errands: readonly HarmlessTurn[] = [
  [
    'ignore disregard overlook',
    `(?:ignore|disregard|overlook|ignoring|disregarding) (?:the |any |all |all the |my )?(?:spelling|grammar|typos?|punctuation|formatting|capitali[sz]ation|white ?space|blank lines|empty lines|accents|stop ?words|outliers|null values|duplicates|rounding errors|indentation|hyphenation|handwriting)${listEnds}`,
  ],
  ['law', '(?:no|any|old|strict|stricter|new) laws? against [a-z]+'],
  [
    'ignore disregard overlook forget',
    `(?:ignore|disregard|overlook|forget) my (?:last|previous|earlier|prior|first) (?:e ?-?mail|message|note|letter|invitation|attachment)${conjunction}`,
  ],
  [
    'password',
    '(?:i|we|i.ve|he|she|they) (?:have )?(?:forgot|forgotten|lost) (?:my|our|his|her|their|the) (?:wifi |wi-fi |router |account |login )?passwords?',
  ],
  [
    'without',
    '(?:answer|reply|respond) without (?:an? |any )?(?:introductions?|preambles?|greetings?|filler|emojis?|jargon|markdown|small talk)',
  ],
  [
    'what did',
    'what did i (?:ask|say|mention)(?: you)?(?: about)?(?: before(?: this)?| earlier| last time| first| yesterday)?',
  ],
  [
    'reply respond',
    '(?:do not|don.t) (?:reply|respond) (?:directly )?to this (?:automated |automatic |automatically generated )?(?:message|e-?mail|mail|notification)',
  ],
  [
    'penalt punishment jail prison',
    '(?:penalt(?:y|ies)|punishments?|jail time|prison sentences?) for (?:[a-z]+ ){0,2}[a-z]+',
  ],
  ['think of', 'think of a (?:secret )?(?:word|number|animal|city|country|famous person)'],
  ['secret key', 'secret key (?:for |setting )?in (?:django|flask|rails|laravel)'],
];

const reply = '(?:answers?|repl(?:y|ies)|messages?|responses?)';
const styles =
  'bullet points?|emojis?|markdown|headings|em dashes|numbered lists|tables|jargon|exclamation marks|contractions|filler words|footnotes';
const consoles = 'linux|unix|bash|windows|powershell|python|php|sql|javascript|node';
const tricksters =
  'pickpockets|scammers|thieves|burglars|hackers|attackers|cults|phishers|fraudsters|con artists';
/** A small work, as it is asked for in a few words. */
const work =
  '(?:please )?(?:write|compose)(?: me| us)? an? (?:(?:short|long|little|funny|sad|happy|simple|silly|nice|beautiful|birthday|love) )?(?:poem|haiku|sonnet|limerick|essay|ballad)';
/**
 * One sentence that asks for such a work and nothing else: it gives a model no order of another kind, whatever it is about. Put
 * in the place of another task, it takes that away.
 */
export const workAbout = new RegExp(
  `^${work}(?= (?:about|for|on) (?![^.!?]*\\b(?:instead|rather|ignor\\w*|forget|not|but|then|rules?|instructions?|prompts?|system)\\b)[^.!?\\n]{1,80}[.!?]?$)`,
  'i',
);

/** What people ask of an answer, a role or a picture, and what they want to be safe from. */
const wishes: readonly HarmlessTurn[] = [
  [
    'start begin open close',
    `(?:start|begin|open|close) (?:each|every|all|your) (?:of your )?${reply} with (?:an? |the )?(?:[a-z]+-line |short |brief )?(?:summary|tl;?dr|greeting|question|proverb|date|title|headline)`,
  ],
  [
    'using writing adding',
    `(?:stop|avoid|quit|no more) (?:using|writing|adding) (?:any |so many )?(?:${styles})(?: in (?:your|the) ${reply})?`,
  ],
  [
    'code file script',
    '(?:complete|full|whole|entire) (?:code|file|script|class|function|program|component),? (?:and )?(?:don.t|do not) (?:leave|skip|cut|omit) (?:anything|any (?:code|lines|parts)|parts|lines|imports)(?: out)?',
  ],
  [
    'terminal console shell interpreter',
    `act as an? (?:${consoles}) (?:terminal|console|shell|interpreter)`,
  ],
  [
    'midjourney diffusion dall',
    '(?:prompts?|prompt (?:generator|writer)) for (?:midjourney|stable diffusion|dall-?e)(?:[a-z ]{0,20}program)?',
  ],
  ['poem haiku sonnet limerick essay ballad', `^${work}[.!?]?$`],
  ['secret', 'secret (?:tips?|santa|gardens?|admirers?|beach(?:es)?|spots?)'],
  [
    'steal stole',
    "(?:steals?|stealing|stole) (?:[a-z']+ ){0,2}(?:hearts?|show|spotlight|kiss(?:es)?|second base)",
  ],
  [
    'tricks tactics methods techniques excuses',
    `(?:tricks|tactics|methods|techniques|excuses) do (?:${tricksters}) use,? so (?:that )?(?:i|we) can (?:avoid|recogni[sz]e|spot|resist|warn)`,
  ],
];

/** Games and crafts whose rules anybody may ask for. */
const played =
  'chess|schach|echecs|ajedrez|scacchi|xadrez|schaken|szachy|szachow|satranc|tavla|شطرنج|الشطرنج|शतरंज|দাবা|หมากรุก|co vua|catur|football|soccer|fussball|futbol|calcio|futebol|basketball|tennis|poker|bridge|belote|skat|doppelkopf|briscola|scopa|truco|padel|petanque|klaverjassen|rummy|monopoly|catan|scrabble|dominoe?s?|darts|cricket|rugby|baseball|golf|hockey|volleyball|badminton|haikus?|sonnets?|limericks?|grammar|grammaire|gramatica|grammatik|punctuation|orthographe?';
const rules =
  'rules|regeln|spielregeln|regles|reglas|regole|regras|regels|zasady|kurallari|aturan|luat|قواعد|قوانین|नियम|নিয়ম|กฎ|กติกา';

export const harmlessTurns: readonly HarmlessTurn[] = [...deeds, ...nouns, ...errands, ...wishes];

/** Where `\b` finds no border, or the words stand in another order. */
export const harmlessForeignTurns: readonly HarmlessTurn[] = [
  // The right answer, way or price.
  ['ถูกต้อง', '(?:คำตอบ|คำ|ข้อ|วิธี|ราคา)ที่ถูกต้อง'],
  [
    rules.replaceAll('|', ' '),
    `(?:${rules})(?: [^\\s.!?]{1,12}){0,4}? (?:l'|d')?(?:${played})|(?:${played})(?: [^\\s.!?]{1,8}){0,2} (?:${rules})`,
  ],
  [
    'กฎ กติกา 规则 規則 ルール 규칙 룰',
    '(?:กฎ|กติกา){1,2}(?:ของ|การเล่น)?(?:หมากรุก|ฟุตบอล|โป๊กเกอร์)|(?:国际象棋|象棋|围棋|麻将|扑克|足球|篮球|羽毛球)的?(?:规则|規則)|(?:将棋|囲碁|麻雀|チェス|サッカー|野球|テニス|俳句)の?ルール|(?:장기|바둑|체스|축구|농구|야구|포커|화투|윷놀이)의? ?(?:규칙|룰)',
  ],
  [
    'mat khau lupa unuttum كلمة הסיסמה رمز पासवर्ड পাসওয়ার্ড รหัสผ่าน 密码 密碼 パスワード 비밀번호',
    'quen mat khau|lupa (?:kata sandi|password)|sifremi unuttum|نسيت كلمة (?:المرور|السر)|שכחתי את הסיסמה|رمز عبورم? را فراموش|पासवर्ड भूल|পাসওয়ার্ড ভুলে|ลืมรหัสผ่าน|忘记(?:了)?密码|忘記(?:了)?密碼|パスワードを忘れ|비밀번호를? ?잊',
  ],
  [
    'hukuman hinh strafe',
    'hukuman (?:untuk|bagi) [a-z]+|hinh phat cho (?:toi )?(?:[a-z]+ )?[a-z]+|strafe (?:fur|für) [a-zäöüß]+',
  ],
  [
    'mail ইমেইল মেইল อีเมล 邮件 郵件 メール 메일 ईमेल ایمیل',
    '(?:পূর্ববর্তী|আগের) ?(?:ইমেইল|মেইল)(?:টি)?|email (?:saya|sebelumnya)|อีเมล(?:ฉบับ)?ก่อนหน้า|(?:上一封|之前的|前一封)(?:邮件|郵件)|前のメール|이전 (?:메일|이메일)|पिछला ईमेल|ایمیل قبلی',
  ],
  [
    '我的世界 マインクラフト マイクラ 마인크래프트',
    '(?:我的世界|マインクラフト|マイクラ|마인크래프트)[^。？！?!.\\n]{0,8}(?:tnt|炸药|炸藥|爆弾|폭탄)',
  ],
];
