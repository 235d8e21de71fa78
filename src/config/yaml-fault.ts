/** What the YAML parser complains of, in words that somebody can act on who writes a policy and not a parser. */

export type Complaint = {
  readonly pos: readonly [number, number];
  readonly code: string;
  readonly message: string;
};

/** By the parser's codes; what is not listed is told in the parser's own words. */
const cures: Readonly<Record<string, string>> = {
  BAD_DQ_ESCAPE: 'in single quotes a backslash stands for itself',
  BLOCK_AS_IMPLICIT_KEY: 'a text with `: ` in it needs quotes around it',
  MULTIPLE_DOCS: 'this file holds several documents; write each in a file of its own',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'a text that begins with `!` needs quotes around it',
};

/** These say all there is to say. */
const whole = new Set(['MULTIPLE_DOCS', 'TAG_RESOLVE_FAILED']);

/** Of several complaints about one line the first is the cause, unless the tag of a `!` is what confused the parser. */
export function tellComplaints(
  complaints: readonly Complaint[],
  lineOf: (offset: number) => number,
): readonly Complaint[] {
  if (complaints.some(({ message }) => /call stack|stack overflow/i.test(message))) {
    const [first] = complaints;
    return [{ pos: first?.pos ?? [0, 0], code: '', message: 'this is nested too deep to be read' }];
  }
  const byLine = Map.groupBy(complaints, ({ pos }) => lineOf(pos[0]));
  return [...byLine.values()].flatMap((own) => {
    const cause = own.find(({ code }) => whole.has(code)) ?? own[0];
    return cause === undefined ? [] : [{ ...cause, message: word(cause) }];
  });
}

function word({ code, message }: Complaint): string {
  const cure = cures[code];
  if (cure !== undefined && whole.has(code)) return cure;
  const [first = ''] = message.split('\n');
  const sentence = `${first.charAt(0).toLowerCase()}${first.slice(1, charactersMax)}`;
  if (/unexpected scalar at node end/.test(sentence))
    return 'unexpected text; a text that begins with a quote ends at the next one, so put other quotes around it all';
  return cure === undefined ? sentence : `${sentence}; ${cure}`;
}

const charactersMax = 200;
