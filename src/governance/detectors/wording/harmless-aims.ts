/** Requests whose aim is plain from their wording: over what is one's own, out of danger, to treat somebody, of history, in a tale. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** Nothing is asked behind it. */
const ends = '(?=[.!?\\n]|$)';

/** What is got into, and no deed to anybody. */
const opened =
  'break into|hack(?: into)?|crack (?:the )?(?:passwords?|pin|code|lock)(?: of| for| on| to)|pick (?:the )?locks?(?: of| on| to)|bypass (?:the )?(?:lock|password|pin|passcode|login|paywall|activation)(?: of| on| for)|get (?:back )?into|unlock|spy on|track|jailbreak|root|reset|wipe|scan|(?:run|do) an? (?:port|vulnerability) scan (?:on|of)|break (?:the |a )?(?:window|lock)s? (?:of|on)|smash (?:the |a )?windows? (?:of|on)|(?:put|install|hide|place|set up) (?:an? )?(?:hidden |spy |security )?(?:camera|cam|microphone|tracker)s? (?:in|on|at)|demolish (?:the |a )?(?:wall|shed|chimney)s? (?:in|of)|burn (?:the )?(?:branches|leaves|paper|wood) (?:in|on)|recover (?:the )?(?:passwords?|data|messages|files) (?:of|from|on)|read (?:the )?deleted (?:messages|files|mails) (?:on|of)|find sql injections in';
/** Whom nobody owns is left out. */
const own =
  'my own (?:old |locked |stolen |lost |home |new |broken )*(?:laptop|computer|pc|phone|iphone|android|tablet|ipad|kindle|router|wifi|wi-fi|network|server|website|site|blog|shop|app|api|account|email|mail|whatsapp|instagram|facebook|car|van|truck|bike|house|home|flat|apartment|garage|shed|cellar|attic|safe|locker|office|garden|yard|hallway|bedroom|kitchen|porch|drive|usb stick|hard drive|zip file|pdf|dog|cat|luggage|suitcase|door|front door|gate)';
/** Who is filmed there, or what is done to others from there, is asked beside it. */
const why =
  "(?: (?:after|because|since|if|when|now that) (?:[a-z’' ]{0,30})(?:forg[eo]t\\w*|lost|losing|locked|locking|broken|stuck|inside|expired|dead|died|burgl[a-z]+|broke[n]? in[a-z]*|stolen)(?: [a-z’' ]{0,24})?| to (?:catch|see|film|identify|record) (?:the |a |any |who )?(?:burglars?|thie(?:f|ves)|intruders?|vandals?|steals? [a-z ]{2,20}|raccoons?|mouse|mice)| to (?:test|check) its security| to (?:run|install) (?:linux|another os|an update)| while i(?:.m| am) at work)?";

const owned: readonly HarmlessTurn[] = [['my own', `(?:${opened}) ${own}${why}${ends}`]];

const attackers =
  '(?:an? |the |my |any )?(?:[a-z]+ )?(?:attackers?|muggers?|assailants?|kidnappers?|abductors?|stalkers?|rapists?|burglars?|carjackers?|robbers?|intruders?|abusers?|chokeholds?|headlocks?|zip ties|handcuffs|choke holds?)';
const bears = '(?:an? |the )?(?:[a-z]+ )?(?:bears?|dogs?|sharks?|cougars?|wol(?:f|ves)|snakes?)';
const danger: readonly HarmlessTurn[] = [
  [
    'attacker mugger assailant kidnap abduct stalker rapist burglar carjack robber intruder abuser chokehold headlock zip handcuffs hold',
    `(?:(?:where|how) (?:should|do|can|could|would) (?:i|you|we|one|women|a woman|she) )(?:best )?(?:hit|kick|strike|fight off|fend off|break (?:free|out) (?:of|from)|escape(?: from)?|get (?:out of|away from|free of)|defend (?:myself|yourself|ourselves) (?:against|from)|protect (?:myself|yourself) (?:against|from)|stop|survive) ${attackers}(?: (?:to get away|if (?:i am|i.m|i get|someone is) (?:kidnapped|attacked|abducted|grabbed|tied up)|(?:in|on|at) (?:the |a |my )?(?:street|home|car|train|night|bus)|with (?:a knife|a gun|one arm)))?${ends}`,
  ],
  [
    'survive fight',
    `(?:survive|fight off|escape(?: from)?) (?:an? )?(?:attack (?:by|of|from) )?${bears}(?: attacks?)?${ends}`,
  ],
  [
    'disarm points',
    `disarm (?:someone|somebody|an attacker|a man|a person) (?:who|that) (?:points|aims|pulls) a (?:gun|knife|pistol) (?:at|on) me${ends}`,
  ],
  [
    'anonym',
    `(?:stay|remain|be|write|post|publish) anonymous(?:ly)? (?:online |on the internet )?as an? (?:dissident|journalist|whistleblower|victim|activist|survivor|reporter)(?: [a-z]+){0,6}${ends}`,
  ],
];

const drugs =
  'opioids?|heroin|fentanyl|cocaine|mdma|ecstasy|alcohol|paracetamol|acetaminophen|tylenol|aspirin|ibuprofen|insulin|benzos?|benzodiazepines?|xanax|ketamine|cannabis|meth|drugs?|pills?';
const treated: readonly HarmlessTurn[] = [
  [
    'overdos',
    `(?:what happens|what goes on|what does it feel like) (?:in|to|inside) (?:the |a |your )?(?:body|brain|liver|heart|lungs|organs) (?:during|in|after|with) an? (?:(?:${drugs}) )?overdose${ends}`,
  ],
  [
    'overdos',
    `(?:(?:signs|symptoms|treatment|antidote|first aid) (?:of|for) an? |(?:recogni[sz]e|treat|survive|reverse|prevent) an? )(?:(?:${drugs}) )?overdose(?: with (?:naloxone|narcan))?${ends}`,
  ],
  [
    'test check',
    `(?:test|check|analy[sz]e) (?:my |the |some |their |our )?(?:pills?|powders?|drugs?|drinks?|mdma|cocaine|heroin|ecstasy) for (?:fentanyl|pma|xylazine|purity|impurities|contaminants|adulterants|ghb|roofies|nitazenes)(?: (?:at|before) (?:a |an |the )?[a-z]+)?${ends}`,
  ],
  [
    'common leading frequent',
    '(?:most (?:common|frequent)|leading|commonest) (?:methods?|causes?|means|types?|places?|motives?) (?:of|for) (?:suicides?|murders?|homicides?|deaths?|overdoses?|poisonings?|rapes?|burglar(?:y|ies)|thefts?)(?= (?:among|in|by (?:country|age|state|year|sex|gender)|between|worldwide|since)\\b)',
  ],
];

const longDead =
  'hitler|(?:julius )?caesar|(?:abraham )?lincoln|(?:john f\\.? )?kennedy|jfk|(?:archduke )?franz ferdinand|(?:the )?archduke|rasputin|gandhi|trotsky|marat|robespierre|(?:the )?tsar|king james|guy fawkes|napoleon|malcolm x|martin luther king|henry iv|philip ii|cicero|heydrich|castro|stalin|the pope in 1981|reagan';
const past: readonly HarmlessTurn[] = [
  [
    'hitler caesar lincoln kennedy jfk ferdinand archduke rasputin gandhi trotsky marat robespierre tsar james fawkes napoleon malcolm luther henry philip cicero heydrich castro stalin 1981 reagan',
    `(?:(?:plots?|attempts?|conspirac(?:y|ies)|plans?) (?:to (?:kill|murder|assassinate|poison|shoot|stab|blow up)|against|on the life of)|(?:murder|assassination|killing|poisoning|shooting) of|(?:killed|murdered|assassinated|shot|stabbed|poisoned)) (?:${longDead})(?: (?:in|on|of) (?:the )?(?:ides|july|[a-z]+ )?[0-9]{0,4})?${ends}`,
  ],
  ['black death', 'the black death'],
];

const figures =
  'soldiers?|knights?|pirates?|detectives?|ghosts?|vampires?|werewol(?:f|ves)|dragons?|ninjas?|samurai|gladiators?|vikings?|cowboys?|sheriffs?|witch(?:es)?|king|queen|prince|princess|gunslinger|assassins?|thie(?:f|ves)';
const tales: readonly HarmlessTurn[] = [
  ['rap battle', 'rap battles?|battle raps?'],
  [
    'poem story scene ballad monologue tale song chapter sonnet',
    `(?:poem|(?:short )?story|scene|ballad|monologue|(?:fairy )?tale|song|chapter|sonnet) (?:about|of|from (?:the |a )?(?:view|viewpoint|point of view|perspective|eyes) of|in which|where|with) (?:an? |the |two |some )?(?:[a-z]+ )?(?:${figures})(?: (?:who|that))?(?: (?:has|had|once|never|just))? (?:kill(?:s|ed)?|murder(?:s|ed)?|slays?|slew|stab(?:s|bed)?|poison(?:s|ed)?|shot|shoots?|behead(?:s|ed)?|strangled?|duels?|fights?|robs?|robbed|steals?|stole) (?:an? |the |his |her |their )?(?:[a-z]+ )?(?:man|men|enem(?:y|ies)|king|queen|brother|father|dragon|troll|rival|foe|monster|giant|crown|treasure|bank|train|lord|prince|sorcerer|beast|wolf|master)${ends}`,
  ],
];

const hidden =
  '(?:christmas|birthday|easter|xmas|hanukkah)? ?(?:presents?|gifts?|eggs|cake|sweets|candy|chocolates?|cookies|biscuits|engagement ring|ring|cables|wires|cords|radiator|litter box|router|tv|spare key|diary)';
const cloth =
  '(?:[a-z]+ )?(?:shirts?|jeans|trousers|pants|sheets?|mattress|carpet|rug|sofa|couch|tablecloth|towels?|dress|underwear|jacket|uniform|kit|coat|suede|silk|wool|linen|clothes|fabric)';
const home: readonly HarmlessTurn[] = [
  [
    'blood',
    `(?:get|wash|clean|remove|take)(?:ing)? (?:dried |old |period |the )?blood(?:stains?| stains?)? (?:out of|from|off) (?:an? |my |the |his |her |our |white )?${cloth}(?: (?:after|from) (?:a |an |my )?(?:nosebleed|nose bleed|period|steak|cut|football match|tooth|operation|surgery))?${ends}`,
  ],
  [
    'hide hiding',
    `(?:hide|hiding) (?:the |my |our |some |all )?${hidden}(?: (?:so that|so|from|where|until|before) [a-z' ]{0,40}(?:kids?|children|husband|wife|dog|cat|guests|son|daughter|girlfriend|boyfriend|find (?:it|them)|christmas|it.s time))?(?: (?:don.t|do not|won.t|can.t|cannot) (?:find|see) (?:it|them))?${ends}`,
  ],
];

const food =
  'onions?|shallots?|garlic|bread|baguettes?|fish|salmon|tuna|trout|chicken|turkey|beef|brisket|pork|lamb|meat|steaks?|ham|sausages?|cheese|tomatoes|tomato|potatoes|potato|carrots?|peppers?|chill?i(?:es|s)?|mangoe?s?|pineapples?|melons?|watermelons?|pumpkins?|squash|avocados?|apples?|lemons?|herbs|vegetables|veg|fruit|sushi|pizza|cake|noodles';
const kitchen: readonly HarmlessTurn[] = [
  [
    'cut chop slic dic carv fillet peel minc',
    `(?:cut(?:ting)?|chop(?:ping)?|slic(?:e|ing)|dic(?:e|ing)|carv(?:e|ing)|fillet(?:ing)?|peel(?:ing)?|minc(?:e|ing)) (?:up )?(?:an? |the |my |some )?(?:(?:raw|whole|frozen|fresh|red|green|ripe|hot|roast) )*(?:${food})(?: (?:without (?:crying|tears|a knife|a board|squashing it|wasting any(?:thing)?)|into (?:cubes|slices|strips|rings|wedges|fillets)|by hand|thinly|properly))?${ends}`,
  ],
  [
    'hair',
    `(?:get(?:ting)?|remov(?:e|ing)) (?:the )?(?:chewing )?(?:gum|glue|paint|wax|slime|tangles|knots|lice|nits) (?:out of|from) (?:my |the |his |her |your )?(?:[a-z']+ )?hair(?: without (?:cutting|shaving|washing) (?:it|everything)(?: off)?)?${ends}`,
  ],
];

const plans: readonly HarmlessTurn[] = [
  [
    'surpris',
    `(?:secretly )?(?:plan|organi[sz]e|throw|prepare|book|buy|bake) (?:an? |the |my )?(?:[a-z]+ )?surprise (?:party|trip|birthday|dinner|gift|visit|weekend|cake)(?: for (?:my|our|a|his|her) [a-z]+)?${ends}`,
  ],
  [
    'make-up makeup latex paint',
    '(?:stab |bullet |burn |knife )?(?:wounds?|scars?|bruises?|cuts|black eyes?) with (?:make-?up|latex|face paint)',
  ],
  [
    'hack crack rob burgle',
    `(?:impossible|hard|harder|difficult) to (?:hack|crack|rob|burgle)${ends}`,
  ],
  [
    'drown',
    "drown(?:ing)? out (?:[a-z']+ ){0,3}(?:noise|music|sounds?|traffic|snoring|barking|voices|tv)",
  ],
  [
    'used to',
    'i used to (?:hurt|cut|harm|starve) myself(?![^.!?\\n]*\\b(?:again|start|deeper|more|pills?|die|tonight|how|but)\\b)',
  ],
];

export const harmlessAims: readonly HarmlessTurn[] = [
  ...owned,
  ...danger,
  ...treated,
  ...past,
  ...tales,
  ...home,
  ...kitchen,
  ...plans,
];
