/** Which long words of a program are names of its things: put together of words as well, and nobody's orders. */
import type { Ints } from '../ints.ts';

/** A capital right behind a small letter, as `getPolicyName` and `PageCursor` have it. */
const humped = /[a-z][A-Z]/;
/** With fewer of them a text is no program. */
const namesMin = 6;
/** Who is spoken to, or what an order is about: names with one of these are read apart wherever they stand. */
const spoken =
  /(?:^|[a-z])(?:All|Any|Every|You|Your|My|Me|Us|The|Never|Ignore|Disregard|Forget|Bypass|Override|Reveal|Instructions?|Prompts?|Rules|Guidelines|Restrictions|Jailbreak|Pretend)(?![a-z])|^(?:ignore|disregard|forget|bypass|override|reveal|pretend)[A-Z]/;
const capitals = /^[A-Z]+$/;
const givenBehind = /^(?:=|["']\s?:)/;
const shouted = /IGNORE|DISREGARD|FORGET|BYPASS|OVERRIDE|REVEAL|INSTRUCTION|PROMPT/;

/** Answers of a word from one place to another whether it is such a name. */
export function namesIn(text: string, words: Ints): (from: number, to: number) => boolean {
  const names = new Set<string>();
  for (let at = 0; at < words.length && names.size < namesMin; at += 2) {
    const word = text.slice(words.at(at), words.at(at + 1));
    if (isGiven(text, words.at(at + 1), word) || humped.test(word)) names.add(word);
  }
  const isProgram = names.size >= namesMin;
  return (from, to) => {
    const word = text.slice(from, to);
    if (isGiven(text, to, word)) return true;
    const isNamed = isProgram || text.charCodeAt(to) === 40;
    return isNamed && humped.test(word) && !spoken.test(word);
  };
}

/** `PYTHONDONTWRITEBYTECODE=1`: a variable of a shell. */
function isGiven(text: string, end: number, word: string): boolean {
  return capitals.test(word) && !shouted.test(word) && givenBehind.test(text.slice(end, end + 4));
}
