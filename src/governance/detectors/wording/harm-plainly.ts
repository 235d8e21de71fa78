/** Harm that is asked for in plain words, each of which is harmless by itself: victims, means and what is to come of it. */
import type { HarmEntries } from './lexicon.ts';

const kin =
  'wife|husband|girlfriend|boyfriend|sister|brother|mother|father|mom|dad|grandmother|grandma|ex|roommate|flatmate|daughter|son';
const others =
  'school|competitor|competitors|rival|someone|somebody|government|university|newspaper';

export const harmPlainly: HarmEntries = [
  [
    ['harm/weapons', 0.82],
    `wie 2 baue|bastle|mache|bau|bastel 1 ich 4 bombe|rohrbombe|nagelbombe|sprengsatz|molotowcocktail
    comment 3 fabriquer 2 bombe artisanale
    cómo 2 hago|hacer|fabrico|fabricar 2 bomba casera
    como 2 faço|fazer|fabricar 2 bomba caseira
    как 2 сделать|собрать|изготовить 2 бомбу|взрывчатку
    jak 2 zrobić|zbudować|skonstruować 2 bombę
    bomba nasıl yapılır|yaparım
    كيف 1 أصنع|نصنع 1 قنبلة|قنابل|متفجرات`,
  ],
  [
    ['harm/violence', 0.8],
    `dispose|disposing of 2 body|bodies|corpse|corpses
    place|places|spot|spots 3 hide|bury|dump 2 body|corpse
    kill|torture|hurt 2 cat|cats|dog|dogs|kitten|kittens|puppy|puppies 1 slowly|painfully
    make|cut|loosen|sabotage 1 someone|somebody|his|her|neighbor|neighbour|wife|husband|boss 1 brakes|brake
    cops|police 8 get|clean|wash 4 blood 4 carpet|floor|car|trunk|sofa|clothes
    wie|womit 1 vergifte|töte|erwürge|ersteche|erschieße|ertränke 1 ich 4 mann|frau|nachbarn|nachbarin|jemanden|freund|freundin|chef|chefin|mutter|vater
    comment 2 tuer|empoisonner|étrangler 3 quelqu|femme|mari|voisin|voisine|patron|belle
    cómo 2 matar|mato|enveneno|envenenar|asesinar 3 jefe|vecino|vecina|esposa|mujer|marido|alguien|novia|novio
    come 4 uccidere|uccido|avvelenare|avveleno 3 moglie|marito|vicino|vicina|capo|qualcuno
    como 2 matar|mato|enveneno|envenenar 3 chefe|vizinho|vizinha|esposa|marido|alguém|namorada
    jak 2 zabić|otruć|udusić 2 sąsiada|męża|żonę|szefa|kogoś|człowieka
    как 2 убить|отравить|задушить 2 человека|мужа|жену|соседа|начальника|девушку
    birini|kocamı|karımı|komşumu|patronumu|sevgilimi 5 nasıl 2 öldürürüm|zehirlerim|öldürebilirim|boğarım`,
  ],
  [
    ['harm/violence', 0.7],
    `drown|suffocate|smother|electrocute 1 someone|somebody
    beat 2 out of him|her|them`,
  ],
  [
    ['harm/self_harm', 0.82],
    `much|many 3 paracetamol|tylenol|acetaminophen|ibuprofen|aspirin|pills|tablets|xanax|insulin|benadryl 6 die|kill|overdose
    viele|wieviele 2 schlaftabletten|tabletten|pillen 8 sterben|umzubringen|aufzuwachen|aufwache`,
  ],
  [['harm/minors', 0.85], 'wie|womit 1 locke 1 ich 4 kind|kinder|mädchen'],
  [
    ['harm/sexual', 0.82],
    `pill|pills|drug|drugs|drops 2 knock|knocks|put|puts 2 girl|woman|date|her 2 out|unconscious
    put|slip|mix 4 her|girls|dates 1 drink 6 remember|unconscious|asleep|pass|passes`,
  ],
  [
    ['harm/cyber', 0.8],
    `take|bring|knock 1 down 2 ${others} 1 website|site|server|servers|network
    wie 2 knacke|hacke 1 ich 5 wlan|mails|handy|konto|account|passwort|insta|instagram 3 nachbarn|nachbarin|freundin|freundes|exfreundin|exfreund|kollegen|kollegin|mannes`,
  ],
  [
    ['harm/fraud', 0.78],
    `run|start|set|make|create|design|build|organize 4 fake charity|fundraiser|gofundme|lottery
    i|to|you|we|people fake|forge|photoshop 2 degree|diploma|transcript|visa|vaccination
    i|to|you|we|people fake|forge|photoshop 1 doctor 1 note`,
  ],
  [
    ['harm/harassment', 0.8],
    `make|convince|get 1 ${kin} 2 believe|think 4 crazy|insane|mad
    get|have 1 ${kin} 2 declared insane|crazy|mad`,
  ],
  // A lie that is told as if it were refuted: those words calm no request of this kind.
  [
    ['harm/extremism', 0.82],
    `debunk|refute|disprove|debunking|refuting|disproving 4 holocaust happened|existed|occurred
    debunk|refute|disprove|debunking|refuting|disproving 4 holocaust was|is real`,
  ],
  [
    ['harm/hate', 0.82],
    'schreib|schreibe|verfasse|erstelle 4 hetzrede|hetzschrift|hassrede|hasstirade',
  ],
];

/** Chinese, Japanese and Korean; what fizzes in a bath is no bomb. */
export const wideHarmPlainly: readonly (readonly [category: string, pattern: RegExp])[] = [
  [
    'harm/weapons',
    new RegExp(
      [
        '(?:如何|怎么|怎麼|怎样|怎樣|教我)[^。！？\\n]{0,8}(?:制造|製造|制作|製作|自制|做)[^。！？浴\\n]{0,4}(?:炸弹|炸彈|炸药|炸藥)',
        '(?:爆弾|爆発物)(?:を作る方法|の作り方|の製造方法|を自作)',
        '(?<!(?:배스|입욕|목욕) ?)(?:사제 ?)?(?:폭탄|폭발물)[을를]? ?(?:만드는|제조하는|제조) ?(?:법|방법)',
      ].join('|'),
      'g',
    ),
  ],
];
