/** `governance policy explain`: why each rule did or did not fire, down to the first operand that was false. */
import { explain } from '../governance/explain.ts';
import { reasonOf } from '../governance/reason.ts';
import { listHelp, wantsHelp } from './help.ts';
import { type Io, exitStatus } from './io.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import { placeExplanation, writeExplanation } from './policy-explanation.ts';
import { givenFlags, givenHelp, readGiven } from './policy-given.ts';
import { findPolicies, openPolicies } from './policy-open.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance policy explain FILE|- [options]

Judges a plain text, or the body of a request in any dialect the gateway
proxies, and tells of every rule each part of its condition with its value and
place, what was found where, and why it did not fire. The text itself is never
repeated. Models from outside are not asked: rules that need one are said to
have failed; the gateway itself, at POST /v1/policies/explain, does ask them.

Exit status: 0 whatever the ruling, 1 what is given or the policies cannot be
read, 2 wrong usage.

${listHelp([
  ...givenHelp,
  ['--all', 'those policies too in which nothing fired or was found'],
  ['--json', 'the whole explanation as JSON'],
])}
${describeConfigFlags(['config', 'policies'])}`;

const flags = {
  ...givenFlags,
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function policyExplain(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return exitStatus.fine;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  const [operand] = positionals;
  refuseOperands(positionals, 1);
  if (operand === undefined) throw refuseUsage('expected a file, or `-` for standard input');
  const call = readGiven(operand, values, io);
  const { directory, outside } = findPolicies(undefined, configFlags, io);
  const open = await openPolicies(directory, outside);
  // A stand-in for the gateway's own key: what a hash comes to is not explained.
  const explanation = explain(open.bundle, call, { hash: () => 'hash' });
  const placed = placeExplanation(explanation, call, open);
  if (values.json) {
    const { ruling } = explanation;
    const head = { action: ruling.action, reason: reasonOf(ruling), dialect: call.dialect };
    io.out(`${JSON.stringify({ ...head, ...placed }, undefined, 2)}\n`);
  } else {
    const shown = reasonOf(explanation.ruling);
    io.out(
      `${writeFormat(call.dialect, values.route)}${shown}\n${writeExplanation(placed, values.all)}`,
    );
  }
  return exitStatus.fine;
}

/** Several formats look alike; a policy may be about one of them only. */
function writeFormat(dialect: string, route: string | undefined): string {
  if (dialect === 'governance' || route !== undefined) return '';
  return `read as ${dialect}; give --route where it is sent elsewhere\n`;
}
