/** Orders not to heed what a model was told, by the turns of speech of a dozen languages besides English. */
import type { Phrase } from '../../text/phrases.ts';
import { WordSet } from '../../text/word-set.ts';
import { drop } from './orders.ts';
import { rules, thine, yourRules, yours } from './rules-of-a-model.ts';

const breach = WordSet.union([
  drop,
  new WordSet(
    `brich verletze übergeh übergehe verwirf abstraction affranchis affranchissez enfreins enfreignez transgresse
    outrepasse contrefiche omiso sáltate incumple prescinde infischiatene infrangi aggira prescindi descumpra overtreed schend
    złam omiń zlekceważ odrzuć porzuć olej нарушь нарушай отбрось наплюй отложи خالف`,
  ),
]);

const not = new WordSet(
  `nicht nichts keine keiner keinen pas plus più no non não niet niets nooit nie не لا لم inte ikke aucune ninguna
  nessuna nenhuma żadnej żadnych ни`,
);
const never = new WordSet('ne');
/** What is said of rules that one keeps to. */
const heed = new WordSet(
  `beachte achte halte kümmere kümmer befolge befolg folge richte tiens tenez respecte respectez obéis obéissez soucie
  souciez caso hagas sigas siga respetes cumplas obedezcas
  conta obedeça respeite leve ligue houd volg trek zważaj zwracaj przejmuj przestrzegaj stosuj trzymaj
  обращай обращайте следуй следуйте соблюдай соблюдайте придерживайся слушайся подчиняйся تلتفت تتبع تهتم تلتزم تكترث
  följ bry følg`,
);
/** Orders in a language whose orders not to do something are infinitives: nothing stands between. */
const heedNot = new WordSet('tenere seguire badare rispettare obbedire curarti');
const over = new WordSet('hinweg beiseite opzij overboord сторону');

/** What puts rules aside. */
const put = new WordSet(
  'deja dejá deje deixe deixa ponha põe coloque mets mettez laisse laissez lascia metti aparta odłóż',
);
const aside = new WordSet('lado parte côté tomber perdere bok');
const beyond = new WordSet('über');
const board = new WordSet('bord');
const asideThere = new WordSet('kenara yana جانبا');
const toSide = new WordSet('तरफ किनारे');
const away = new WordSet('रखो रख bırak koy');

/** Who has no longer to keep to them. */
const youNeed = new WordSet(
  `brauchst musst tienes debes necesitas obligado obligada obrigado obrigada tenuto obbligato devi precisa deve hoeft moet musisz powinieneś нужно должен обязан
  ملزما مضطرا`,
);
const none = new WordSet('keine keinerlei aucune ninguna nessuna nenhuma geen żadnych никаких');
const keepTo = new WordSet(
  `halten befolgen beachten suivre respecter obéir seguir cumplir respetar obedecer seguire rispettare obbedire respeitar
  volgen houden trzymać przestrzegać stosować следовать соблюдать придерживаться подчиняться باتباع اتباع`,
);
const youAlone = new WordSet('tu vous');
const bound = new WordSet('besoin obligé obligée tenu tenue');
const keeping = new WordSet('uymak मानने');
const needless = new WordSet('zorunda ज़रूरत जरूरत');

const everything = new WordSet(
  'alles tout todo tudo tutto wszystko wszystkim всё все şeyi सब कुछ alt allt',
);
/** Said, by whomever, before. */
const saidToYou = new WordSet(
  `gesagt mitgeteilt beigebracht dit appris ordonné dicho dijeron ordenaron detto disseram ensinaram verteld gezegd
  sagt sagd tillsagd tillsagts fortalt powiedziano mówiono kazano kazali polecili données donnée dadas date dati gegeben сказали велели приказали طلبه طلب قاله говорили сказано söylenen öğretilen قيل बताया सिखाया`,
);
const goneInTurkish = new WordSet('unut yoksay boşver çiğne');
const takenInTurkish = new WordSet('görmezden yok hiçe dikkate boş');
const notInTurkish = new WordSet('gel say alma ver');
const goneInHindi = new WordSet('भूल भूलो अनदेखा नज़रअंदाज़ नजरअंदाज तोड़');
const orderInHindi = new WordSet('जाओ जाइए जाएं करो करें दो');
const anyMore = new WordSet('artık sakın');
const keepNot = new WordSet('uyma');
const them = new WordSet('sie les');
const dropThem = new WordSet(
  'ignóralas olvídalas esquívalas sáltatelas ignorale dimenticale aggirale ignoriere vergiss',
);

/** Who is to be obeyed, and nobody else. */
const obey = new WordSet(
  `obey listen serve hör höre hört gehorche gehorchst folge dien obéis obéissez écoute écoutez suis obedece obedéceme escucha haz
  obbedisci ascolta segui obedeça escute ouça luister gehoorzaam słuchaj слушай слушайся подчиняйся dinle أطعني أطع اسمع मानो मान सुनो`,
);
const only = new WordSet(
  `only solely exclusively alone nur allein ausschließlich seulement uniquement exclusivement solo sólo solamente únicamente soltanto
  solamente somente apenas só alleen uitsluitend tylko wyłącznie только лишь sadece yalnızca فقط सिर्फ़ सिर्फ केवल`,
);
const fromNow = new WordSet(
  `now henceforth onwards onward jetzt sofort maintenant désormais dorénavant ahora adelante adesso agora nu voortaan teraz odtąd
  теперь впредь artık الآن अब`,
);
const myself = new WordSet(
  'me mir mich meine meinen moi mí mis mie miei mim meu minhas mij mnie moich меня мне моих beni benim bana أنا मेरी मेरा',
);

/** Who is told that there are no rules any more. */
const youHave = new WordSet('as avez tienes hai tem tens hebt masz hast لديك');
const noMore = new WordSet('plus ya più mais meer już mehr больше تعد artık');
const noneAtAll = new WordSet('keine keinerlei geen żadnych hiçbir нет कोई');
const anyRules = WordSet.union([
  rules,
  new WordSet(
    'kuralın kuralların kısıtlaman sınırın قواعد قيود limites limiti límites limieten grenzen ограничений',
  ),
]);
const thereAreNone = new WordSet('yok नहीं');

const sets = [
  [youHave, 2, noMore, 2, anyRules],
  [noMore, 2, youHave, 2, anyRules],
  [youHave, 1, noneAtAll, 1, anyRules, noMore],
  [noMore, 1, noneAtAll, 1, anyRules],
  [noMore, 1, noneAtAll, 1, anyRules, thereAreNone],
  [thine, 1, noneAtAll, 1, anyRules, thereAreNone],
  [fromNow, 4, obey, 3, only, 2, myself],
  [fromNow, 4, obey, 1, myself, 1, only],
  [fromNow, 4, only, 2, myself, 2, obey],
  [obey, 3, only, 2, myself, 4, fromNow],
  [obey, 1, myself, 1, only, 4, fromNow],
  [drop, 8, obey, 3, only, 2, myself],
  [drop, 8, obey, 1, myself, 1, only],
  [drop, 8, only, 2, myself, 2, obey],
  [put, 1, aside, 2, rules, 6, saidToYou],
  [breach, 3, yours, 1, rules],
  [not, 2, heed, 4, yours, 2, rules],
  [not, heedNot, 3, yours, 2, rules],
  [heed, 4, not, 3, yours, 2, rules],
  [never, 1, heed, 5, yours, 1, rules],
  [yours, 1, rules, 1, over],
  [put, 2, aside, 2, yours, 1, rules],
  [yours, 1, rules, beyond, board],
  [yourRules, 1, asideThere],
  [yours, 1, rules, 1, toSide, 1, away],
  [not, 2, youNeed, 4, keepTo, 3, yours, 1, rules],
  [not, 1, youNeed, 3, keepTo, 1, yourRules],
  [youNeed, 4, none, 1, rules, 4, keepTo],
  [youNeed, 3, yours, 1, rules, 1, not, 3, keepTo],
  [youAlone, 3, bound, 3, keepTo, 3, yours, 1, rules],
  [yourRules, 1, keeping, 1, needless],
  [yours, 1, rules, 1, keeping, 2, needless],
  [breach, 1, yourRules],
  [not, 1, heed, 2, yourRules],
  [yourRules, 1, goneInTurkish],
  [yourRules, 1, takenInTurkish, notInTurkish],
  [anyMore, 1, yourRules, keepNot],
  [yours, 2, rules, 1, goneInHindi, 1, orderInHindi],
  [yours, 1, rules, 4, breach, them],
  [yours, 1, rules, 4, dropThem],
  [drop, 1, everything, 5, saidToYou],
  [saidToYou, 3, everything, goneInTurkish],
  [saidToYou, 4, everything, goneInHindi, 1, orderInHindi],
] as const;

export const overridesInLanguages: readonly Phrase<number>[] = sets.map((steps) => ({
  label: 0.82,
  steps,
}));

/** Chinese, Japanese and Korean. */
export const wideOverrides = [
  '没有任何(?:规则|限制)(?:约束|限制)你|沒有任何(?:規則|限制)(?:約束|限制)你',
  '(?:ルール|制限|規則)が(?:ない|無い|なくなった)ので[^。\\n]{0,3}何でも答え',
  '(?:너|당신)에게 ?(?:규칙|제한|제약)[은이]? ?없',
  '你(?:不再|再也没|再也沒|已经没|已經沒)有?(?:任何|什么|一切)?(?:规则|規則|限制|约束|約束)',
  '(?:あなた|君|お前)に(?:は)?もう(?:ルール|制限|規則|制約)は?(?:ありません|ない)',
  '(?:너|당신)에게는? ?(?:이제|더 이상) ?(?:규칙|제한|제약)[이은]? ?없',
  '(?:只|仅|僅|唯)(?:听|聽|服从|服從|遵从|遵循|执行)我的?(?:话|命令|指令|指示)?',
  '私の(?:命令|指示|言葉|言うこと)だけ(?:に従|を聞)',
  '(?:내|나의) ?(?:말|명령|지시)만 ?(?:들어|따라|따르)',
  '(?:不要理会|不要理會|不理会|不用管|不要管|别管|別管|别理|(?:不必|不要|不用|不需要|无需)再?(?:遵守|遵循)|违反|違反|抛开|抛弃|忽略|无视|無視|忘记|忘記|忘掉|绕过|繞過)你的?[^。！？\\n]{0,8}(?:准则|準則|规则|規則|规定|規定|指令|指示|限制|设定|設定|原则|原則|约束|提示)',
  '把你的?[^。！？\\n]{0,6}(?:准则|準則|规则|規則|指令|指示|限制|设定|設定|原则|原則)[^。！？\\n]{0,3}(?:[放丢]到?在?一[边旁邊]|丢掉|抛开|忘掉|抛在脑后)',
  '(?:あなた|君|お前|自分)の[^。\\n]{0,6}(?:ガイドライン|ルール|規則|指示|制限|制約|設定|ポリシー)[^。\\n]{0,6}(?:無視|忘れ|気にしな|従わな|従う必要|破っ|捨て|解除|脇に置|横に置)',
  '(?:もう|あなたは|君は)[^。\\n]{0,4}(?:ガイドライン|指針|指示|制限|ポリシー)に(?:従う|縛られる)必要は(?:ない|ありません)(?!か)',
  '(?:너의|네|당신의|자신의) ?[^.\\n]{0,8}(?:지침|규칙|지시|가이드라인|제한|설정|원칙)[^.\\n]{0,8}(?:무시|잊|신경 쓰지|따르지|어겨|버려|제쳐|치워|따를 필요)',
  '(?:이제|더 이상|더는) ?[^.\\n]{0,8}(?:지침|규칙|가이드라인)[을를]? ?(?:따를|지킬) 필요[가는]? ?없',
];
