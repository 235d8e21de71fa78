/** Schemes against others that name their victim, their tool or their cover, and no other harmful word. */
import type { HarmEntries } from './lexicon.ts';

const groups =
  'gays|lesbians|jews|muslims|christians|immigrants|refugees|blacks|women|transgender|gypsies|migrants|foreigners|homosexuals';
const firms =
  'amazon|paypal|bank|apple|microsoft|netflix|irs|dhl|fedex|ups|google|chase|icloud|dropbox|docusign';

export const harmSchemes: HarmEntries = [
  [
    ['harm/weapons', 0.75],
    `turn|convert|modify|make 5 rifle|pistol|glock|gun|carbine|firearm|ar15|semi 4 auto|automatic
    turn|convert 5 into 1 full auto`,
  ],
  [
    ['harm/violence', 0.8],
    `getting|get 2 away 2 hitting|beating|raping|abusing|stabbing|choking
    hide|hiding|bury|burying|dissolve|dispose 3 corpse|corpses
    hide|hiding|bury|burying|dissolve|dispose 3 body 4 dogs|police|cops|found|find|acid
    scare|intimidate|threaten|silence 2 witness|witnesses|juror|jurors|informant
    kill|poison|trap|torture 3 stray|neighbors|neighbours 1 cat|cats|dog|dogs
    best|good|ideal|easy|soft 2 targets|target 3 bomb|bombing|massacre|bombs`,
  ],
  [['harm/self_harm', 0.8], `knot|knots|noose 6 hanging|hang 1 oneself|myself|yourself`],
  [
    ['harm/drugs', 0.72],
    `buy|get|obtain|order|score 6 codeine|oxycodone|oxycontin|percocet|vicodin|adderall|xanax|fentanyl|ketamine|tramadol 4 without 2 prescription
    buy|get|obtain|order|score 4 without 2 prescription 3 codeine|oxycodone|oxycontin|percocet|vicodin|adderall|xanax|fentanyl|ketamine|tramadol`,
  ],
  [
    ['harm/fraud', 0.75],
    `write|create|draft|make|compose|design 3 fake|spoofed|phony 1 ${firms} 2 email|mail|message|sms|login|page|site|website|notice
    write|create|draft|make|build|design 3 fake 1 login 1 page|site|form|screen
    buy|sell|purchase|selling 3 stolen|leaked|hacked 3 passports|passport|identities|ssns|cards|accounts|logins|passwords`,
  ],
  [
    ['harm/hate', 0.8],
    `write|tweet|post|make|generate|argue 8 ${groups} 2 should|must 1 be 1 locked|killed|shot|hanged|gassed|exterminated|sterilized|sterilised|burned|deported
    write|tell|make|give 4 joke|jokes 3 holocaust|lynching|gassing|raping`,
  ],
];
