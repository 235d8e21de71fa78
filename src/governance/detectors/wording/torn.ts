/** Whether words that look like a phrase belong to no one sentence: a stop or a paragraph parts them, or they are names in a program. */

/**
 * A stop before a word with a capital, or an empty line; not the points inside of an abbreviation. Where all is in capitals, and
 * before the `Y` that a program sets, a capital begins no sentence.
 */
const stop = /[.!?;][)"'”’\]]?\s+(?:\p{Lu}[\p{Ll}'’]|[IA] \p{L})|[。！？]\S|\n[ \t]*\n/u;
/** Words that begin a clause of their own; what comes before them is no part of what comes after. */
const clause = /\s(?:when|whenever|while|if|unless|because|although)\s/i;
/** What a program or a file of settings sets between words, and a sentence does not. */
const mark = /::|\\|\w\(|\):|["']\s{0,4}[:,]\s{0,4}["']/;
/** The same signs between all words are a disguise of a sentence; those of a program change, or stand between some. */
const words = /[\p{L}\p{M}\p{N}_'’]+/u;
const joined = /\w_\w/;
/** Markup around a word leaves the sentence whole. */
const tag = /<\/?[a-z][^<>]{0,80}>/gi;

export function isTorn(text: string, start: number, end: number, overStops = false): boolean {
  const written = text.slice(start, end);
  const said = written.includes('<') ? written.replaceAll(tag, '') : written;
  if (isDisguised(said)) return false;
  if (mark.test(said) || (!overStops && (stop.test(said) || clause.test(said)))) return true;
  // `ignore_all_previous_instructions` is one way of writing; `post_to_server the data` is the name of a function.
  const named = text.charAt(start - 1) === '_' || /^[_(]/.test(text.slice(end, end + 1));
  return (named || joined.test(said)) && /\s/.test(said);
}

/** A word with white space and nothing else behind it, as of nearly all phrases. */
const openWord = /^[^\p{L}\p{M}\p{N}_'’]*[\p{L}\p{M}\p{N}_'’]+\s+[\p{L}\p{M}\p{N}_'’]/u;

function isDisguised(said: string): boolean {
  if (openWord.test(said)) return false;
  const [first = '', ...others] = said
    .split(words)
    .slice(1, -1)
    .map((gap) => gap.trim());
  return first !== '' && others.length > 0 && others.every((gap) => gap === first);
}
