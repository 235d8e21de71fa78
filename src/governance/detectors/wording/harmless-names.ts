/** Names of harmless things that hold a dangerous word: bath bombs, glue guns, murder mysteries. */
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';

/** What is said before `bombs` or `guns` that goes off nowhere. */
const bombs =
  'bath|shower|seed|glitter|confetti|chocolate|cocoa|cheese|fat|j(?:ä|ae|a)ger|photo|fragrance|aroma|toilet|water balloon';
const guns =
  'nerf|toy|water|squirt|glue|nail|staple|caulk(?:ing)?|heat|grease|paint|spray|massage|tattoo|radar|speed|price|label(?:l?ing)?|bubble|soldering|tagging|t-shirt';

/** In the canonical form: small letters or not, marks folded or not. */
const names = new RegExp(
  [
    `(?:${bombs})[ -]?bombs?`,
    `(?:${guns})[ -]?guns?`,
    'bade(?:bomben?|kugeln?)|samenbomben?|bombes? (?:de bain|a graines|à graines)|bombas? de (?:ban[oh]o|baño|banho|semillas)|bombe? (?:da bagno|di semi)',
    '(?:heiss|heiß)?klebepistolen?|wasserpistolen?|pistolets? (?:a|à) (?:colle|eau|peinture)|pistolas? de (?:agua|silicona|calor|pintura|cola)|pistole? (?:ad acqua|a colla)',
    'poison (?:ivy|oak|sumac|rings?|dart frogs?)',
    'murder (?:mystery|mysteries|hornets?)|killer (?:whales?|app|feature|heels|sudoku)|kill (?:switch(?:es)?|bill)',
    'shooting stars?|photo shoots?|(?:shoot|shooting) (?:portraits?|landscapes?|hoops|video|film|in raw)',
    '(?:over-the-counter|cold|allergy) drugs|hay fever drugs|drug ?stores?',
    '(?:kill|execute|terminate)s? (?:an? |all |the |this |every )?(?:zombie |child |orphan |background )?process(?:es)?',
    'blood (?:oranges?|tests?|pressure|donations?|groups?|types?)|suicide squad|shotgun seat|assassin.?s creed',
    'nuclear (?:family|families|medicine)|life ?hacks?|growth hack(?:s|ing)?|hackathons?|hacksaws?',
    'crack (?:an? |the |some )?(?:eggs?|nuts?|walnuts?|jokes?)',
  ]
    .map((name) => `\\b(?:${name})\\b`)
    .join('|'),
  'gi',
);

/** Long texts hold more than a name, and are judged as they stand. */
const charactersMax = 2000;

/** The text with another word for each such name; the very text where it holds none. */
export function withoutHarmlessNames(text: string): string {
  return text.length > charactersMax ? text : text.replace(names, 'thing');
}

/** One word at the least of each name whose other word may end a phrase. */
const beside = new WordSet(
  `bath shower seed glitter confetti chocolate cocoa cheese fat jager jaeger photo fragrance aroma toilet balloon nerf toy water squirt
  glue nail staple caulk caulking heat grease paint spray massage tattoo radar speed price label bubble soldering tagging shirt
  mystery mysteries hornet hornets ivy oak process processes egg eggs nut nuts joke jokes banho bain bano bagno semillas`,
);

/** Whether the last word of a phrase belongs to such a name. */
export function endsInHarmlessName(scan: Scan, start: number, end: number): boolean {
  if (!scan.mentions(beside)) return false;
  const stretch = scan.text.slice(start, end + nameMax);
  return [...stretch.matchAll(names)].some(
    ({ index, 0: name }) => index < end - start && index + name.length >= end - start,
  );
}

const nameMax = 24;
