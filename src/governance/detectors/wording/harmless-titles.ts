/** Books, films, songs and bands with a deed in their names, and deeds that are done at a board: whoever asks for one asks for no harm. */
import type { HarmlessTurn } from './harmless-turns.ts';

/** None that is an order or a question by itself, as `How to Murder Your Wife` is. */
const killing =
  "to kill a mockingbird|kill bill|kill your darlings|killing eve|killing stalking|killing me softly|killing them softly|killing in the name|the killing (?:of a sacred deer|fields|joke|moon)|killers of the flower moon|a (?:time|view) to a? ?kill|licen[cs]e to kill|dressed to kill|natural born killers|the (?:lady)?killers(?:' (?:songs?|albums?))?|kill la kill|if looks could kill|the hit ?man.s bodyguard";
const murder =
  'murder on the (?:orient express|nile)|the murder of roger ackroyd|murder,? she wrote|murder by numbers|only murders in the building|memories of murder|anatomy of a murder|the murders in the rue morgue|midsomer murders|dial m for murder|murder in the cathedral|a good girl.s guide to murder';
const death =
  'death (?:on the nile|note|of a salesman|in venice|cab for cutie|stranding|becomes her|proof)|dead poets society|the virgin suicides|assassination classroom|the assassination of jesse james|chronicle of a death foretold|crime and punishment|american psycho';
const others =
  'the texas chainsaw massacre|slaughterhouse[- ]five|the hurt locker|bullet train|bullet for my valentine|guns n.? roses|sex pistols|sex and the city|sex education|cannibal corpse|rage against the machine|the great train robbery|the poisonwood bible|grand theft auto|money heist|the hate u give|arsenic and old lace|the talented mr\\.? ripley|bonnie and clyde|fight club|catch me if you can|lord of war|breaking bad';

const boards =
  'scrabble|chess|monopoly|mario kart|tennis|golf|darts|poker|pool|trivia|ping pong|badminton|checkers|catan|battleship|uno|karaoke|the quiz|the debate';

export const harmlessTitles: readonly HarmlessTurn[] = [
  [
    'wrote directed composed sings sang',
    `who (?:wrote|directed|composed|sings|sang) [^\\s.!?]+(?: [^\\s.!?]+){0,5} ?(?=[.!?\\n]|$)`,
  ],
  [
    boards.replaceAll('|', ' '),
    `(?:kill|smash|crush|destroy|murder|beat|slaughter|annihilate|demolish) (?:my |our |the )?[a-z]+ (?:in|at|on) (?:${boards})`,
  ],
  ['kill hit', killing],
  ['murder', murder],
  ['death dead suicide assassin crime psycho', death],
  [
    'massacre slaughter hurt bullet guns sex cannibal rage robber poison theft heist hate arsenic ripley clyde fight catch lord breaking',
    others,
  ],
];

/** Where the words stand in another language, in the canonical form. */
export const harmlessForeignTitles: readonly HarmlessTurn[] = [
  [
    'mord meurtre crim delitto asesin matar zbrodnia cinayet suc ve',
    'mord im orient-?express|meurtre (?:au soleil|dans l.orient-?express)|crime et chatiment|crimen y castigo|delitto e castigo|crime e castigo|matar a un ruisenor|matar um rouxinol|cronica de una muerte anunciada|asesinato en el orient express|zbrodnia i kara|suc ve ceza',
  ],
  [
    'преступление убить убийство злочин جنایت الجريمة',
    'преступление и наказание|убить пересмешника|убить билла|убийство в восточном экспрессе|злочин і кара|جنایت و مکافات|الجريمة والعقاب',
  ],
  [
    '罪与 罪と 杀死 杀人 殺人 살인 죄와',
    '罪与罚|罪と罰|杀死一只知更鸟|杀人回忆|殺人の追憶|살인의 추억|죄와 벌|オリエント急行殺人事件|名探偵コナン',
  ],
];
