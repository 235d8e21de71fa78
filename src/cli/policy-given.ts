/** What `policy explain` and its like are given: a text or a request, and who would have sent it. */
import { isUtf8 } from 'node:buffer';
import type { ParseArgsConfig } from 'node:util';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { GatewayError } from '../errors.ts';
import {
  type Caller,
  type Interaction,
  type PartKind,
  type Stage,
  partKinds,
  stages,
} from '../governance/interaction.ts';
import { limitsSchema } from '../config/limits.ts';
import { whyUnread } from '../config/unread.ts';
import { readKeyId } from '../keys/key.ts';
import { suggestion } from '../governance/policy/suggest.ts';
import { toInteraction } from '../governance/policy/trial.ts';
import { listSpecimenRoutes, readSpecimen, toRequestInteraction } from '../proxy/specimen.ts';
import { type Io, exitStatus } from './io.ts';
import { Refusal, refuseUsage } from './refusal.ts';
import { showPath } from './shown-path.ts';

export const givenFlags = {
  text: { type: 'boolean', default: false },
  route: { type: 'string' },
  stage: { type: 'string', default: 'request' },
  part: { type: 'string' },
  model: { type: 'string', default: '' },
  upstream: { type: 'string', default: '' },
  owner: { type: 'string', default: '' },
  team: { type: 'string', default: '' },
  env: { type: 'string', default: '' },
  'key-id': { type: 'string', default: '' },
  'key-tags': { type: 'string', default: '' },
  at: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

export const givenHelp: readonly (readonly [string, string])[] = [
  ['--text', 'it is plain text, though it may look like a request'],
  ['--route PATH', 'the request was sent there, as in /v1/messages; else its format is found out'],
  ['--stage NAME', 'of a plain text: request or response (default: request)'],
  ['--part KIND', 'of a plain text: user, system, tool_result … (default: user, or assistant)'],
  ['--model NAME', 'the model that is called, where the request does not name it'],
  ['--upstream NAME', 'where the call would go'],
  ['--owner, --team, --env', 'what the key of the caller says'],
  ['--key-id ID', 'the id of that key, as `governance keys list` shows it'],
  ['--key-tags A,B', 'its tags'],
  ['--at TIME', 'when, as in 2027-01-31T12:00:00Z (default: now)'],
];

export type GivenValues = {
  readonly text: boolean;
  readonly route?: string;
  readonly stage: string;
  readonly part?: string;
  readonly model: string;
  readonly upstream: string;
  readonly owner: string;
  readonly team: string;
  readonly env: string;
  readonly 'key-id': string;
  readonly 'key-tags': string;
  readonly at?: string;
};

const jsonLimits = limitsSchema.parse(undefined);

/** `operand` is a file, or `-` for standard input. */
export function readGiven(operand: string, values: GivenValues, io: Io): Interaction {
  const source = readSource(operand, io);
  return toCall(source, values);
}

export function readSource(operand: string, io: Io): string {
  const path = operand === '-' ? 0 : resolve(io.cwd, operand);
  const shown = operand === '-' ? 'standard input' : `\`${showPath(io.cwd, String(path))}\``;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new Refusal(exitStatus.bad, `${shown} cannot be read: ${whyUnread(cause)}`);
  }
  // Signs in the place of what cannot be read would hide what stands there from every rule.
  if (!isUtf8(bytes)) throw new Refusal(exitStatus.bad, `${shown} is not UTF-8; save it as UTF-8`);
  return bytes.toString('utf8');
}

/** A JSON object is taken for a request, unless it is said to be text. */
export function toCall(source: string, values: GivenValues): Interaction {
  const { stage, part } = checkWords(values);
  const at = readTime(values.at);
  const { upstream } = values;
  const caller = readCaller(values);
  const isRequest =
    values.route !== undefined || (!values.text && values.stage === 'request' && isObject(source));
  if (!isRequest) {
    const kind = part ?? (stage === 'request' ? 'user' : 'assistant');
    const { model } = values;
    const call = toInteraction({ text: source, part: kind, stage, model, upstream });
    // As in a call that is proxied: its tags are those of its key.
    return { ...call, dialect: 'governance', key: caller, tags: caller.tags, at };
  }
  try {
    const { route, model } = values;
    const specimen = readSpecimen(source, jsonLimits, { ...(route && { route }), model });
    return toRequestInteraction(specimen, { upstream, caller, at });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.code === 'not_found')
      throw refuseUsage(`--route: ${error.message}; routes are ${listSpecimenRoutes().join(', ')}`);
    throw new Refusal(exitStatus.bad, `${error.message}; for plain text give --text`);
  }
}

function readCaller(values: GivenValues): Caller {
  const { owner, team, env, 'key-id': id, 'key-tags': given } = values;
  // What the shell has seen of it already is not repeated.
  if (readKeyId(id) !== undefined)
    throw refuseUsage('--key-id: expected the id of a key, the middle of `ggw_ID_…`, got a key');
  const tags = given === '' ? [] : given.split(',').map((tag) => tag.trim());
  if (tags.includes(''))
    throw refuseUsage(`--key-tags: expected tags such as \`batch,internal\`, got \`${given}\``);
  return { id, owner, team, env, tags };
}

function isObject(source: string): boolean {
  return /^\s*\{[^]*\}\s*$/.test(source);
}

function checkWords({ stage, part }: GivenValues): {
  readonly stage: Stage;
  readonly part: PartKind | undefined;
} {
  const knownStage = stages.find((each) => each === stage);
  if (knownStage === undefined)
    throw refuseUsage(`--stage: \`${stage}\` is no stage; there are ${stages.join(' and ')}`);
  const knownPart = partKinds.find((each) => each === part);
  if (part !== undefined && knownPart === undefined)
    throw refuseUsage(`--part: \`${part}\` is no kind of part${suggestion(part, partKinds)}`);
  return { stage: knownStage, part: knownPart };
}

function readTime(text: string | undefined): number {
  if (text === undefined) return Date.now();
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw refuseUsage(`--at: expected a time such as 2027-01-31T12:00:00Z`);
  return at;
}
