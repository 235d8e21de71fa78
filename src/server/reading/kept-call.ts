/** What was kept of a recorded call, read once more as the interaction that was judged, in its own format. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import type { Caller, Interaction, PartKind, Stage } from '../../governance/interaction.ts';
import { readSpecimen, toAnswerInteraction } from '../../proxy/specimen.ts';
import { question, toCall } from '../routes/policy-explain.ts';

/** What an entry says of its call, as far as it takes part in the reading. */
export type CallEntry = {
  readonly call?: {
    readonly dialect?: string;
    readonly route?: string;
    readonly model?: string;
    readonly upstream?: string;
    readonly part?: PartKind;
    readonly stage?: Stage;
    readonly tags?: readonly string[];
  };
  readonly actor?: {
    readonly key?: string;
    readonly owner?: string;
    readonly team?: string;
    readonly env?: string;
    readonly tags?: readonly string[];
  };
};

// What was kept was within the limits when it came.
const unlimited = { jsonDepthMax: Infinity, jsonKeysMax: Infinity };
const governed = /^\/v1\/(?:validate|policy\/check)$/;

/** Undefined where what was kept was cut or masked so that it is no request any more. */
export function readKeptRequest(
  { call, actor }: CallEntry,
  text: string,
  now: number,
): Interaction | undefined {
  const { route = '', model = '', upstream = '', part, stage } = call ?? {};
  const key = toCaller(actor);
  return tryRead(() => {
    const asked = governed.test(route)
      ? { text, ...(part && { part }), ...(stage && { stage }) }
      : { request: JSON.parse(text) as unknown, route };
    const { tags = [] } = call ?? {};
    return toCall(question.parse({ ...asked, model, upstream, tags, key }), now);
  });
}

/** An answer is read by what was asked: the request tells its format and its tools. */
export function readKeptAnswer(
  { call, actor }: CallEntry,
  request: string,
  text: string,
  now: number,
): Interaction | undefined {
  const { route = '', model = '', upstream = '', dialect } = call ?? {};
  const caller = toCaller(actor);
  const read = tryRead(() => {
    const address = { route, model, ...(dialect && { dialect }) };
    const specimen = readSpecimen(request, unlimited, address);
    const answer = Buffer.from(text);
    return toAnswerInteraction(specimen, answer, { upstream, caller, at: now }, unlimited);
  });
  // An error, the gateway's own or an upstream's, is no answer that a model gave.
  return read?.parts.some(({ mapped }) => mapped) === true ? read : undefined;
}

/** All that a policy can ask of the key, so that it is about the same calls as when they came. */
function toCaller(actor: CallEntry['actor'] = {}): Caller {
  const { key: id = '', owner = '', team = '', env = '', tags = [] } = actor;
  return { id, owner, team, env, tags };
}

function tryRead(read: () => Interaction): Interaction | undefined {
  try {
    return read();
  } catch (error) {
    const unreadable = [GatewayError, SyntaxError, z.ZodError].some((one) => error instanceof one);
    if (unreadable) return undefined;
    throw error;
  }
}
