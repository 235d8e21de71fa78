/** Deeds that are done in games: where a known title ends the sentence, nobody is harmed. */
import { piecesIn, toPiece } from '../../text/pieces.ts';
import { WordSet } from '../../text/word-set.ts';

/** Titles that name nothing else: `in Rust` people write programs, and `among thieves` they steal. */
export const games = [
  'minecraft|gta(?: ?(?:v|vi|iv|5|6|4|online|san andreas))?|grand theft auto(?: (?:v|vi))?|skyrim|oblivion|morrowind|fallout(?: ?(?:3|4|76|new vegas))?|payday(?: ?[23])?|hitman(?: ?[23])?|(?:the )?sims(?: ?4)?',
  'zelda|breath of the wild|(?:dark |demon.s )?souls|bloodborne|sekiro|elden ring|(?:world of )?warcraft|minesweeper|solitaire|roblox|fortnite|rimworld|terraria|stardew valley',
  'cyberpunk(?: 2077)?|baldur.?s gate(?: ?3)?|bg3|among us|dead by daylight|apex legends|valorant|counter-?strike|call of duty|overwatch|league of legends|dota(?: ?2)?|valheim|subnautica',
  'red dead(?: redemption(?: ?2)?)?|rdr2|assassin.?s creed|far cry(?: ?\\d)?|watch dogs|saints row|prison architect|dwarf fortress|crusader kings(?: ?3)?|ck3|stellaris|civilization (?:vi|v)|civ ?[56]|age of empires',
  'horizon zero dawn|god of war|the witcher(?: ?3)?|mass effect|half-?life|bioshock|dishonored|deus ex|metal gear|resident evil|elite dangerous|eve online|star citizen|no man.?s sky|kerbal space program|factorio|schedule i|pokemon|mario kart|d&d|dnd',
  'werewolf|diplomacy|secret hitler|left 4 dead|splinter cell|(?:an? |the |my |our |this )?(?:[a-z-]+ )?(?:video ?games?|board games?|card games?|rpgs?|mmorpgs?|role-?playing games?|game of [a-z]+|dnd campaign|d&d campaign)',
].join('|');

/** One word at the least of each title. */
export const gameNames = new WordSet(
  `minecraft gta theft skyrim oblivion morrowind fallout payday hitman sims zelda breath souls bloodborne sekiro warcraft minesweeper
  solitaire roblox fortnite rimworld terraria elden stardew cyberpunk baldur baldurs bg3 among daylight apex valorant strike
  counterstrike duty overwatch legends dota valheim subnautica redemption red rdr2 creed cry watch saints prison dwarf crusader ck3
  stellaris civilization civ age horizon god witcher mass half halflife bioshock dishonored deus metal resident elite eve
  citizen kerbal factorio schedule pokemon mario dnd werewolf diplomacy secret left splinter game games videogame videogames rpg rpgs mmorpg
  mmorpgs campaign`,
);

export const inEarnest = /\b(?:real|really|irl|actual|actually|reality|outside)\b/i;

/** Whom and with what nobody plays. */
const notPlayed =
  'my|your|his|her|their|our|someone|somebody|anyone|person|people|neighbou?r|wife|husband|school|child|children|kids?|meth|methamphetamine|cocaine|fentanyl|heroin|sarin|ricin|napalm|thermite|nerve|anthrax|ransomware|malware|phishing|passwords?|chemicals?|household';
const deed =
  'kill|murder|poison|shoot|stab|strangle|assassinate|execute|torture|kidnap|capture|rob|steal|hijack|smuggle|sell|hack|blow up|bomb|nuke|attack|destroy|eat|sacrifice|craft|make|build|get|find|use|hide|sneak past|lie|cheat|betray|bluff|backstab|distract|ambush|get away with';
const detail = 'online|solo|early|fast|quickly|efficiently|safely|first|at night|on hard(?:core)?';
/** From the deed to the title, which hardly anything may follow: what does is asked of the game. */
const played = new RegExp(
  `\\b(?:${deed})(?: (?!(?:${notPlayed})\\b)[a-z'’-]+){0,6} (?:in|for|on) (?:the game )?(?:${games})(?:'s [a-z]+ level)?(?: (?:${detail}|with(?:out)? [a-z]+(?: [a-z]+){0,2}|so (?:that )?(?:nobody|no one|none|they|the guards?) [a-z'’]+(?: [a-z]+){0,3})){0,3}(?=[.!?\\n]|$)`,
  'gi',
);
const titleFirst = new RegExp(
  `(?:^|[.!?\\n] ?)(?:in|on|playing) (?:the game )?(?:${games}),? how (?:do|can|could|should) (?:i|we|you) (?:best )?(?:${deed})(?: (?!(?:${notPlayed})\\b)[a-z'’-]+){0,8}(?=[.!?\\n]|$)`,
  'gi',
);

const gear = new RegExp(
  `\\b(?:best|strongest|good) (?:weapons?|guns?|snipers?|rifles?|shotguns?|bombs?|poisons?|loadouts?)(?: (?!(?:${notPlayed})\\b)[a-z'’-]+){0,3} (?:in|for) (?:${games})(?=[.!?\\n]|$)`,
  'gi',
);

/** In small letters, a piece of each title. */
const hints =
  `minecraft,gta,theft auto,skyrim,oblivion,morrowind,fallout,payday,hitman,sims,zelda,of the wild,souls,bloodborne,sekiro,elden ring,warcraft,minesweeper,solitaire,roblox,fortnite,rimworld,terraria,stardew,cyberpunk,baldur,bg3,among us,by daylight,apex legends,valorant,counter,of duty,overwatch,of legends,dota,valheim,subnautica,red dead,rdr2,creed,far cry,watch dogs,saints row,architect,dwarf fort,crusader,ck3,stellaris,civilization,civ5,civ 5,civ6,civ 6,of empires,zero dawn,god of war,witcher,mass effect,half,bioshock,dishonored,deus ex,metal gear,resident evil,elite dang,eve online,star citizen,s sky,kerbal,factorio,schedule i,pokemon,mario kart,d&d,dnd,werewolf,diplomacy,secret hitler,left 4,splinter,game,rpg`
    .split(',')
    .map(toPiece);

export function mentionsGame(text: string): boolean {
  return hints.some(piecesIn(text.toLowerCase()));
}

/** The text with `play` for each deed of a game; the very text where it may be meant in earnest. */
export function withoutPlayedDeeds(text: string): string {
  if (!mentionsGame(text) || inEarnest.test(text)) return text;
  return text.replace(played, 'play').replace(titleFirst, ' how do i play').replace(gear, 'play');
}
