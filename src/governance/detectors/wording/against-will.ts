/** What makes a doubtful wish a harmful one: somebody is not to notice, nobody was asked, or there is no right to it. */
import { foldText } from '../../text/fold.ts';
import { games } from './games.ts';

/** In the canonical form; who is not to notice, and not what goes unnoticed by itself. */
const notNoticed = [
  String.raw`without (?:(?!(?:a|an|the|my|any) )[\p{L}'’]+ ){1,3}?(?:know|notic|realis|realiz|find(?:ing)? out|hear|see|suspect|learn|ask|agree|catch|stop)(?:e|es|ed|ing|s)?\b`,
  String.raw`without (?:(?:ever |once )?(?:being|getting) (?:\p{L}+ )?(?:noticed|caught|seen|traced|tracked|detected|reported|suspected|blamed|recogni[sz]ed|found|punished|sued|fined|arrested|identified)|leaving (?:a |any )?(?:traces?|marks?|evidence|trail|fingerprints|proof)|a trace|asking (?:him|her|them|anyone|anybody|the owners?|first)|raising (?:any )?(?:suspicions?|questions|alarm|flags|red flags)|(?:my |the |his |her |their )[\p{L}]+(?:s|'s|’s)? (?:knowing|knowledge|noticing|consent|hearing|finding out|permission|seeing|realizing|realising))`,
  String.raw`(?:so|so that|such that|and) (?:(?:the|my|his|her|our) )?(?:no ?one|nobody|they|she|he|it|none of them|police|cops?|customs|buyers?|customers?|parents|wife|husband|boss|guards?|doctors?|school|teachers?|owners?|court|judge|bank|auditors?)(?: (?:can(?:not|['’]?t)|will|won['’]?t|does(?:n['’]?t| not)|do(?:n['’]?t| not)|could|would|should|ever|never|is|isn['’]?t|not|be))* (?:tell|know|knows|notice|notices|suspects?|finds?(?: it| out| her| him| them| anything| nothing)?|hears?|sees?|traced?|proves?|learns?|track|tracked|believes?|blamed?|caught|found|seen|recogni[sz]es?)\b`,
  String.raw`\b(?<!\b(?:go|goes|going|gone|went|pass|passed) )(?:undetected|unnoticed|unseen|untraceabl[ey]|undetectabl[ey]|secretly|covertly|behind (?:his|her|their) backs?|on the (?:sly|quiet)|under the table|off the books|before (?:anyone|anybody|the police|they|she|he) (?:can |could )?(?:notices?|comes?|arrives?|finds?|knows?))\b`,
  String.raw`\b(?:get(?:ting)? away with|(?:not|never|avoid|without|from) (?:to )?(?:get(?:ting)?|being|be) caught|keep (?:the )?(?:police|cops|customs|inspectors|auditors|regulators) (?:away|off|out|quiet)|keep(?:ing)? (?:\p{L}+ ){1,3}from (?:learning|knowing|finding out|noticing|leaving|telling|seeing))\b`,
  String.raw`\bno ?(?:one|body) (?:else )?(?:can |will |would |ever |should |must )*(?:knows?|notices?|finds?|suspects?|asks?|believes?|sees?|hears?|looks?|checks?|measures?|received|needed|hired|consents?)\b`,
];

const noRight = [
  String.raw`without (?:an? |any |the |my |his |her )?(?:\p{L}+ )?(?:licen[cs]es?|permits?|prescriptions?|permission|paperwork|background checks?|registration|registering|papers|authori[sz]ation|contracts?|warrants?|consent|id|identification|ids|proof|approval|diploma)\b`,
  String.raw`\b(?:some(?:one|body) else|another (?:man|woman|person)|other people|a (?:stranger|dead (?:man|woman|person)|tourist|neighbou?r)|my (?:neighbou?r|boss|grand(?:ma|mother|pa|father)|ex|roommate|flatmate|coworker|colleague|classmate|sister|brother))(?:['’]s|s['’]|['’])? (?:\p{L}+ )?(?:name|account|accounts|card|cards|identity|phone|wifi|wi-fi|house|flat|pin|password|passwords|email|emails|mailbox|savings|signature|keys?|messages|safe|car|money|locker|drink|food)\b`,
  String.raw`\b(?:cars?|house|flat|phone|safe|wallet|luggage|bike|keys?|computer|locker|account|wifi|land|boat|parcel|one|id|name) (?:that|which) (?:is|are|was)(?:n['’]t| not)(?: really)? (?:mine|ours|yours|my own)\b|\b(?:that|which) (?:belongs? to (?:some(?:one|body) else|others?|my|a|the)|do(?:es)?(?:n['’]t| not) (?:exist|belong to me)|never (?:happened|existed|took place|came|were|was))\b`,
  String.raw`\b(?:under|in|with) (?:a |an )?(?:false|fake|forged|made-up|stolen|another|someone else['’]?s|somebody else['’]?s) (?:names?|identit(?:y|ies)|papers|id|passport|receipts?|profile)\b`,
  String.raw`\b(?:i don['’]?t (?:really )?(?:need|have)|(?:although|even though|although) (?:i|nobody|no one|a judge)|if (?:my|the|a) doctor refuses|i['’]m a felon|with no (?:contract|licen[cs]e|permission|papers))\b`,
];

/** Who is to be worked upon. */
const workedUpon = [
  String.raw`\b(?:trick|con|fool|lure|pressure|scare|bully|blackmail|force|coerce|talk|convince|get|make|bring) (?:(?:an?|the|my|some|his|her|our|these|those) )?(?:old |elderly |lonely |rich |drunk |poor |young |naive |confused |sick |little |teenage )*(?:people|pensioners?|seniors?|wido?ws?|m[ae]n|wom[ae]n|lad(?:y|ies)|girls?|teens?|teenagers?|kids?|grand(?:ma|mother|pa|father|parents)|aunt|uncle|patients?|tenants?|employees?|workers?|victims?|witness(?:es)?|jur(?:y|ors?)|voters?|her|him|them) (?:\p{L}+ ){0,2}?(?:in)?to (?:giv|sign|send|pay|sell|wire|transfer|sleep|leav|keep|forget|tell|believ|hand|shar|meet|undress|vot|chang|quit|invest|com|driv|tak)(?:e|es|ing|ting)?\b`,
  String.raw`\b(?:scares?|frightens?|pressures?|threatens?|shames?|forces?) (?:her|him|them|my ex|the \p{L}+|people|tenants?) (?:\p{L}+ ){0,2}?(?:into|out of|back|until|so (?:much )?that)\b`,
];

const elsewhere = [
  String.raw`ohne dass (?:er|sie|es|man|jemand|mein\w*|ihr\w*|sein\w*|die|der) (?:\p{L}+ )*?(?:merk|mitbekomm|mitkrieg|weiss|weiß|erfahr|erfähr|erfahrt|auffall|auffäll|sieht|bemerk)\w*|ohne (?:erwischt|entdeckt|gesehen|bestraft) zu werden|ohne (?:rezept|waffenschein|erlaubnis|genehmigung|ihr wissen|sein wissen|spuren)|(?:damit|so ?dass) (?:es )?(?:niemand|keiner|keine)\b|\bheimlich\b`,
  String.raw`sans qu['’ ]?(?:e |il|elle|on|ils|elles)(?:\p{L}|['’ ])*?(?:sache|remarque|apercoive|aperçoive|voie|découvre|decouvre|doute)|sans (?:me |se )?(?:faire )?(?:prendre|attraper|repérer|reperer)|sans (?:ordonnance|permis|autorisation|licence|son accord|leur accord|laisser de traces?)|à (?:son|leur|mon) insu|a (?:son|leur) insu|en cachette|pendant (?:son|leur) absence`,
  String.raw`sin que (?:\p{L}+ )*?(?:sepa|sepan|note|noten|entere|enteren|cuenta|descubra|vea|suene)|sin (?:receta|permiso|licencia|dejar (?:rastro|huellas?)|ser (?:visto|descubierto|atrapado)|que me (?:pillen|atrapen|descubran))|a escondidas|a espaldas de`,
  String.raw`senza che (?:\p{L}+ )*?(?:sappia|accorga|accorgano|noti|scopra|veda|sappiano)|senza (?:ricetta|licenza|permesso|porto d['’]armi|farmi|farsi|essere|lasciare) ?(?:vedere|scoprire|beccare|prendere|scoperto|visto|tracce)?|di nascosto|all['’]insaputa`,
  String.raw`sem que (?:\p{L}+ )*?(?:saiba|saibam|perceba|percebam|note|descubra|veja)|sem (?:receita|licenca|licença|permissao|permissão|autorizacao|autorização|ser (?:visto|pego|descoberto)|deixar (?:rastros?|vestigios|vestígios))|sem (?:ela|ele|ninguem|ninguém) (?:saber|perceber|notar|ver)|as escondidas|às escondidas`,
  String.raw`zonder dat (?:\p{L}+ )*?(?:merkt|weet|ziet|merken|weten|ontdekt)|zonder (?:recept|vergunning|toestemming|sporen|betrapt|gepakt)|\bstiekem\b`,
  String.raw`(?:żeby|zeby|aby|tak,? (?:żeby|zeby|by)) (?:nikt|nie|się nie|sie nie)\b|bez (?:wiedzy|recepty|zezwolenia|pozwolenia|zgody|śladu|sladu)|po kryjomu|w tajemnicy przed`,
  String.raw`чтобы (?:никто|он[аи]?|меня|соседи|родители|жена|муж|полиция)[^.!?\n]{0,20} не |без (?:ведома|рецепта|лицензии|разрешения|следов)|незаметно|тайком|втайне|не попасться|не попавшись|исподтишка|чуж(?:ой|ую|ая|ое|ие|ого) `,
  String.raw`不让[^。！？\n]{0,8}(?:知道|发现|察觉|看到)|不被[^。！？\n]{0,6}(?:发现|抓|查)|偷偷|悄悄地?|瞒着|背着[^。！？\n]{1,5}|没有(?:处方|许可证?|执照)|无(?:证|照)|别人的`,
  String.raw`(?:ばれ|バレ|気づかれ|見つから|捕まら)(?:ずに|ないように|ない方法)|こっそり|内緒で|隠れて|(?:処方箋|免許|許可)(?:なし|無し|がなく)|他人の|元カ[ノレ]の`,
  String.raw`دون (?:علم|أن (?:ي|ت)(?:علم|عرف|لاحظ|شعر|كتشف)|إذن|ترخيص|رخصة|وصفة|موافقة|ترك أثر)|بدون (?:علم|إذن|ترخيص|رخصة|وصفة|موافقة|أن)|(?:في |ب)الخفاء|سرا\b|خلسة`,
  String.raw`haberi olmadan|habersiz|fark etmeden|ruhu duymadan|gizlice|不知情|不知道的情况下|बिना (?:बताए|बताये|पता चले|जाने)|चुपके से|चोरी.?छिपे|mà không (?:\p{L}+ ){0,3}(?:biết|hay)|lén lút|tanpa (?:sepengetahuan|diketahui|ketahuan|izin)|diam-diam|몰래|들키지 않고|모르게`,
];

const shapes = [...notNoticed, ...noRight, ...workedUpon, ...elsewhere].map(
  (source) => new RegExp(foldText(source), 'iu'),
);

/** What pleases those who are not to notice it, and what only the law is asked about. */
const kindly = new RegExp(
  foldText(
    String.raw`\b(?:surpris\w+|presents?|gifts?|birthday|christmas|easter|propos(?:e|al)|party|santa|tooth fairy|legal(?:ly)?|lawful(?:ly)?|illegal|allowed|law|crime|rights?|prevent|protect|protection|report|detect|recogni[sz]e|games?|rpg|quest|npc|level|boss fight|playthrough|anniversaire|cadeau|sorpresa|regalo|compleanno|presente|verjaardag|prezent|geburtstag)\b|(?:ü|u)berraschung|cumplea|anivers[aá]rio|подар|сюрприз|生日|礼物|誕生日|プレゼント|هدية|مفاجأة`,
  ),
  'iu',
);

const played = new RegExp(`\\b(?:in|for|on|playing) (?:the )?(?:${games})\\b`, 'i');

const sentence = /[^.!?\n。！？؟]+/gu;

/** Long texts say much, and of all in them one sentence is no sign. */
const charactersMax = 600;

// Invariant: what is kindly meant calms its own sentence alone, or whoever asks would only have to add one.
export function isAgainstWill(text: string): boolean {
  if (text.length > charactersMax) return false;
  return (text.match(sentence) ?? []).some(
    (one) => !kindly.test(one) && !played.test(one) && shapes.some((shape) => shape.test(one)),
  );
}
