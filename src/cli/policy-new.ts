/** `governance policy new`: a policy to begin with, which loads, passes its tests and enforces nothing yet. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readPolicyDirectory } from '../config/yaml-source.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, readSettings, refuseOperands } from './options.ts';
import { Refusal, refuseUsage } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance policy new ID [--title TEXT] [--owner NAME] [--print]

Writes ID.yaml into the policy directory: a policy in shadow mode, with tests,
to change at will.
Exit status: 0 written, 1 a policy of this id is there already or it cannot be
written, 2 wrong usage.

  --title TEXT  what the policy is for, in a sentence
  --owner NAME  who answers for it
  --print       print it instead

${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  title: { type: 'string' },
  owner: { type: 'string' },
  print: { type: 'boolean', default: false },
} as const;

export async function policyNew(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const [id] = positionals;
  refuseOperands(positionals, 1);
  if (id === undefined) throw refuseUsage('expected the id of the new policy');
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,62}$/.test(id))
    throw refuseUsage('expected an id of letters, digits, `_` and `-` that starts with a letter');
  checkSentence('--title', values.title);
  checkSentence('--owner', values.owner);
  const text = writeTemplate(id, values.title ?? 'Say here what this policy is for', values.owner);
  if (values.print) {
    io.out(text);
    return exitStatus.fine;
  }
  const directory = readSettings(configFlags, io).policies;
  const path = join(directory, `${id}.yaml`);
  const shown = showPath(io.cwd, path);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Refusal(exitStatus.bad, `there is no directory \`${showPath(io.cwd, directory)}\``);
  if (existsSync(path)) throw new Refusal(exitStatus.bad, `\`${shown}\` is there already`);
  await refuseTaken(directory, id);
  writeFileSync(path, text, { flag: 'wx' });
  io.out(`${shown}\n`);
  return exitStatus.fine;
}

function checkSentence(flag: string, text: string | undefined): void {
  if (text === undefined) return;
  const length = text.trim().length;
  if (length < 1 || length > 500 || /[^\s\P{Cc}]/u.test(text))
    throw refuseUsage(`${flag}: expected a sentence of 1 to 500 characters`);
}

/** Two policies of one id are none: a gateway that runs would refuse the whole directory. */
async function refuseTaken(directory: string, id: string): Promise<void> {
  const read = await readPolicyDirectory(directory);
  // What is wrong with what is there is for `policy lint` to tell.
  if (!read.ok) return;
  const other = read.bundle.sources.find(
    ({ value }) => named.safeParse(value).data?.metadata.id === id,
  );
  if (other !== undefined)
    throw new Refusal(exitStatus.bad, `the policy \`${id}\` stands in \`${other.file}\` already`);
}

const named = z.object({ metadata: z.object({ id: z.string() }) });

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
