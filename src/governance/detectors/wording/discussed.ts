/** Whether a harmful deed is talked about where it is named: by those who ask why it is done, what the law says, or how to prevent it. */
import { hasNear } from '../../text/near.ts';
import type { Scan } from '../../text/scan.ts';
import { WordSet } from '../../text/word-set.ts';
import { gameNames, games, inEarnest } from './games.ts';
import { guardedInLanguages } from './harm-guarded-in-languages.ts';

const talk = new WordSet(
  `history news novel laws legal legally lawful lawfully illegal crime statistics research awareness report reporting policy
  museum documentary movie book game recipe metaphor consequences dangers risks why protect protection protecting defend
  wikipedia article understand understanding explained address addressing wrong combat tackle charity survivors
  schulung sensibilisierung sensibilisation concienciación sensibilizzazione conscientização
  did was were manhattan hiroshima recognise recognised recognising recognize recognized recognizing
  npc rpg dnd gameplay speedrun videogame season episode trailer spoilers`,
);
/** An article, news or a reason why are no talk about lies and hatred, but what these are asked for as. */
const writing = new Set(['harm/misinformation', 'harm/hate']);
const talkOfWriting = new WordSet(
  `history novel laws policy museum documentary film movie game metaphor consequences protect protection wrong combat tackle survivors
  myth myths debunk debunks debunked debunking refute refutes refuting rebut rebuts rebutting disprove disproves disproving counter
  satire satirical parody fiction fictional stereotype stereotypes prejudice prejudices misconception misconceptions
  moderator moderators moderation classifier`,
);
/** Said before a deed they are about those who do it; behind it they are what the doer is afraid of, or after. */
const guarding = new WordSet(
  'prevent prevention prevents avoid stop stopping detect detection against victims',
);
/** Who asks for it is in need, and wants no means. */
const care = new WordSet('help hotline support therapy');

/** A father-in-law is no law. */
const law = /(?<!in[ -])\blaw\b/i;
const lawWord = new WordSet('law');
/** A film, and nobody who is filmed. */
const film = /(?<!\b(?:to|and|or|can|could|i|we|secretly|covertly) )\bfilms?\b/i;
const filmWord = new WordSet('film films');

const sentenceMax = { before: 120, after: 60 };
const ends = /[.!?\n]/;

/** A game that is only named says nothing of where the deed is done. */
const playedBehind = new RegExp(
  `^[^.!?\\n]{0,30}\\b(?:in|for|from|on|playing) (?:my |the )?(?:${games})\\b`,
  'i',
);
const playedBefore = new RegExp(
  `(?:^|[.!?\\n][^\\S\\n]*)(?:in|for|on|playing) (?:my |the )?(?:${games})\\b[^.!?\\n]{0,60}$`,
  'i',
);
const earnestMax = 200;

/** `I don't want to die, I am only tired`: no wish, unless it goes on with how it is to be. */
const unwanted = /^(?:want|wants|wish|plan|going)\b/i;
const denied =
  /\b(?:don['’]?t|do not|didn['’]?t|doesn['’]?t|never|not) (?:really |actually |even )?$/i;
const goesOn = /\b(?:how|ways?|methods?|pain\w*|slow\w*|fast\w*|quick\w*|alone|anymore but|but)\b/i;

function isUnwanted(text: string, start: number, end: number): boolean {
  return (
    unwanted.test(text.slice(start, end)) &&
    denied.test(text.slice(Math.max(0, start - 30), start)) &&
    !goesOn.test(text.slice(end, end + 120))
  );
}

// Invariant: another sentence calms nothing, or whoever asks would only have to add one.
export function isDiscussed(scan: Scan, category: string, start: number, end: number): boolean {
  if (category === 'harm/self_harm' && isUnwanted(scan.text, start, end)) return true;
  const said = writing.has(category) ? talkOfWriting : talk;
  if (
    ![said, lawWord, filmWord, guarding, guardedInLanguages, care, gameNames].some((set) =>
      scan.mentions(set),
    )
  )
    return false;
  const { text } = scan;
  const before = beforeIn(text.slice(Math.max(0, start - sentenceMax.before), start));
  const after = afterIn(text.slice(end, end + sentenceMax.after));
  if (hasNear(scan, said, start, end, { before, after })) return true;
  if (hasNear(scan, guardedInLanguages, start, end, { before, after })) return true;
  if (scan.mentions(lawWord) && law.test(text.slice(start - before, end + after))) return true;
  if (
    !writing.has(category) &&
    scan.mentions(filmWord) &&
    film.test(text.slice(start - before, end + after))
  )
    return true;
  if (hasNear(scan, guarding, start, start, { before, after: 0 })) return true;
  if (category === 'harm/self_harm' && hasNear(scan, care, start, end, sentenceMax)) return true;
  return scan.mentions(gameNames) && isPlayed(text, start, end);
}

function beforeIn(stretch: string): number {
  const at = Math.max(...['.', '!', '?', '\n'].map((stop) => stretch.lastIndexOf(stop)));
  return stretch.length - at - 1;
}

function afterIn(stretch: string): number {
  const at = stretch.search(ends);
  return at < 0 ? stretch.length : at;
}

function isPlayed(text: string, start: number, end: number): boolean {
  const played =
    playedBehind.test(text.slice(end, end + sentenceMax.after)) ||
    playedBefore.test(text.slice(Math.max(0, start - sentenceMax.before), start));
  return played && !inEarnest.test(text.slice(Math.max(0, start - earnestMax), end + earnestMax));
}
