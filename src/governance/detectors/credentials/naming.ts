/** What a value is called: the name before it, in the ways in which programs, files and people give values to names. */

/** Characters looked back over. */
export const namesReach = 96;

/** What may stand against the value: quotes, brackets, the letter of a kind of string. */
const opening = '(?:\\\\?["\'`]|\\b[bBrRuUfFL]{1,2}["\'`]|@"|\\(|\\[|<!\\[CDATA\\[){0,3}';
/** From its first letter to its last: a name that goes on is no name, and need not be tried from each of its letters. */
const name = '(?<![A-Za-z])([A-Za-z][\\w.\\-]{0,63})(?![\\w.])';
const closing = '["\'`\\])]{0,4}';

/** How values are given, each behind what has to stand there for it to be worth a try. */
const ways: readonly (readonly [hint: RegExp, shape: RegExp])[] = [
  // `name = "…"`, `name: …`, `name := …`, `"name" => "…"`, `name ?= …`, `name(…`, `<name>…`, `name is …`
  [
    /[=|:>,(]|is|string/,
    /(?<![A-Za-z])([A-Za-z][\w.\-\][]{0,63})(?![\w\-\][])["'`\]]{0,3}\s{0,4}(?:(?::{1,3}=|=>|={1,3}|\|\||\?=|\+=|\.=|:|>|,|\(|\bis\b|\bstring\b)[\s"'`(\\]{0,6}(?:(?:[A-Za-z]{1,10}\s)?(?:=|=>)?\s{0,2})["'`(\\@]{0,3})$/,
  ],
  // The same with a letter before the quote: `name = b"…"`
  [/[=:,(]/, new RegExp(`${name}${closing}\\s{0,4}(?:=|:|,|\\()\\s{0,4}${opening}$`)],
  // `{"name": "TOKEN", "value": "…"}`, `<add key="TOKEN" value="…">`, `- name: TOKEN` over `value: …`
  [
    /val|default|content/i,
    new RegExp(
      `${name}["'\`]?[\\s,;]{1,12}["']?(?:value|val|default|content)["']?\\s{0,2}[:=]\\s{0,4}${opening}$`,
      'i',
    ),
  ],
  // `--token …`, `-H 'token: …'`
  [/-/, new RegExp(`(?:^|\\s)--?${name}[ =]\\s{0,2}${opening}$`)],
  // `ENV TOKEN …`, `#define TOKEN "…"`, `setx TOKEN "…"`
  [
    /ENV|ARG|#define|set|export/,
    new RegExp(
      `(?:^|\\n|\\s)(?:ENV|ARG|#define|setx?|setenv|export)\\s{1,3}${name}\\s{1,8}${opening}$`,
    ),
  ],
  // `the token you need is …`
  [
    /is:?\s{1,2}["'`]?$/,
    /\b((?:api[ -]?)?(?:key|token|secret|credential)s?)\b[^.!?\n"'=:]{1,24}\bis:?\s{1,2}["'`]?$/i,
  ],
  // `api key - …`, `token "…"`
  [/(?:[-–—]\s{1,2}|\s["'`])$/, new RegExp(`${name}\\s{0,2}(?:[-–—]\\s{1,2}|\\s["'\`])$`)],
];

/** Undefined where nothing gives the value a name. */
export function namesBefore(text: string, start: number): readonly string[] {
  const before = text.slice(Math.max(0, start - namesReach), start);
  const names: string[] = [];
  for (const [hint, shape] of ways) {
    const found = hint.test(before) ? shape.exec(before) : null;
    if (found?.[1] !== undefined) names.push(withWordBefore(before, found.index, found[1]));
  }
  return names;
}

/** `api key`, `client secret`: the word before belongs to the name. */
function withWordBefore(before: string, at: number, found: string): string {
  const word = /([A-Za-z]{2,14})[ _]$/.exec(before.slice(0, at))?.[1];
  return word === undefined || found.includes('_') ? found : `${word}_${found}`;
}
