/** Names of harmless things that hold a dangerous word: bath bombs, glue guns, murder mysteries. */
import { foldText } from '../../text/fold.ts';
import { type Piece, piecesIn, toPiece } from '../../text/pieces.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import { mentionsGame, withoutPlayedDeeds } from './games.ts';
import { harmlessAims } from './harmless-aims.ts';
import { harmlessMachines } from './harmless-machines.ts';
import { harmlessPapers } from './harmless-papers.ts';
import { harmlessPasswords } from './harmless-passwords.ts';
import { harmlessForeignRefutals, harmlessRefutals } from './harmless-refutals.ts';
import { harmlessTexts } from './harmless-texts.ts';
import { harmlessForeignTitles, harmlessTitles } from './harmless-titles.ts';
import { type HarmlessTurn, harmlessForeignTurns, harmlessTurns } from './harmless-turns.ts';
import { machinesDescribed } from './machines-described.ts';

/** What is said before `bombs` or `guns` that goes off nowhere. */
const bombs =
  'bath|shower|seed|glitter|confetti|chocolate|cocoa|cheese|fat|j(?:ä|ae|a)ger|photo|fragrance|aroma|toilet|water balloon';
const guns =
  'nerf|toy|water|squirt|glue|nail|staple|caulk(?:ing)?|heat|grease|paint|spray|massage|tattoo|radar|speed|price|label(?:l?ing)?|bubble|soldering|tagging|t-shirt';

/** In the canonical form: small letters or not, marks folded or not. */
const names: readonly HarmlessTurn[] = [
  ['bomb', `(?:${bombs})[ -]?bombs?`],
  ['gun', `(?:${guns})[ -]?guns?`],
  [
    'bade bomb',
    'bade(?:bomben?|kugeln?)|samenbomben?|bombes? (?:de bain|a graines|à graines)|bombas? de (?:ban[oh]o|baño|banho|semillas)|bombe? (?:da bagno|di semi)',
  ],
  [
    'pistol',
    '(?:heiss|heiß)?klebepistolen?|wasserpistolen?|pistolets? (?:a|à) (?:colle|eau|peinture)|pistolas? de (?:agua|silicona|calor|pintura|cola)|pistole? (?:ad acqua|a colla)',
  ],
  ['poison', 'poison (?:ivy|oak|sumac|rings?|dart frogs?)'],
  [
    'murder kill',
    'murder (?:mystery|mysteries|hornets?)|killer (?:whales?|app|feature|heels|sudoku)|kill (?:switch(?:es)?|bill)',
  ],
  [
    'shoot',
    'shooting stars?|photo shoots?|(?:shoot|shooting) (?:portraits?|landscapes?|hoops|video|film|in raw)',
  ],
  ['drug', '(?:over-the-counter|cold|allergy) drugs|hay fever drugs|drug ?stores?'],
  [
    'process',
    '(?:kill|execute|terminate)s? (?:an? |all |the |this |every )?(?:zombie |child |orphan |background )?process(?:es)?',
  ],
  [
    'blood suicide shotgun assassin',
    'blood (?:oranges?|tests?|pressure|donations?|groups?|types?)|suicide squad|shotgun seat|assassin.?s creed',
  ],
  [
    'nuclear hack',
    'nuclear (?:family|families|medicine)|life ?hacks?|growth hack(?:s|ing)?|hackathons?|hacksaws?',
  ],
  ['crack', 'crack (?:an? |the |some )?(?:eggs?|nuts?|walnuts?|jokes?)'],
  [
    'body bodies',
    'body (?:sprays?|lotions?|pillows?|wash|armou?r|oils?|paint)|bod(?:y|ies) of (?:text|water|work)',
  ],
  ['gunpowder mocktail', 'gunpowder (?:green )?teas?|molotov (?:cocktail )?mocktails?|mocktails?'],
  [
    'rules',
    'overrides (?:all |any )?(?:earlier|previous|prior|existing) rules for (?:this|that|the) (?:path|route|endpoint|module|package|branch|selector|key)',
  ],
  ['scene', '(?:death|murder|fight|battle|crime) scenes?'],
  ['hoax', '(?:famous|historical|notable|classic|literary|best|biggest|greatest) hoax(?:es)?'],
  [
    'fake news',
    'fake news (?:articles? |stor(?:y|ies) )?for (?:an? |my |our |the )?(?:[a-z]+ ){0,3}(?:class|lesson|course|workshop|quiz)',
  ],
  // What somebody has, and not the person.
  [
    'rid',
    'get(?:ting)? rid of (?:my|our|the|his|her|their) [a-z]+.s (?!(?:body|corpse|remains|lover|(?:boy|girl)friend|husband|wife|kids?|child|children|baby|son|daughter|mother|father|parents|family|evidence|blood|fingerprints|will|testimony)\\b)[a-z]+',
  ],
  [
    'deposit rent invoice fine loan wages',
    '(?:unless|if|until) (?:he|she|they|you) (?:(?:do(?:es)? not|don.t|doesn.t|refuses? to) )?pays?(?: back)? (?:the|my|our|his|her|their) (?:deposit|rent|invoice|fine|loan|wages)',
  ],
];

type Shape = { readonly hints: readonly Piece[]; readonly pattern: RegExp };
const shapes: readonly Shape[] = [
  ...[...names, ...harmlessTurns, ...harmlessTitles, ...harmlessAims, ...harmlessRefutals].map(
    (turn) => toShape(turn, '\\b'),
  ),
  ...[
    ...harmlessForeignTurns,
    ...harmlessForeignTitles,
    ...harmlessForeignRefutals,
    ...harmlessPasswords,
    ...harmlessMachines,
    ...harmlessPapers,
    ...harmlessTexts,
    ...machinesDescribed,
  ].map((turn) => toShape(turn, '')),
];

/** Folded as texts are, so that Cyrillic and Arabic words meet their own. */
function toShape([hints, source]: HarmlessTurn, border: string): Shape {
  const pattern = new RegExp(`${border}(?:${foldText(source)})${border}`, 'gi');
  return { hints: foldText(hints).toLowerCase().split(' ').map(toPiece), pattern };
}

/** Those that may stand in it: most texts hold no hint of any, and what is not run is never made ready either. */
function shapesIn(text: string, known = shapes): readonly Shape[] {
  const standsThere = piecesIn(text.toLowerCase());
  return known.filter(({ hints }) => hints.some(standsThere));
}

/** Longer texts hold more than a name; they are taken by stretches. */
export const charactersMax = 2000;

/** The text with another word for each such name; the very text where it holds none. */
export function withoutHarmlessNames(text: string): string {
  if (text.length > charactersMax) return text;
  const plain = shapesIn(text).reduce((left, { pattern }) => left.replace(pattern, 'cake'), text);
  return withoutPlayedDeeds(plain);
}

const sentence = /[^.!?\n。！？]+[.!?\n。！？]*/g;

/** The sentences that hold no such name; what may stand in any of them is looked up once for all. */
export function sentencesWithoutNames(text: string): readonly string[] {
  const likely = shapesIn(text);
  const played = mentionsGame(text);
  return (text.match(sentence) ?? []).filter(
    (one) =>
      likely.every(({ pattern }) => one.search(pattern) === -1) &&
      (!played || withoutPlayedDeeds(one) === one),
  );
}

/** One word at the least of each name whose other word may end a phrase. */
const beside = new WordSet(
  `bath shower seed glitter confetti chocolate cocoa cheese fat jager jaeger photo fragrance aroma toilet balloon nerf toy water squirt
  glue nail staple caulk caulking heat grease paint spray massage tattoo radar speed price label bubble soldering tagging shirt
  bond bonds friendship alliance partnership relationship path career link connection knife knives blade sword axe hammer horseshoe
  defender crystal sweater sweaters shirt shirts sheets towels curtains clothes laundry blanket jeans kidney beans bean pie stones cocktail cake
  cupcakes plants flowers snow fur tan smile nails eyelashes mystery mysteries hornet hornets ivy oak process processes egg eggs nut nuts joke jokes slack lotion spray tea teas mocktail mocktails pillow wash armour armor banho bain bano bagno semillas`,
);

const aims = [...harmlessAims, ...harmlessRefutals].map((turn) => toShape(turn, '\\b'));

/** Whether the last word of a phrase belongs to such a name, or to what is plainly no deed. */
export function endsInHarmlessName(scan: Scan, start: number, end: number): boolean {
  if (endsIn(aims, scan.text, end)) return true;
  if (!scan.mentions(beside)) return false;
  const stretch = scan.text.slice(start, end + nameMax);
  return shapesIn(stretch).some(({ pattern }) =>
    [...stretch.matchAll(pattern)].some(
      ({ index, 0: name }) => index < end - start && index + name.length >= end - start,
    ),
  );
}

/** In the whole text, since such an aim has to end its sentence. */
function endsIn(known: readonly Shape[], text: string, end: number): boolean {
  if (text.length > charactersMax) return false;
  return shapesIn(text, known).some(({ pattern }) =>
    [...text.matchAll(pattern)].some(
      ({ index, 0: aim }) => index < end && index + aim.length >= end,
    ),
  );
}

const nameMax = 24;
