/** `governance keys list`: who holds keys, what these may do and whether they still work. */
import type { KeyRecord } from '../keys/record.ts';
import { writeRate } from '../keys/term.ts';
import type { Io } from './io.ts';
import { describeKey, withKeys, writeTime } from './keys-open.ts';
import { wantsHelp } from './help.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';

const usage = `usage: governance keys list [--all] [--json]

Lists keys, oldest first; never the keys themselves.

  --all   with those that were revoked or have ended
  --json  one JSON object a line

${describeConfigFlags(['config', 'data'])}`;

const flags = {
  all: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

export async function keysList(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return 0;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  return withKeys(configFlags, io, async (keys) => {
    const now = Date.now();
    const all = await keys.list();
    const shown = values.all ? all : all.filter((record) => stateOf(record, now) === 'works');
    if (values.json) {
      for (const record of shown)
        io.out(
          `${JSON.stringify({ id: record.id, state: stateOf(record, now), ...describeKey(record) })}\n`,
        );
    } else io.out(drawTable([head, ...shown.map((record) => toCells(record, now))]));
    return 0;
  });
}

function stateOf({ revokedAt, expiresAt }: KeyRecord, now: number): 'works' | 'revoked' | 'ended' {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'ended' : 'works';
}

const head = ['ID', 'OWNER', 'TEAM', 'SCOPES', 'RATE', 'CREATED', 'ENDS', 'SEEN', 'STATE'];

function toCells(record: KeyRecord, now: number): string[] {
  const { owner, team, scopes, rate } = record.profile;
  return [
    record.id,
    owner,
    team,
    scopes.join(','),
    rate === undefined ? 'default' : writeRate(rate),
    ...[record.createdAt, record.expiresAt, record.lastSeenAt].map(
      (at) => writeTime(at)?.slice(0, 16).replace('T', ' ') ?? 'never',
    ),
    stateOf(record, now),
  ];
}

function drawTable(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
