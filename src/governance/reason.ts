/** Words a ruling for people: what was found, under which rule, and what to do; never the value itself. */
import type { Firing, Ruling } from './decision.ts';

export function reasonOf(ruling: Ruling): string {
  const { decisive } = ruling;
  if (decisive === undefined) return 'No rule of the policies in force was violated.';
  const seen = categoriesOf(ruling, decisive);
  const what = seen.length === 0 ? '' : `found ${seen.join(', ')}; `;
  const rule = `rule \`${decisive.rule}\` of policy \`${decisive.policy}\``;
  if (decisive.failed) {
    return `${verbs[ruling.action]}: a check that ${rule} needs could not run, and what was not checked does not pass. Try again or ask the policy's owner.`;
  }
  return `${verbs[ruling.action]}: ${what}${rule} applies. ${toSentence(decisive.message)}`;
}

const verbs = {
  allow: 'Allowed',
  flag: 'Allowed and flagged',
  redact: 'Not approved as it stands, a redacted copy is',
  block: 'Blocked',
} as const;

const categoriesMax = 5;

function categoriesOf(ruling: Ruling, decisive: Firing): readonly string[] {
  const by = `${decisive.policy}/${decisive.rule}`;
  const own = ruling.findings.filter((finding) => finding.rule === by);
  const names = [...new Set(own.map((finding) => `\`${finding.category}\``))];
  const more = names.length - categoriesMax;
  return more > 0 ? [...names.slice(0, categoriesMax), `${more} more`] : names;
}

function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
