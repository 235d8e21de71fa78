/** `governance policy new`: a policy to begin with, which loads, passes its tests and enforces nothing yet. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance policy new ID [--title TEXT] [--owner NAME] [--print]

Writes ID.yaml into the policy directory: a policy in shadow mode, with tests,
to change at will.
Exit status: 0 written, 1 it is there already or cannot be written, 2 wrong
usage.

  --title TEXT  what the policy is for, in a sentence
  --owner NAME  who answers for it
  --print       print it instead

${describeConfigFlags()}`;

const flags = {
  title: { type: 'string' },
  owner: { type: 'string' },
  print: { type: 'boolean', default: false },
} as const;

export function policyNew(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return Promise.resolve(exitStatus.fine);
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const [id] = positionals;
  refuseOperands(positionals, 1);
  if (id === undefined) throw refuseUsage('expected the id of the new policy');
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(id))
    throw refuseUsage('expected an id of letters, digits, `_` and `-` that starts with a letter');
  const text = writeTemplate(id, values.title ?? 'Say here what this policy is for', values.owner);
  if (values.print) {
    io.out(text);
    return Promise.resolve(exitStatus.fine);
  }
  const path = join(readSettings(configFlags, io).policies, `${id}.yaml`);
  const shown = showPath(io.cwd, path);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(
      exitStatus.bad,
      `there is no directory \`${showPath(io.cwd, dirname(path))}\``,
    );
  if (existsSync(path)) throw new Refusal(exitStatus.bad, `\`${shown}\` is there already`);
  writeFileSync(path, text, { flag: 'wx' });
  io.out(`${shown}\n`);
  return Promise.resolve(exitStatus.fine);
}

/** One line, whatever it holds. */
function quote(text: string): string {
  return `'${text.replace(/\s+/g, ' ').replaceAll("'", "''")}'`;
}

function writeTemplate(id: string, title: string, owner: string | undefined): string {
  return `# yaml-language-server: $schema=../policy.schema.json
apiVersion: governance/v1
kind: Policy
metadata:
  id: ${id}
  title: ${quote(title)}
  owner: ${quote(owner ?? 'Say here who answers for it')}
  severity: medium
  status: experimental
spec:
  # Judged and recorded, never enforced, until this says \`enforce\`.
  mode: shadow
  stages: [request]
  # What becomes of a call for which a check cannot run.
  onError: block
  patterns:
    project: { keywords: [Project Example], ignoreCase: true, wholeWord: true }
  rules:
    - id: project-named
      when: hit("project")
      action: block
      message: An internal project is named. Describe it without its name.
tests:
  - name: the project's name is found whatever its case
    given: { text: 'summarise the plan of project example' }
    expect: { action: block, rules: [project-named] }
  - name: an ordinary question is fine
    given: { text: 'give me an example of a project plan' }
    expect: { action: allow, rules: [] }
`;
}
