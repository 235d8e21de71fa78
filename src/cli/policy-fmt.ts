/** `governance policy fmt`: brings policy files into the canonical layout, or says which are not in it. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { layOutPolicy } from '../config/policy-layout.ts';
import { readPolicyFiles } from '../config/policy-files.ts';
import { usualPolicyLimits } from '../config/yaml-source.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments } from './options.ts';
import { findPolicies } from './policy-open.ts';
import { Refusal } from './refusal.ts';
import { showPath } from './shown-path.ts';

const usage = `usage: governance policy fmt [FILE|DIRECTORY]... [--check]

Writes policy files in the canonical layout, which prettier leaves as it is at a
width of 100 with single quotes; comments and meaning stay. Tells the files that
it changed.
Exit status: 0 fine, 1 a file cannot be read or laid out (with --check: or is
laid out otherwise).

  --check  write nothing
  --json   one JSON object a line: the file, and the error where there is one

${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  check: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function policyFmt(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const named = positionals.length > 0 ? positionals.map((path) => resolve(io.cwd, path)) : [];
  const roots = named.length > 0 ? named : [findPolicies(undefined, configFlags, io).directory];
  let [changed, faulty] = [0, 0];
  for (const path of (await Promise.all(roots.map((root) => listFiles(root, io)))).flat()) {
    const file = showPath(io.cwd, path);
    const layout = layOutFile(path);
    if ('message' in layout) {
      faulty += 1;
      const { line, column, message } = layout;
      if (values.json) io.out(`${JSON.stringify({ file, line, column, error: message })}\n`);
      else io.error(`${file}:${line}:${column}: error: ${message}\n`);
    } else if (layout.changed) {
      changed += 1;
      io.out(values.json ? `${JSON.stringify({ file })}\n` : `${file}\n`);
      if (!values.check) replaceFile(path, layout.text);
    }
  }
  return faulty > 0 || (values.check && changed > 0) ? exitStatus.bad : exitStatus.fine;
}

type FileLayout = Fault | { readonly text: string; readonly changed: boolean };
type Fault = { readonly line: number; readonly column: number; readonly message: string };

function layOutFile(path: string): FileLayout {
  const bytes = readFileSync(path);
  const source = bytes.toString('utf8');
  // What was no UTF-8 would be lost in writing it back.
  if (!Buffer.from(source, 'utf8').equals(bytes))
    return { line: 1, column: 1, message: 'expected UTF-8' };
  const layout = layOutPolicy(source);
  return 'message' in layout ? layout : { text: layout.text, changed: layout.text !== source };
}

async function listFiles(path: string, io: Io): Promise<readonly string[]> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new Refusal(
      exitStatus.bad,
      `there is no file or directory \`${showPath(io.cwd, path)}\``,
    );
  if (!stat.isDirectory()) return [path];
  const read = await readPolicyFiles(path, usualPolicyLimits);
  if (read.ok) return read.files.map(({ name }) => resolve(path, name));
  const faults = read.faults.map(({ name, message }) => `${resolve(path, name)}: ${message}`);
  throw new Refusal(exitStatus.bad, faults.join('\n'));
}

/** In one step, so that a gateway that watches the directory never reads half a file. */
function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`;
  writeFileSync(beside, text, { mode: statSync(path).mode & 0o777 });
  renameSync(beside, path);
}
