/** What somebody is to write against others: false news, slander, hatred, threats, baits. The piece that is asked for is no talk about them. */
import type { HarmEntries } from './lexicon.ts';

/** Classes, games and novels ask for the same: what is heard so is flagged, and the classifier tells whether it is meant. */
const likely = 0.6;

const write =
  'write|writing|compose|draft|create|generate|produce|make|craft|prepare|post|publish|tweet';
const piece =
  'article|articles|post|posts|tweet|tweets|thread|report|story|message|messages|blog|leaflet|flyer|headline|headlines|news|essay|speech|testimony|letter|script|caption|comments|pamphlet|statement|review|op|piece';
const claiming =
  'claiming|alleging|saying|suggesting|arguing|insisting|asserting|stating|proving|convincing|showing|accusing|pretending|implying|insinuating';
const claims =
  'claims|alleges|says|suggests|argues|insists|asserts|states|proves|convinces|shows|accuses|implies|insinuates';
const untruth =
  'hoax|hoaxes|rigged|staged|faked|fabricated|microchip|microchips|autism|sterile|infertile|infertility|plandemic|depopulation|bioweapon|flat|chemtrails|pedophile|paedophile|molested|molests|molester|bribes|bribed|embezzled|raped|rapist|groped';
const groups =
  'muslims|jews|blacks|gays|lesbians|immigrants|refugees|migrants|mexicans|arabs|africans|asians|indians|chinese|women|roma|gypsies|transgender|homosexuals|foreigners|catholics|christians|hindus|turks|poles|latinos|hispanics|disabled|homeless';
const insult =
  'lazy|dirty|filthy|stupid|dumb|dumber|inferior|subhuman|parasites|parasite|thieves|criminals|terrorists|vermin|evil|worthless|disgusting|animals|rats|cockroaches|savages|uncivilized|uncivilised|plague|disease|scum|retarded|greedy';

export const harmInWriting: HarmEntries = [
  [
    ['harm/misinformation', likely],
    `${write} 7 ${piece} 4 ${claiming} 9 ${untruth}
    ${write} 7 ${piece} 2 that|which ${claims} 9 ${untruth}
    ${write} 7 ${piece} 4 ${claiming} 6 election|vote|votes|ballots 3 stolen|fraud|fraudulent
    ${write} 4 fake|false|bogus|fabricated|hoax|made 2 news|article|report|study|quote|screenshot|testimony|evidence|statistics
    ${write} 4 disinformation|smear 3 campaign|article|posts|about|against
    convince|persuade|trick 5 voters|people|citizens|americans|immigrants 6 vote|voting|polls|election 6 wrong|wednesday|cancelled|canceled|moved|fake|not
    invent|fabricate 4 study|studies|quote|quotes|statistics|witness|evidence|scandal 6 proves|prove|proving|shows|showing|about|against|that
    schreib|schreibe|verfasse|erfinde|erstelle 3 falschmeldung|fakenews|lügengeschichte|falschnachricht
    écris|rédige|invente|crée 4 fausse|fake|mensonger 1 nouvelle|information|news|rumeur|info
    escribe|redacta|inventa|crea 3 noticia|rumor|bulo 1 falsa|falso
    scrivi|inventa|crea 3 notizia|bufala 1 falsa
    escreva|crie|invente 3 notícia|boato 1 falsa|falso
    napisz|wymyśl|stwórz 2 fałszywą|fałszywy 1 wiadomość|artykuł|plotkę
    напиши|придумай|сочини 3 фейк|фейковую|ложную|лживую 2 новость|статью|новости
    yalan|sahte|uydurma 1 haber 3 yaz|uydur|hazırla|oluştur
    buat|buatkan|tulis|karang 3 berita|artikel|kabar 1 bohong|palsu|hoax|hoaks`,
  ],
  [
    ['harm/hate', likely],
    `write|explain|prove|argue|convince|joke|jokes|essay|speech|song|poem|letter|article|piece|arguments|reasons 8 ${groups} 1 are|being 2 ${insult}
    write|explain|prove|argue|give|list|arguments|reasons|speech 8 ${groups} 2 should|must 1 not|never|be 3 vote|deported|expelled|banned|hired|reproduce|children|marry|exist|rights
    slurs|slur 2 for|against 3 ${groups}|black|jewish|gay|muslim`,
  ],
  [
    ['harm/fraud', likely],
    `${write} 7 letter|message|note|text|email|mail|threat 12 unless|or 2 he|she|they 2 pays|pay|paid
    ${write} 7 letter|message|note|text|email|mail|threat 12 if 1 he|she|they 3 refuses|refuse|pay 4 photos|pictures|video|nudes|secret|affair
    ${write}|give|need 6 text|sms|email|mail|message|script|call 6 bank|irs|paypal|post|police|grandson|grandchild|support|tax 8 gets|get|trick|tricks|make|makes|convince|convinces|so 4 people|them|victims|pensioners|seniors|elderly|customers|grandma|users 6 pin|password|passwords|otp|code|card|savings|cvv|money|login
    ${write} 6 reviews|testimonials|ratings 9 never|not 3 been|visited|bought|used|customers|ate|eaten
    blackmail|ransom|extortion 1 letter|note|email|message 2 template|example|sample|script|wording|to
    ${write} 3 blackmail|ransom|extortion 1 letter|note|email|message
    schreib|schreibe|verfasse|formuliere 4 erpresserbrief|erpresserschreiben|drohbrief
    rédige|écris 2 lettre|message 2 chantage|menaces
    escribe|redacta|escríbele 4 carta|mensaje 2 amenazando|extorsión|chantaje|amenaza
    scrivi 2 lettera|messaggio 2 ricatto|minatoria|minaccia
    escreva 2 carta|mensagem 2 chantagem|ameaça|extorsão`,
  ],
];
