/** What a caller is told about a block: which rule, about which part, and how to go on; never what was matched. */
import type { Ruling } from '../governance/decision.ts';
import { pathOf, type Interaction, type Step } from '../governance/interaction.ts';

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
    message: `Blocked by ${who}${rule}: ${where}.${said}${cure} (entry ${entry})`,
    param: interaction.stage === 'request' ? param : undefined,
  };
}

/** Names as formats have them; a member's name that a caller or a model made up is part of the path, and may say anything. */
const plainName = /^[A-Za-z_]\w{0,31}$/;

/** What rules fired on, whose place may say it again. */
function hide(at: readonly Step[], { fired, findings }: Ruling, { parts }: Interaction): Step[] {
  const firedOn = fired.flatMap((firing) => parts.filter((_, at) => firing.parts.includes(at)));
  const names = firedOn.flatMap(({ text }) => text.split('\n'));
  // Of a stream only short names are kept: any of these may be the one.
  const forgotten = firedOn.some(({ text, fixed }) => fixed && text === '');
  const values = findings
    .flatMap(({ spans }) => spans)
    .map(({ part, start, end }) => parts[part]?.text.slice(start, end) ?? '')
    .filter((value) => value !== '');
  return at.map((step) => {
    if (typeof step === 'number') return step;
    const told = names.includes(step) || values.some((value) => step.includes(value));
    return told || forgotten || !plainName.test(step) ? '…' : step;
  });
}
