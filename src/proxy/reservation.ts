/** What a call may use is set aside before it is judged, and what it used is told when it ends. */
import type { GatewayError } from '../errors.ts';
import type { Actor, TerminalEvent } from '../governance/event.ts';
import type { Part } from '../governance/interaction.ts';
import type { Reservation, Spent, Usage } from '../governance/spending.ts';
import { ClientLeft } from './client-left.ts';
import { kindOfError } from './failure.ts';
import type { ProxyOptions } from './house.ts';
import type { Received } from './received.ts';
import type { Sent, Story } from './story.ts';

export type SetAside = {
  readonly received: Received;
  /** Undefined where nothing is kept count of, or where the call uses nothing of a model. */
  readonly reservation: Reservation | undefined;
};

/** Throws GatewayError where a budget has no room; what was let in on less than is known at other times says so. */
export async function setAside(house: ProxyOptions, received: Received): Promise<SetAside> {
  const { passage, asked, told } = received;
  if (house.reserve === undefined || passage.route.dialect.free === true)
    return { received, reservation: undefined };
  const { id: key, team } = passage.caller;
  const reservation = await house.reserve({
    key,
    team,
    models: [asked.model, ...(asked.furtherModels ?? [])],
    textBytes: bytesOf(asked.parts),
    attachments: asked.unjudged.length,
    outputTokensMax: asked.outputTokensMax,
    choices: asked.choices ?? 1,
  });
  if (!reservation.degraded) return { received, reservation };
  return {
    received: { ...received, told: { ...told, actor: asDegraded(told.actor) } },
    reservation,
  };
}

export function asDegraded(actor: Actor): Actor {
  return { ...actor, degraded: [...(actor.degraded ?? []), 'budgets' as const].sort() };
}

/** What an exchange used in the end, for its entry. */
export function spentOn(
  { reservation }: Story,
  usage: Usage,
  textBytes: number,
  whole: boolean,
): Pick<TerminalEvent, 'spent'> {
  return reservation === undefined
    ? {}
    : { spent: reservation.toSpent({ usage, textBytes, whole }) };
}

/**
 * Of an answer of which nothing could be read: a provider that was at work on it has had to read the request all the same.
 * One that was not reached, broke off before it answered or answered with an error has used nothing.
 */
export function spentUnseen(story: Story, error: GatewayError): Pick<TerminalEvent, 'spent'> {
  if (story.sent === undefined || !wasAtWork(story.sent, error)) return {};
  return spentOn(story, { input: 0, output: 0 }, 0, false);
}

function wasAtWork({ answering }: Sent, error: GatewayError): boolean {
  if (answering !== undefined) return answering;
  // Nobody waited any longer: the caller, or the gateway for either of them.
  const left = error instanceof ClientLeft || error.code === 'not_ready';
  return left || kindOfError(error) === 'timeout';
}

/** What all attempts of an exchange used; undefined where none did. */
export function sumSpent(earlier: readonly Spent[], last?: Spent): Spent | undefined {
  const all = last === undefined ? earlier : [...earlier, last];
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return first;
  const sum = (figure: 'input' | 'cached' | 'output'): number =>
    all.reduce((total, spent) => total + spent[figure], 0);
  const estimated = all.some((spent) => spent.estimated);
  return { input: sum('input'), cached: sum('cached'), output: sum('output'), estimated };
}

/** UTF-8 bytes of what a model reads or writes. */
export function bytesOf(parts: readonly Part[]): number {
  let bytes = 0;
  for (const { kind, text } of parts) if (kind !== 'metadata') bytes += Buffer.byteLength(text);
  return bytes;
}
