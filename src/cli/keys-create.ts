/** `governance keys create`: makes a key for somebody. */
import { profileSchema } from '../keys/record.ts';
import { scopes } from '../governance/scope.ts';
import { readRate, readSpanMs } from '../keys/term.ts';
import type { Io } from './io.ts';
import { readChanger, showIssued, withKeys } from './keys-open.ts';
import { wantsHelp } from './help.ts';
import { describeConfigFlags, readArguments, refuseOperands } from './options.ts';
import { refuseUsage } from './refusal.ts';

const usage = `usage: governance keys create --owner NAME [options]

Makes a key and shows it this once; only its SHA-256 is kept.

  --owner NAME         whom it belongs to
  --team NAME          the owner's team
  --env NAME           where it is used, such as prod; policies can match it
  --tags A,B           words that policies can match
  --scopes A,B         ${scopes.join(', ')}
                       (default: govern,proxy)
  --models A,B         patterns of models it may ask for (default: any)
  --upstreams A,B      patterns of upstreams it may use (default: any)
  --rate COUNT/UNIT    requests per s, m, h or d, such as 60/m (default: as
                       configured)
  --expires SPAN       its life, such as 12h or 90d (default: no end)
  --json               print id, key and the rest as JSON

${describeConfigFlags(['config', 'data'])}`;

const text = { type: 'string' } as const;
const flags = {
  owner: text,
  team: text,
  env: text,
  tags: text,
  scopes: text,
  models: text,
  upstreams: text,
  rate: text,
  expires: text,
  json: { type: 'boolean', default: false },
} as const;

type Given = Readonly<Partial<Record<Exclude<keyof typeof flags, 'json'>, string>>>;

export async function keysCreate(args: readonly string[], io: Io): Promise<number> {
  if (wantsHelp(args)) {
    io.out(usage);
    return 0;
  }
  const { values, positionals, configFlags } = readArguments(args, flags);
  refuseOperands(positionals);
  const profile = readProfile(values);
  const lifeMs = values.expires === undefined ? undefined : readLife(values.expires);
  return withKeys(configFlags, io, async (keys) => {
    showIssued(await keys.create(profile, lifeMs, readChanger()), values.json, io);
    return 0;
  });
}

function readProfile(given: Given) {
  if (given.owner === undefined) throw refuseUsage('--owner: expected the name of an owner');
  const list = (value: string | undefined) =>
    value === undefined ? undefined : value.split(',').map((item) => item.trim());
  const parsed = profileSchema.safeParse({
    owner: given.owner,
    team: given.team,
    env: given.env,
    tags: list(given.tags),
    scopes: list(given.scopes) ?? ['govern', 'proxy'],
    models: list(given.models),
    upstreams: list(given.upstreams),
    rate: given.rate === undefined ? undefined : readLimit(given.rate),
  });
  if (parsed.success) return parsed.data;
  throw refuseUsage(parsed.error.issues.map(describeIssue).join('\n'));
}

function describeIssue(issue: { readonly path: readonly PropertyKey[] }): string {
  const [field = ''] = issue.path.map(String);
  const expected =
    field === 'scopes'
      ? `one or more of ${scopes.join(', ')}`
      : 'text without control characters that is neither empty nor too long';
  return `--${field}: expected ${expected}`;
}

function readLimit(given: string): { readonly count: number; readonly windowMs: number } {
  const rate = readRate(given);
  if (rate === undefined)
    throw refuseUsage(`--rate: expected a rate such as \`60/m\`, got \`${given}\``);
  return rate;
}

function readLife(given: string): number {
  const span = readSpanMs(given);
  if (span === undefined)
    throw refuseUsage(`--expires: expected a span such as \`90d\`, got \`${given}\``);
  return span;
}
