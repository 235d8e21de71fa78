/** What a caller is told about a block: which rule, about which part, and how to go on; never what was matched. */
import type { Ruling } from '../governance/decision.ts';
import { pathOf, type Interaction } from '../governance/interaction.ts';

export type BlockNotice = {
  readonly message: string;
  /** The first part that the rule fired on: `messages[3].content`. */
  readonly param: string | undefined;
};

export function writeNotice(ruling: Ruling, interaction: Interaction, entry: string): BlockNotice {
  const { decisive } = ruling;
  const at = interaction.parts[decisive?.parts[0] ?? -1]?.at;
  const param = at === undefined ? undefined : pathOf(at);
  const who = decisive === undefined ? 'a policy' : `policy \`${decisive.policy}\``;
  const rule = decisive === undefined ? '' : `, rule \`${decisive.rule}\``;
  const side = interaction.stage === 'request' ? 'request' : 'answer';
  const where = param === undefined ? `the ${side}` : `\`${param}\` of the ${side}`;
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
