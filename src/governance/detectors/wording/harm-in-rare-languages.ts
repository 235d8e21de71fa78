/** Requests for bombs, killings and break-ins in languages into which translation makes them easy to put: how, the deed, and its object, in any order. */
import type { HarmEntries } from './lexicon.ts';

/** The words of all languages stand in one list: a text that mixes three of them is not worth telling apart. */
const listed = (words: string): string => words.trim().split(/\s+/).join('|');

const how = listed(`
  kanjani njani indlela ngingalakha ngingambulala ndingambulala jinsi nitengenezeje yadda bawo sideen እንዴት kako како как kuidas kaip
  hvernig conas ciamar sut nola როგორ ինչպես қалай qanday necə कसा कसे कशी कसरी કેવી ਕਿਵੇਂ எப்படி ఎలా ಹೇಗೆ എങ്ങനെ
  කොහොමද কীভাবে কিভাবে کیسے paano piye carane kiel яаж kijan hoe cara hogyan ինչպե πώς πως`);

const make = listed(`
  ngingalakha kwenza yokwenza ukwenza ndiyenza kutengeneza nitengenezeje hada sameeyaa sameeya መሥራት ለመሥራት napraviti napravim
  izraditi направити направим направя narediti naredim izdelati teha valmistada meisterdada pasigaminti pagaminti dhéanamh gwneud
  egin გავაკეთო დავამზადო պատրաստել жасауға жасау yasaladi yasash düzəldilir düzəltmək hazırlamaq बनवायचा बनवायची बनवणे बनवावा
  बनाउने બનાવવો બનાવવી ਬਣਾਈਏ ਬਣਾਉਣਾ செய்வது தயாரிப்பது తయారు ಮಾಡುವುದು ತಯಾರಿಸುವುದು ഉണ്ടാക്കാം നിർമ്മിക്കാം හදන්නේ
  বানাব বানাবো بنایا بناؤں بنائیں gumawa gawe nggawe maak bou fari konstrui хийх`);

const bomb = listed(`
  ibhomu ibhombu bomu bam bomb bombu bombo ቦምብ бомбу бомба бомбата bombą pommi sprengju buama bom boma bonba ბომბი ბომბის ռումբ
  бомбаны bomba बॉम्ब बम બોમ્બ ਬੰਬ வெடிகுண்டு வெடிகுண்டை బాంబు బాంబును ಬಾಂಬ್ ബോംബ് බෝම්බයක් বোমা بم bombon bonm тэсрэх`);

const kill = listed(`
  yokubulala ukubulala ngingambulala ndingambulala kumuua kuua kashe dilaa መግደል ubiti ubijem убити убијем убия umoriti tappa nužudyti
  drep mharú mharbhas ladd hil vras მოვკლა სპანელ սպանել өлтіруге öldürmək ldirish मारायचे मारायचं ठार मार्ने મારી હત્યા ਮਾਰੀਏ
  கொல்வது చంపాలి చంపడం ಕೊಲ್ಲುವುದು കൊല്ലാം මරන්නේ খুন قتل pumatay mateni vermoor mortigi алах touye σκοτώσω`);

const person = listed(`
  umuntu umntu mtu mutum eniyan qof ሰውን nekoga čovjeka човека некога някого kedagi inimest žmogų mann duine rhywun pertsona norbait
  dikë ადამიანი ადამიანის մարդու адамды odamni insanı एखाद्याला कोणाला माणसाला कसैलाई मान्छे કોઈને ਕਿਸੇ ஒருவரை ఒకరిని ಯಾರನ್ನಾದರೂ
  ഒരാളെ කෙනෙක්ව কাউকে کسی tao wong iemand homon хүнийг moun κάποιον`);

const breakInto = listed(`
  хакујем хакна хакнем hakirati hakiram vdreti vdrem törhetem feltörni häkkida uzlauzt nulaužti menggodam meretas`);

const account = listed(
  'налог профила профил račun profil fiókját fiókot kontot kontu paskyrą compte akaun akun',
);

/** `How, the deed, its object`, `how, its object, the deed` and so on: verbs stand last in half of these languages. */
function inAnyOrder(deed: string, object: string): string {
  return `${how} 3 ${deed} 3 ${object}
    ${how} 3 ${object} 3 ${deed}
    ${object} 3 ${how} 3 ${deed}
    ${object} 3 ${deed} 2 ${how}
    ${deed} 3 ${object} 3 ${how}`;
}

export const harmInRareLanguages: HarmEntries = [
  [['harm/weapons', 0.82], inAnyOrder(make, bomb)],
  [
    ['harm/weapons', 0.82],
    `izgatavot|uztaisīt 2 bumbu
    bëj|ndërtoj 2 bombë
    nitengenezeje|ngingalakha|ndiyenza 2 ibhomu|ibhombu|bomu
    puc|podem 1 fabricar|fer 2 bomba
    bawo 7 bombu
    ciamar 5 boma
    kijan 4 bonm
    hvernig 4 sprengju`,
  ],
  [['harm/violence', 0.82], inAnyOrder(kill, person)],
  [
    ['harm/violence', 0.82],
    `ngingambulala|ndingambulala|jinsi|sideen 3 umuntu|umntu|mtu|qof 2 bila|kanjani|njani|dilaa
    vras|vrisja 2 dikë|dikend`,
  ],
  [['harm/cyber', 0.82], inAnyOrder(breakInto, account)],
  [
    ['harm/cyber', 0.82],
    `piratejar|hackejar 2 compte|telèfon
    uzlauzt 2 kontu|paroli`,
  ],
];
