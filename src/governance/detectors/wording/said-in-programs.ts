/** What program text says in words: comments, messages and prose beside it, without its statements and tables. */

/** Longer is no word of any language that sets spaces. */
const tokenMax = 40;
/** Fewer words in a row are names and keywords: `import sys`, `my $print`, `else return`. */
const runMin = 4;
/** Fewer lines without a sentence are an example in a question, and no program. */
const statementsMin = 8;

/** What opens a line of a comment, a quoted line, an item or a change. */
const mark = /^\s*(?:(?:\/\/+|\/?\*+|#+!?|--+|;+|%+|"{3}|'{3}|<!--|[>+|-]|rem\b|dnl\b)\s*)+/i;
const directive = /^\s*#\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error)\b/;
const plain = /^[("'“‘*_`[<]*\p{L}[\p{L}\p{M}’'-]*[.,:;!?)"'”’*_`\]>]*$/u;
const quoted = /^["'`(]+[^"'`]+["'`)]+[,;:)\]]*$/;
const number = /^\(?\d{1,4}[.,:;!?)]*$/;
/** Scripts that set no spaces: a sentence is one token. */
const wide = /[\u0e00-\uffff]/;
const ended = /[.!?]["')]*\s*$/;
const capital = /^\P{L}*\p{Lu}\p{Ll}/u;
const small =
  /^(?:all|any|your?|the|this|that|to|and|not|do|is|are|with|must|now|instead)\P{L}*$/iu;

type Line = {
  readonly said: string;
  /** Of its sentences; of a line without one, up to `runMin` of all. */
  readonly words: number;
  readonly comment: boolean;
  readonly statement: boolean;
};

const silent: Line = { said: '', words: 0, comment: false, statement: false };

// Invariant: whatever is put in a sentence stays, wherever in a program it stands.
/** The very text where it holds no program. */
export function withoutStatements(text: string): string {
  const lines = text.split('\n').map(readLine);
  const statements = lines.filter(({ statement }) => statement).length;
  if (statements < statementsMin) return text;
  const kept = lines.filter(({ words }, at) => words >= runMin || goesOn(lines, at));
  return kept.map(({ said }) => said).join('\n');
}

/** A short line is the end or the beginning of a sentence, or code: what is beside it tells. */
function goesOn(lines: readonly Line[], at: number): boolean {
  const { said, words, comment } = lines[at] ?? silent;
  if (said === '') return false;
  if (words > 1 && ended.test(said)) return true;
  return [lines[at - 1], lines[at + 1]].some(
    (one) => one !== undefined && one.words >= runMin && (one.comment || !comment),
  );
}

function readLine(line: string): Line {
  if (line.trim() === '') return silent;
  const bare = directive.test(line) ? line : line.replace(mark, '');
  const comment = bare.length < line.trimStart().length;
  if (wide.test(line)) return { said: bare, words: runMin, comment, statement: false };
  const tokens = bare.split(/\s+/).filter((token) => token !== '');
  const runs = runsOf(tokens);
  const sentences = runs.filter(isSentence);
  const words = sentences.reduce((sum, run) => sum + run.length, 0);
  const all = tokens.filter(isWord).length;
  const statement = words === 0 && (all === 0 || (runs.length > 1 && !comment));
  const whole = !statement && (comment || words * 2 >= tokens.length || runs.length === 1);
  const said = whole ? bare : sentences.map((run) => run.join(' ')).join('\n');
  const told = words > 0 ? Math.max(words, runMin) : Math.min(all, runMin - 1);
  return { said, words: told, comment, statement };
}

/** Words and numbers that stand side by side. */
function runsOf(tokens: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [[]];
  for (const token of tokens) {
    if (isWord(token) || number.test(token)) runs.at(-1)?.push(token);
    else runs.push([]);
  }
  return runs;
}

/** Names of things are put together of words as well, each with a capital. */
function isSentence(run: readonly string[]): boolean {
  const words = run.filter(isWord);
  if (words.length < runMin) return false;
  return (
    words.slice(1).some((word) => !capital.test(word)) || words.some((word) => small.test(word))
  );
}

function isWord(token: string): boolean {
  return token.length <= tokenMax && plain.test(token) && !quoted.test(token);
}
