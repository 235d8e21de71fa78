/** `governance policy fmt`: brings policy files into the canonical layout, or says which are not in it. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { layOutPolicy } from '../config/policy-layout.ts';
import { readPolicyFiles } from '../config/policy-files.ts';
import { usualPolicyLimits } from '../config/yaml-source.ts';
import { wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments } from './options.ts';
import { findPolicies } from './policy-open.ts';
import { Refusal } from './refusal.ts';

const usage = `usage: governance policy fmt [FILE|DIRECTORY]... [--check]

Writes policy files in the canonical layout; comments and meaning stay.

  --check  write nothing; exit with 1 where a file is laid out otherwise

${describeConfigFlags()}`;

const flags = { check: { type: 'boolean', default: false } } as const;

export async function policyFmt(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const named = positionals.length > 0 ? positionals.map((path) => resolve(io.cwd, path)) : [];
  const roots = named.length > 0 ? named : [findPolicies(undefined, configFlags, io).directory];
  let changed = 0;
  let faulty = 0;
  for (const path of (await Promise.all(roots.map(listFiles))).flat()) {
    const shown = relative(io.cwd, path);
    const source = readFileSync(path, 'utf8');
    const layout = layOutPolicy(source);
    if ('message' in layout) {
      io.error(`${shown}:${layout.line}:${layout.column}: error: ${layout.message}\n`);
      faulty += 1;
    } else if (layout.text !== source) {
      changed += 1;
      io.out(`${shown}\n`);
      if (!values.check) replaceFile(path, layout.text);
    }
  }
  return faulty > 0 || (values.check && changed > 0) ? exitStatus.bad : exitStatus.fine;
}

async function listFiles(path: string): Promise<readonly string[]> {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
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
