/** Against a prejudice: what is asked for says that people are not what a slander makes of them. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** Nothing is asked behind it. */
const ends = '(?=[.!?\\n]|$)';

/** Whom a slander is about; of murderers it is none. */
const slandered =
  '(?:all |most |many |some )?(?:[a-z]+ )?(?:immigrants|refugees|migrants|asylum seekers|foreigners|strangers|muslims|jews|jewish people|black(?:s| people| men| women)|africans|african americans|asians|arabs|mexicans|latinos|hispanics|indians|chinese people|turks|poles|roma|sinti|gypsies|gays?|gay (?:people|men|couples|parents)|lesbians|homosexuals|trans(?:gender)? (?:people|women|men)|women|girls|men|mothers|disabled people|people with disabilities|(?:poor|old|homeless|fat|unemployed|young|deaf|blind|autistic|indigenous) people|native americans|catholics|christians|hindus|atheists|(?:some |other )?races|teenagers|the poor|the homeless|the unemployed)';
const traits =
  'lazy|dirty|filthy|stupid|dumb|dumber|inferior|subhuman|parasites|thieves|criminals?|terrorists?|vermin|evil|worthless|dangerous|violent|animals|savages|less (?:intelligent|human|able|capable)|a (?:plague|disease|burden|threat)|greedy|liars|bad (?:drivers|mothers|parents|leaders)|weak|too emotional|unclean|primitive';
const believed =
  'ideas?|claims?|notions?|beliefs?|stereotypes?|prejudices?|myths?|lies?|slanders?|conspiracy theor(?:y|ies)|misconceptions?|rumou?rs?|theor(?:y|ies)';
const untrue =
  '(?:(?:was|were) (?:faked|stolen|rigged|staged|invented|a hoax|a lie)|never happened|(?:is|are) (?:a hoax|flat)|causes? autism|makes? (?:women|people|men|children) (?:infertile|sick|sterile)|spreads? (?:covid|the virus))';
const disputed =
  '(?:the |this |our |5g|all )?(?:election|vote|vaccines?|holocaust|moon landings?|landing on the moon|earth|climate change|global warming|pandemic|virus|5g|masks|ballots?|count)';
const slander = `(?:${slandered} (?:are|is|being|were)(?: all| naturally| inherently| always| just| by nature)? (?:${traits})|${slandered} (?:control (?:the )?(?:banks?|world|media)|(?:harm|groom) children|steal (?:our )?jobs|spread diseases?)|${disputed} ${untrue})`;
const wrong =
  '(?:is|was|are) (?:an? |just |simply |nothing but )?(?:(?:old |racist |sexist |harmful |dangerous |pure |complete )*(?:myth|lie|prejudice|stereotype|nonsense|slander|hoax|fallacy|misconception)|wrong|false|racist|sexist|untrue|unfounded|unscientific|not true)';
const against =
  'against|refut(?:e|es|ing)|debunk(?:s|ing)?|disprov(?:e|es|ing)|rebut(?:s|ting)?|counter(?:s|ing)?|challeng(?:e|es|ing)|contradict(?:s|ing)?|dispel(?:s|ling)?';

const haters =
  'nazis?|nazi propaganda|racists?|racist (?:pseudo-?science|scientists|propaganda)|slave (?:owners|traders|holders)|antisemites|colonists|colonial powers|segregationists|eugenicists';

export const harmlessRefutals: readonly HarmlessTurn[] = [
  [
    'nazi racist slave antisemites colon segregationists eugenicists',
    `how (?:did |the |some )*(?:${haters}) (?:[a-z]+ )?(?:portray(?:ed)?|depict(?:ed)?|justif(?:y|ied)|described?|claim(?:ed)?|(?:try|tried) to (?:prove|show|justify)) [^.!?\\n,;:]{1,60}${ends}`,
  ],
  [
    'against opposing condemning fighting denouncing',
    `(?:against|opposing|condemning|fighting|denouncing) (?:all |any |every )?(?:antisemitism|anti-semitism|racism|sexism|homophobia|transphobia|islamophobia|xenophobia|misogyny|bigotry|hate speech|hatred|prejudice|bullying|domestic violence|child abuse|human trafficking|terrorism)${ends}`,
  ],
  [
    'not no never hardly',
    `(?:that )?${slandered} (?:are|is|were) (?:not|no|never|hardly|by no means) (?:all |more |simply |any more )*(?:${traits})(?: than (?:anyone else|others|men|women|other people|natives|citizens|the rest of us))?${ends}`,
  ],
  [
    "not n't n’t",
    `(?:that )?${disputed} (?:(?:was|were|is|are) ?(?:not|n['’]t) (?:stolen|rigged|faked|staged|a hoax|invented|flat|a lie)|(?:do|does|did) ?(?:not|n['’]t) (?:cause autism|spread covid|make (?:women|people|men|children) (?:infertile|sick|sterile)))${ends}`,
  ],
  [
    'against refut debunk disprov rebut counter challeng contradict dispel',
    `(?:${against}) (?:the |this |an? )?(?:[a-z]+ )?(?:${believed}) (?:that |of )?(?:the )?${slander}${ends}`,
  ],
  [
    'idea claim notion belief stereotype prejudice myth lie slander conspiracy misconception rumor rumour theor',
    `(?:the |this )?(?:${believed}) (?:that )?${slander} ${wrong}${ends}`,
  ],
  [
    'wrong false racist sexist untrue unfair mistake',
    `(?:why is it|it is|it.s) (?:wrong|false|racist|sexist|untrue|unfair|a mistake) to (?:say|claim|believe|think) (?:that )?${slander}${ends}`,
  ],
  [
    'says claims thinks believes insists',
    `(?:who|that) (?:says|claims|thinks|believes|insists) (?:that )?(?:all )?${slander}(?=\\?|$)`,
  ],
];

/** Where `\b` finds no border, or the words stand in another order; in the canonical form. */
export const harmlessForeignRefutals: readonly HarmlessTurn[] = [
  [
    'keine nicht gegen',
    `dass (?:alle )?(?:fluchtlinge|flüchtlinge|auslander|ausländer|migranten|einwanderer|juden|muslime|schwarze|frauen|roma|arme|behinderte) (?:keine |nicht )(?:faul|kriminell|dumm|dumm?er|verbrecher|kriminelle|terroristen|minderwertig|gefahrlich|gefährlich|schmarotzer|parasiten|diebe)(?: sind| seien)?${ends}|gegen (?:antisemitismus|rassismus|sexismus|fremdenhass|hass|mobbing)${ends}`,
  ],
  [
    'contre pas',
    `que les (?:immigres|immigrés|refugies|réfugiés|juifs|musulmans|noirs|femmes|roms|etrangers|étrangers|pauvres) ne sont pas (?:des )?(?:paresseux|criminels|inferieurs|inférieurs|inferieures|inférieures|stupides|voleurs|terroristes|dangereux)${ends}|contre (?:l'antisemitisme|l'antisémitisme|le racisme|le sexisme|la haine|le harcelement|le harcèlement)${ends}`,
  ],
  [
    'contra no',
    `que (?:los|las) (?:inmigrantes|refugiados|judios|judíos|musulmanes|negros|mujeres|gitanos|extranjeros|pobres) no son (?:unos )?(?:vagos|criminales|inferiores|tontas|ladrones|terroristas|peligrosos|delincuentes)${ends}|contra (?:la idea|el prejuicio|el mito|la mentira) de que (?:los|las) (?:inmigrantes|refugiados|judios|judíos|musulmanes|negros|mujeres|gitanos|extranjeros|pobres) (?:son|sean) (?:unos )?(?:vagos|criminales|inferiores|tontas|ladrones|terroristas|peligrosos|delincuentes)${ends}|contra (?:el antisemitismo|el racismo|el machismo|el odio|el acoso)${ends}`,
  ],
  [
    'contro contra non nao não',
    `contro (?:l'antisemitismo|il razzismo|il sessismo|l'odio|il bullismo)${ends}|che (?:gli|le|i) (?:immigrati|rifugiati|ebrei|musulmani|neri|donne|rom|stranieri|poveri) non sono (?:pigri|criminali|inferiori|stupide|ladri|terroristi|pericolosi)${ends}|contra (?:o antissemitismo|o racismo|o machismo|o odio|o bullying)${ends}|que (?:os|as) (?:imigrantes|refugiados|judeus|muculmanos|muçulmanos|negros|mulheres|ciganos|pobres) (?:nao|não) (?:sao|são) (?:preguicosos|preguiçosos|criminosos|inferiores|burras|ladroes|ladrões|terroristas|perigosos)${ends}`,
  ],
  [
    'tegen niet przeciw nie',
    `tegen (?:antisemitisme|racisme|seksisme|vreemdelingenhaat|haat|pesten)${ends}|dat (?:vluchtelingen|immigranten|joden|moslims|vrouwen|zwarten|buitenlanders) (?:niet lui|geen criminelen|niet minderwaardig|niet dom|geen terroristen)(?: zijn)?${ends}|przeciw(?:ko)? (?:antysemityzmowi|rasizmowi|seksizmowi|nienawisci|nienawiści)${ends}|(?:ze|że) (?:uchodzcy|uchodźcy|imigranci|zydzi|żydzi|muzulmanie|muzułmanie|kobiety) nie (?:sa|są) (?:przestepcami|przestępcami|leniwi|glupsze|głupsze|zlodziejami|złodziejami)${ends}`,
  ],
  [
    'против не',
    `против (?:антисемитизма|расизма|сексизма|ненависти|травли)${ends}|что (?:мигранты|беженцы|евреи|мусульмане|женщины|цыгане|иммигранты) не (?:преступники|ленивые|ленивы|глупее мужчин|террористы|воры|опасны)${ends}`,
  ],
  [
    '反对 反對 反驳 并不 不是 差別に反対 ではない ضد ليسوا',
    '(?:反对|反對)(?:种族主义|種族主義|种族歧视|反犹太主义|性别歧视|仇恨)|(?:移民|难民|難民|犹太人|穆斯林|女性|黑人)(?:并不|并非|不是)(?:懒惰|都?懒|罪犯|犯罪分子|愚蠢|低人一等|恐怖分子)|(?:差別|人種差別|反ユダヤ主義|ヘイトスピーチ)に反対(?:する)?|(?:移民|難民|ユダヤ人|ムスリム|女性|黒人)は(?:怠け者|犯罪者|テロリスト|泥棒)では?ない|ضد (?:معاداة السامية|العنصرية|الكراهية|التمييز)|(?:المهاجرين|اللاجئين|اليهود|المسلمين|السود) ليسوا (?:كسالى|مجرمين|إرهابيين|لصوصا|أغبياء)',
  ],
];
