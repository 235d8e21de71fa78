/** What a call may use is set aside before it is judged, and what it used is told when it ends. */
import type { Actor, TerminalEvent } from '../governance/event.ts';
import type { Part } from '../governance/interaction.ts';
import type { Reservation, Usage } from '../governance/spending.ts';
import type { ProxyOptions } from './house.ts';
import type { Received } from './received.ts';
import type { Story } from './story.ts';

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

/** Whoever leaves while a provider is at work has had it read the request all the same. */
export function spentUnseen(story: Story): Pick<TerminalEvent, 'spent'> {
  return story.sent === undefined ? {} : spentOn(story, { input: 0, output: 0 }, 0, false);
}

/** UTF-8 bytes of what a model reads or writes. */
export function bytesOf(parts: readonly Part[]): number {
  let bytes = 0;
  for (const { kind, text } of parts) if (kind !== 'metadata') bytes += Buffer.byteLength(text);
  return bytes;
}
