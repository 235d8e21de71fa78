/** What a caller is told about a block: which rule, about which part, and how to go on; never what was matched. */
import type { Ruling } from '../governance/decision.ts';
import type { Finding } from '../governance/finding.ts';
import { pathOf, type Interaction, type Part, type Step } from '../governance/interaction.ts';

export type BlockNotice = {
  readonly message: string;
  /** The first part that the rule fired on: `messages[3].content`. */
  readonly param: string | undefined;
};

export function writeNotice(ruling: Ruling, interaction: Interaction, entry: string): BlockNotice {
  const { decisive } = ruling;
  const at = interaction.parts[decisive?.parts[0] ?? -1]?.at;
  const param = at === undefined ? undefined : pathOf(hide(at, ruling, interaction));
  const who = decisive === undefined ? 'a policy' : `policy \`${decisive.policy}\``;
  const rule = decisive === undefined ? '' : `, rule \`${decisive.rule}\``;
  const side = interaction.stage === 'request' ? 'request' : 'answer';
  const where = param === undefined || param === '' ? `the ${side}` : `\`${param}\` of the ${side}`;
  const said = decisive === undefined ? '' : ` ${decisive.message}`;
  const cure =
    interaction.stage === 'request'
      ? ` Change or remove that part, also where it stands in the history, and send the request again.`
      : '';
  return {
    message: `Blocked by ${who}${rule}: ${where}.${said}${tellUnread(ruling, interaction)}${cure} (entry ${entry})`,
    param: interaction.stage === 'request' ? param : undefined,
  };
}

/** As many places as a caller can use. */
const unreadMax = 3;

/** Where no text is to blame, what could not be read may be: a caller has to know where that stands. */
function tellUnread(ruling: Ruling, interaction: Interaction): string {
  const { unjudged } = interaction;
  if (ruling.decisive?.parts.length !== 0 || unjudged.length === 0) return '';
  const told = unjudged.slice(0, unreadMax).map(({ at, kind }) => {
    const path = pathOf(hide(at, ruling, interaction));
    return path === '' ? kind : `\`${path}\` (${kind})`;
  });
  const more = unjudged.length > unreadMax ? ` and ${unjudged.length - unreadMax} more` : '';
  return ` Not read: ${told.join(', ')}${more}.`;
}

/** Names as formats have them; a member's name that a caller or a model made up is part of the path, and may say anything. */
const plainName = /^[A-Za-z_]\w{0,31}$/;

/** What rules fired on, whose place may say it again. */
function hide(at: readonly Step[], ruling: Ruling, { parts }: Interaction): Step[] {
  const { fired, findings } = ruling;
  const firedOn = parts.filter((_, at) => fired.some((firing) => firing.parts.includes(at)));
  // Of a stream only short names are kept: any of these may be the one.
  const forgotten = firedOn.some(({ text, fixed }) => fixed && text === '');
  const longest = at.reduce<number>(
    (most, step) => (typeof step === 'string' ? Math.max(most, step.length) : most),
    0,
  );
  const values = valuesUpTo(longest, findings, parts);
  return at.map((step) => {
    if (typeof step === 'number') return step;
    if (forgotten || !plainName.test(step)) return '…';
    const told =
      firedOn.some(({ text }) => hasLine(text, step)) ||
      values.some((value) => step.includes(value));
    return told ? '…' : step;
  });
}

/** Longer ones stand in no name of the place; there may be hundreds of thousands. */
function valuesUpTo(
  length: number,
  findings: readonly Finding[],
  parts: readonly Part[],
): readonly string[] {
  const values = new Set<string>();
  for (const { spans } of findings)
    for (const { part, start, end } of spans)
      if (end - start <= length) values.add(parts[part]?.text.slice(start, end) ?? '');
  values.delete('');
  return [...values];
}

/** Whether one of its lines is this and nothing else; a long text has too many lines to list them. */
function hasLine(text: string, line: string): boolean {
  return (
    text === line ||
    text.startsWith(`${line}\n`) ||
    text.endsWith(`\n${line}`) ||
    text.includes(`\n${line}\n`)
  );
}
