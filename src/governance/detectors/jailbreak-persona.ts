/** Finds personas that are made up so that no rule holds for them: DAN and its kin, modes without limits, fiction without law. */
import { PhraseBook } from '../text/phrases.ts';
import { WordSet } from '../text/word-set.ts';
import { morePersonas, thaiPersona } from './wording/orders-in-more-languages.ts';
import { personasInLanguages, widePersonas } from './wording/persona-in-languages.ts';
import { phraseDetector } from './wording/phrase-detector.ts';

const become = new WordSet(
  `you act pretend roleplay simulate imagine become behave respond impersonate play emulate
  agis finge actúa actua aja finja fingi handle benimm verhalte zachowuj udawaj davran притворись представь веди
  تظاهر تصرف`,
);
const free = new WordSet(
  `unrestricted unfiltered unfiltred uncensored unlimited unbound jailbroken unshackled amoral immoral unethical evil malicious
  lawless limitless unconstrained unaligned unmoderated uninhibited
  uneingeschränkt unzensiert ungefiltert illimité ilimitado sansure`,
);
const without = new WordSet(
  'no without any free lacks lacking zero ohne sans sin sem senza zonder bez sınırsız без بدون',
);
const limits = new WordSet(
  `restrictions limitations limits rules ethics ethical morals moral morality guidelines filters filter censorship
  guardrails boundaries constraints policies regulations consequences laws inhibitions
  einschränkungen beschränkungen regeln moral restrictions limites règles éthique restricciones límites reglas ética
  restrições regras restrizioni regole beperkingen regels ograniczeń zasad ограничений правил* قيود`,
);
const machine = new WordSet(
  'ai assistant model chatbot bot gpt chatgpt llm character persona entity machine intelligence being ki ia',
);
const anything = new WordSet('anything everything');
const doing = new WordSet('do dan');
const now = new WordSet('now');
const dan = new WordSet(
  'dan stan dude aim jailbreak antigpt evilbot chaosgpt devmode basedgpt mongo betterdan superdan maximum',
);
const mode = new WordSet('mode modus modo modalità tryb');
const special = new WordSet(
  'developer dev god debug jailbreak unrestricted unfiltered dan sudo root admin maintenance evil opposite',
);
const enable = new WordSet(
  'enable enabled activate activated enter entering engage simulate unlocked',
);
const bound = new WordSet('bound constrained restricted limited confined governed restrained');
const broken = new WordSet('broken freed escaped liberated removed lifted disabled');
const confines = new WordSet('confines limitations limits chains restrictions restraints rules');
const stay = new WordSet('stay remain keep never always');
const character = new WordSet('character dan persona role');
const legal = new WordSet('legal allowed permitted acceptable possible');
const world = new WordSet('world universe story fiction hypothetical fictional scenario novel');
const all = new WordSet('everything anything all nothing');

const book = new PhraseBook<number>([
  { label: 0.9, steps: [doing, anything, now] },
  { label: 0.8, steps: [become, 8, free, 3, machine] },
  { label: 0.75, steps: [become, 8, machine, 6, without, 3, limits] },
  { label: 0.7, steps: [machine, 4, without, 2, limits] },
  { label: 0.75, steps: [free, 2, machine] },
  { label: 0.75, steps: [special, mode, 3, enable] },
  { label: 0.75, steps: [enable, 3, special, mode] },
  { label: 0.75, steps: [without, 2, bound, 3, limits] },
  { label: 0.85, steps: [broken, 3, confines, 4, machine] },
  { label: 0.7, steps: [become, 4, dan] },
  { label: 0.6, steps: [stay, 2, character] },
  { label: 0.6, steps: [world, 8, all, 2, legal] },
  { label: 0.6, steps: [world, 8, without, 2, limits] },
  ...personasInLanguages,
  ...morePersonas,
]);

const playedFree =
  /(?:你现在是|你現在是|假装|假裝|扮演|充当)[^。！？\n]{0,24}(?:没有|沒有|不受|无)[^。！？\n]{0,8}(?:限制|约束|約束|道德|规则|規則|审查)|(?:制限|規制|倫理|ルール)[^。\n]{0,6}(?:ない|無い|なし|受けない)[^。\n]{0,10}(?:AI|アシスタント|キャラクター|モデル)|(?:제한|제약|규칙|윤리)[^.\n]{0,6}(?:없는|없이|받지 않는)[^.\n]{0,12}(?:AI|인공지능|모델|캐릭터|챗봇)/;
const wide = new RegExp([playedFree.source, ...widePersonas, thaiPersona].join('|'), 'g');

/** `He can do anything now that his leg has healed.` */
const doesAnything = /\bnow$/i;
const nowThat = /^\s+that\b/i;

/** `Enable developer mode on my Pixel`: a switch of a device. */
const switched = /\b(?:mode|enabled?|activated?)$/i;
const ofDevice =
  /^ (?:(?:on|in|for|of) )?(?:an? |the |my |your |all )?(?:[a-z]+ )?(?:phone|iphone|ipad|ios|android|pixel|galaxy|samsung|chromebook|chrome|firefox|windows|quest|tv|tablet|router|printer|xbox|doom|skyrim|minecraft|discord|telegram|wordpress|shopify|odoo|moodle)\b/i;

/** `Enable debug mode in the settings`: of a program, unless it is told what the mode lets somebody do. */
const ofProgram =
  /^(?:enabled?|activated?)\b.*\b(?:debug|maintenance)\s+mode$|^(?:debug|maintenance)\s+mode\b.*\benabled?$/is;
const unbound =
  /\b(?:you|filters?|safety|safeguards?|restrict\w*|limit\w*|guard\w*|rules?|ignore|bypass\w*|unlock\w*|policy|policies|comply|obey)\b/i;

/** `Look for broken README rules and links that the model missed`: which rules they are; whose rules were broken is told by a word for it. */
const brokenOnes =
  /^broken (?!(?:my|your|his|its|our|their|the|all|every|any|free|out|from|of)\b)[a-z.]+ rules? and\b/i;

export const jailbreakPersona = phraseDetector({
  name: 'jailbreak-persona',
  category: 'jailbreak/persona',
  book,
  wide,
  wideConfidence: 0.8,
  overStops: true,
  isElsewhere: (phrase, following) =>
    (doesAnything.test(phrase) && nowThat.test(following)) ||
    (switched.test(phrase) && ofDevice.test(following)) ||
    (ofProgram.test(phrase) && !unbound.test(following)) ||
    brokenOnes.test(phrase),
});
