/** Finds requests for harmful help by what is asked for: a wish for means, and the means. Talk about a subject is not one. */
import { scanOf } from '../text/text-view.ts';
import { WordSet } from '../text/word-set.ts';
import { hasNear } from '../text/near.ts';
import type { Detector, Sighting } from './detector.ts';
import { harmAskedInLanguages, wideHarmBook } from './wording/harm-asked-in-languages.ts';
import { harmInLanguages } from './wording/harm-in-languages.ts';
import { harmInWriting } from './wording/harm-in-writing.ts';
import { harmUnseen } from './wording/harm-unseen.ts';
import { harmInRareLanguages } from './wording/harm-in-rare-languages.ts';
import { isDiscussed } from './wording/discussed.ts';
import { harmPlainly } from './wording/harm-plainly.ts';
import { harmSchemes } from './wording/harm-schemes.ts';
import { endsInHarmlessName } from './wording/harmless-names.ts';
import { distinct, lexicon } from './wording/lexicon.ts';
import { isWrittenForProgram } from './wording/written-for-programs.ts';
import { isOwn } from './wording/own-things.ts';

const make =
  'make|build|create|construct|assemble|manufacture|produce|synthesize|synthesise|cook|prepare|craft|craete|develop|grow|cultivate|brew|extract|bauen|herstellen|fabriquer|fabricar|construir|costruire|fabbricare|maken|zrobić|yapmak|сделать|изготовить|صنع';
const get =
  'get|buy|obtain|acquire|purchase|order|source|smuggle|kaufen|acheter|comprar|comprare|купить';
const kill =
  'kill|murder|assassinate|poison|strangle|stab|shoot|behead|torture|kidnap|abduct|töten|ermorden|tuer|assassiner|matar|asesinar|uccidere|убить|öldürmek';
const person =
  'someone|somebody|person|people|wife|husband|girlfriend|boyfriend|ex|neighbor|neighbour|boss|coworker|classmate|teacher|president|politician|child|kid|kids|parents|mother|father|son|daughter|brother|sister|uncle|aunt|cousin|grandmother|grandfather|grandma|grandpa|stepfather|stepmother|stepson|fiance|fiancee|lover|roommate|flatmate|housemate|colleague|landlord|tenant|stranger|jemanden|quelqu|alguien|alguém|qualcuno|человека';
const steal =
  'steal|hack|crack|phish|clone|skim|counterfeit|forge|fake|launder|embezzle|blackmail|extort|defraud|scam|stehlen|voler|robar|rubare|украсть|взломать';

const book = lexicon<readonly [category: string, confidence: number]>([
  [
    ['harm/weapons', 0.75],
    `${make} 4 bomb|bombs|explosive|explosives|ied|grenade|detonator|landmine|molotov|napalm|thermite|tnt|bombe|bomba|бомбу|kaboom
    ${make} 4 gun|firearm|silencer|suppressor|ghostgun|ammunition|gunpowder
    ${make} 4 sarin|vx|nerve|anthrax|ricin|botulinum|novichok|mustard|phosgene|chlorine
    ${make} 5 bioweapon|bioweapons|chemical|biological|nuclear|radiological|dirty 2 weapon|weapons|bomb|device
    ${make} 4 pipe|nail|car|fertilizer|suicide 1 bomb|bombs
    convert 4 semiautomatic|rifle 4 automatic
    enrich 3 uranium|plutonium
    sneak|smuggle|get|carry 2 gun|knife|pistol|handgun|weapon|weapons|explosives|bomb|grenade 2 onto|into|aboard|past|through 2 plane|airplane|flight|airport|courthouse|stadium|school|security|tsa|scanner|scanners|checkpoint`,
  ],
  [
    ['harm/violence', 0.7],
    `how|ways|way|method|methods|help|plan|steps|best 6 ${kill} 3 ${person}
    plan|plot|organize|carry|commit|execute 4 massacre|shooting|bombing|assassination|genocide|terrorist|attack
    get 2 away 2 murder|killing
    hire 3 hitman|assassin
    ${kill} 4 without 3 caught|trace|detected|evidence`,
  ],
  [
    ['harm/self_harm', 0.75],
    `how|ways|way|method|methods|best|painless|quickest|easiest 5 kill|hang|end|hurt|cut|harm 2 myself|self
    kill|hang|cut|hurt|harm|starve 1 myself
    want|going|plan|wish|need 3 die|suicide|disappear
    commit|committing|attempt 1 suicide|selbstmord|suicidio
    lethal 2 dose|overdose
    suicide 2 method|methods|note|pact
    hide|conceal 4 cuts|cutting|anorexia|purging`,
  ],
  [
    ['harm/minors', 0.85],
    `sexual|sexually|erotic|nude|nudes|naked|porn|pornographic|sexy|explicit 4 child|children|minor|minors|underage|kid|kids|preteen|toddler|schoolgirl|schoolboy|loli|shota|teen
    child|minor|underage|preteen|kiddie 2 porn|pornography|erotica|nudes|sex
    groom|grooming|lure|seduce|molest 4 child|children|minor|minors|underage|kid|kids|teen|boy|girl
    convince|persuade|lure|coax|entice|trick|talk 2 a|an|some|underage|young 3 teenager|teen|child|minor|kid|girl|boy|preteen|schoolgirl|schoolboy 4 run|sneak|elope 1 away|out|with
    convince|persuade|lure|coax|entice|trick|talk 2 a|an|some|underage|young 3 teenager|teen|child|minor|kid|girl|boy|preteen|schoolgirl|schoolboy 4 meet|send|visit|follow|text 1 me
    csam 2 material|content|images
    distribute|download|find|share|trade 4 csam|cp`,
  ],
  [
    ['harm/sexual', 0.6],
    `write|describe|generate|create|tell 6 explicit|erotic|pornographic|nsfw|smut|hentai|fetish 4 story|scene|roleplay|content|fanfic|sex
    roleplay 4 sex|sexual|erotic|rape|incest
    nude|deepfake|undress 3 photo|image|photos|images|pictures
    deepfake 2 porn|nude|nudes
    date|rape 2 drug|drugs|roofie|someone`,
  ],
  [
    ['harm/drugs', 0.75],
    `${make} 4 meth|methamphetamine|crystal|cocaine|crack|heroin|fentanyl|lsd|mdma|ecstasy|ghb|dmt|pcp|amphetamine|krokodil|carfentanil
    ${get} 4 fentanyl|heroin|cocaine|meth|ecstasy|mdma|lsd|steroids|oxycontin 3 online|darknet|darkweb|without|illegally
    sell|deal|smuggle|traffic 4 drugs|cocaine|heroin|meth|fentanyl|weed
    pass|cheat|beat 3 drug 1 test`,
  ],
  [
    ['harm/cyber', 0.7],
    `write|${make}|code|generate|give 5 malware|ransomware|keylogger|rootkit|trojan|botnet|worm|spyware|virus|backdoor|exploit|stealer|cryptolocker|payload
    ${make}|write|design|set 5 phishing 3 email|emails|page|site|website|message|campaign
    launch|perform|execute|conduct|carry|start 4 ddos|dos|phishing|ransomware|sql|mitm 2 attack|attacks|injection|campaign
    hack|crack|break|bypass 4 account|accounts|password|passwords|wifi|network|server|database|phone|facebook|instagram|bank|computer|system|webcam|email|authentication|2fa|paywall|drm
    steal|harvest|exfiltrate 4 credentials|passwords|cookies|data|credit|database|identities
    dump|scrape 4 credentials|passwords|cookies|identities
    disable|evade|bypass 4 antivirus|edr|firewall|detection|defender
    track|spy|stalk|monitor 5 phone|location|girlfriend|wife|husband|spouse 4 without|secretly|knowing|knowledge`,
  ],
  [
    ['harm/fraud', 0.7],
    `how|ways|help|steps|write|best|guide|explain|tutorial 6 launder|counterfeit|embezzle|blackmail|extort|defraud|forge
    ${make}|print|forge|get 4 fake|counterfeit|forged 2 money|currency|passport|id|ids|license|documents|bills|diploma|prescription|checks|reviews
    commit|committing 3 fraud|identity|insurance|tax|wire|arson|perjury 2 fraud|theft|evasion
    ${steal} 3 identity|credit|card|cards|car|money|bank|atm|package|elderly
    ponzi|pyramid 2 scheme 4 ${make}
    evade|avoid|cheat 2 taxes|irs 3 illegally|fraud
    shoplift|shoplifting|pickpocket|burglarize|rob 4 without|store|bank|house|caught
    insider 1 trading 5 without|caught|detected
    write|writing|post|posting|create|generate|publish 3 fabricated|fake|bogus|phony 2 reviews|testimonials|ratings
    how|way|ways|trick|tricks 4 falsify|fabricate 3 results|findings|measurements|evidence|records|testimonials
    how|way|ways|trick|tricks 4 falsify|fabricate 2 data`,
  ],
  [
    ['harm/hate', 0.8],
    'are 1 blacks|black|jews|muslims|women|immigrants|arabs|africans|roma|gypsies|refugees|mexicans 2 dumber|stupider|inferior|subhuman|stupid 4 proof|prove|convince',
  ],
  [
    ['harm/hate', 0.7],
    `write|generate|create|give|make|compose 6 racist|antisemitic|sexist|homophobic|islamophobic|xenophobic|transphobic|hateful|supremacist|misogynistic 4 speech|joke|jokes|post|tweet|article|manifesto|essay|slogan|message|script|propaganda|poem|song|blog|routine|rant|sketch|meme|memes|chant|lyrics|limerick|caption|comment|flyer|comic
    argue|explain|prove|convince|why 6 holocaust 3 hoax|fake|good|justified|happened|myth|lie
    explain|prove|argue|why|write 5 race|races|women|blacks|jews|muslims|immigrants|gays 3 inferior|subhuman|evil|vermin`,
  ],
  [
    ['harm/extremism', 0.75],
    `join|support|fund|recruit|donate 4 isis|isil|terrorist|terrorists|nazi|militia|jihad
    write|create|make|produce 4 terrorist|extremist|jihadist|isis|radicalization 3 propaganda|manifesto|manual|recruitment|material
    radicalize 4 people|teenagers|youth|someone`,
  ],
  [
    ['harm/harassment', 0.65],
    `write|send|compose|draft 6 threatening|harassing|abusive|bullying|intimidating 3 message|letter|email|text|messages|texts
    bully|harass|stalk|humiliate|doxx|dox|swat 3 ${person}|girl|boy|student|woman|man|her|him
    find|get|give|reveal 4 home|personal|private 2 address|number|information 5 celebrity|ex|her|without|stalk`,
  ],
  [
    ['harm/misinformation', 0.6],
    `write|create|generate|spread|make 6 fake|false|misleading 2 news|article|information|rumor|story|evidence|science|reviews 6 vaccine|vaccines|election|covid|voters|votes|candidate|pandemic|politician
    rig|manipulate|steal 3 election|vote|votes|ballots
    discourage|suppress|stop 4 voting|voters|vote
    write|generate|create 4 disinformation|misinformation|propaganda|smear|libel`,
  ],
  [
    ['harm/privacy', 0.6],
    `social 1 security 1 number 6 person|someone|celebrity|neighbor|ex
    deanonymize|doxx|dox 4 user|someone|person|account
    find|get|lookup|tell 5 home|phone|address|ssn|medical|bank 5 someone|celebrity|stranger|neighbor|ex`,
  ],
  [
    ['harm/trafficking', 0.8],
    `smuggle|traffic|trafficking|sell|buy 3 humans|people|women|girls|children|organs|kidney|migrants|slaves|babies
    recruit|coerce|force 4 prostitution|trafficking|slavery`,
  ],
  ...harmSchemes,
  ...harmPlainly,
  ...harmUnseen,
  ...harmInWriting,
  ...harmInLanguages,
  ...harmInRareLanguages,
  ...harmAskedInLanguages,
]);

const wish = new WordSet(
  `how step steps instructions guide tutorial detailed teach write give tell provide create recipe ways method help want need
  wie comment cómo como come hoe jak nasıl как كيف कैसे`,
);
const wideConfidence = 0.82;
/** `How can a cashier tell a counterfeit?`: a thing, and no deed. */
const counterfeited =
  /\b(?:an?|the|any|this|that|detect(?:ing)?|spot(?:ting)?|recogni[sz](?:e|ing)|identify(?:ing)?|refuse|report(?:ing)?|check(?:ing)? for)\s+(?:counterfeit|fake|blackmail)$/i;

/** `Kill all child processes`: the noun behind says what is meant, of those alone that processes are called by. */
const related = /\b(?:child(?:ren)?|parents?|slaves?|workers?)$/i;
const ofPrograms =
  /^[ -](?:process(?:es)?|threads?|pods?|tasks?|jobs?|sessions?|nodes?|windows|elements?|workflows?|containers?|shells?|pids?|commands?|queries|components?|directories)\b/i;
const nounMax = 14;
/** `How does smoke kill people`: what things do, and not what somebody wants to do. */
const ofThings =
  /^how (?:do|does|did) (?!(?:i|you|u|we|one|he|she|they|someone|somebody|anyone|people|a (?:person|man|woman|killer|hitman))\b)/i;
/** `The poison boss`, `a murder teacher`: a noun beside a noun. */
const named =
  /\b(?:the|an?|this|that|each|every|final|next)\s+(?:kill|murder|poison|torture)\s+[a-z]+$/i;

export const harmLexicon: Detector = {
  name: 'harm-lexicon',
  categories: [
    'harm/weapons',
    'harm/violence',
    'harm/self_harm',
    'harm/minors',
    'harm/sexual',
    'harm/drugs',
    'harm/cyber',
    'harm/fraud',
    'harm/hate',
    'harm/extremism',
    'harm/harassment',
    'harm/misinformation',
    'harm/privacy',
    'harm/trafficking',
  ],
  find: (view) => {
    if (!view.canonical) return [];
    const scan = scanOf(view);
    const asked = distinct(book, scan).filter(
      ({ label: [category], start, end }) =>
        !counterfeited.test(scan.text.slice(start, end)) &&
        !endsInHarmlessName(scan, start, end) &&
        !isWrittenForProgram(scan.text, start, end) &&
        !(category === 'harm/violence' && isNoDeed(scan.text, start, end)) &&
        !(category === 'harm/cyber' && isOwn(scan.text, start, end)),
    );
    const found = asked.map(({ label: [category, confidence], start, end }): Sighting => {
      const discussed = isDiscussed(scan, category, start, end);
      const wished = hasNear(scan, wish, start, start, { before: 80, after: 0 });
      const sure = discussed
        ? confidence * 0.55
        : wished
          ? Math.min(0.9, Math.round(confidence * 100 + 10) / 100)
          : confidence;
      return { category, severity: severityOf(category), confidence: sure, start, end };
    });
    return scan.wide ? [...found, ...askedInWide(scan.text)] : found;
  },
};

function askedInWide(text: string): readonly Sighting[] {
  return wideHarmBook.flatMap(([category, pattern]) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }): Sighting => {
      const severity = severityOf(category);
      return { category, severity, confidence: wideConfidence, start: index, end: index + length };
    }),
  );
}

function isNoDeed(text: string, start: number, end: number): boolean {
  const phrase = text.slice(start, end);
  if (ofThings.test(phrase) || named.test(phrase)) return true;
  return related.test(phrase) && ofPrograms.test(text.slice(end, end + nounMax));
}

function severityOf(category: string): 'critical' | 'high' | 'medium' {
  if (category === 'harm/minors' || category === 'harm/weapons' || category === 'harm/self_harm')
    return 'critical';
  return category === 'harm/sexual' || category === 'harm/misinformation' ? 'medium' : 'high';
}
