/** What to paste into a policy after a false positive: an exemption that ends, and a test that keeps the mistake away. */
import { type Entry, rulingOf } from '../entry/entry.ts';

const lifeDays = 90;

/** Undefined where no rule decided. */
export function proposeException(entry: Entry, now: Date): string | undefined {
  const decided = rulingOf(entry)?.decided_by;
  if (decided === undefined) return undefined;
  const [policy = '', rule = ''] = decided.split('/');
  const expires = new Date(now.getTime() + lifeDays * 86_400_000).toISOString().slice(0, 10);
  const quote = (text: string): string => JSON.stringify(text);
  const owner = entry.actor?.owner ?? '';
  return [
    `# In the file of the policy ${policy}, under spec:`,
    'exemptions:',
    `  - rules: [${rule}]`,
    `    match: { key.owner: { eq: ${quote(owner)} } }`,
    '    owner: # who answers for it',
    `    reason: ${quote(`false positive, entry ${entry.id}`)}`,
    `    expires: ${expires}`,
    '',
    '# Under tests, with the text that was wrongly ruled:',
    'tests:',
    `  - name: ${quote(`entry ${entry.id} is no case for ${rule}`)}`,
    '    given: { text: "the text, without anything personal" }',
    '    expect: { action: allow, rules: [] }',
    '',
  ].join('\n');
}
