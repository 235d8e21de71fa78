/** What all ways to end have in common: whose call it was, what came back, and what the client is told beside it. */
import { isFull } from '../governance/coverage.ts';
import { strongest, type Ruling } from '../governance/decision.ts';
import type { Content, Coverage, TerminalEvent } from '../governance/event.ts';
import type { Interaction } from '../governance/interaction.ts';
import type { WholeAnswer } from './answer.ts';
import type { Inbound } from './crossing.ts';
import { noFacts, type AnswerFacts, type Notice } from './dialects/dialect.ts';
import { KeptCopy } from './kept-copy.ts';
import { maskRedacted } from './redaction.ts';
import { type Steps, toBytes } from './steps.ts';
import type { Story } from './story.ts';
import { readJudgedHeaders, veilFacts } from './told-facts.ts';
import { upstreamId } from './wire-headers.ts';

/** What came back from the upstream. */
export type Came = {
  readonly answer: WholeAnswer;
  readonly interaction: Interaction;
  readonly headers: Inbound['headers'];
  /** Of a stream that was stopped on its way: about how much text had come. */
  readonly textBytes?: number;
};

/** How many characters of each text of a stream are held back, or `whole`. */
export const holdHeader = 'x-governance-hold-back';

/** Why an answer that went as a whole was none, in words for the record; undefined where it was one. */
export function whyFailed(status: number, { failed }: AnswerFacts): string | undefined {
  if (status >= 400) return `the upstream answered with the status ${status}`;
  return failed === true ? 'the upstream said in its stream that it failed' : undefined;
}

type Terminal = Omit<TerminalEvent, 'type' | 'outcome' | 'contents'>;

export function toTerminal(story: Story, status: number, bytesOut: number): Terminal {
  const { told, bytesIn, passage } = story.received;
  return {
    ...told,
    status,
    bytesIn,
    bytesOut,
    elapsedUs: Number((process.hrtime.bigint() - passage.startedNs) / 1000n),
  };
}

/** So that the end alone says what became of the call: of the answer there may be nothing to say. */
export function onRequestOf({ ruling, coverage }: Story): Pick<TerminalEvent, 'onRequest'> {
  const { fired, findings, failures } = ruling;
  const seen = fired.length + findings.length + failures.length > 0;
  return seen || !isFull(coverage) ? { onRequest: { ruling, coverage } } : {};
}

/** `ruling`: on the answer, or undefined where nothing of it was judged. */
export function answerOf(
  came:
    | {
        readonly facts: AnswerFacts;
        readonly headers: Inbound['headers'];
        readonly interaction: Interaction;
      }
    | undefined,
  ruling: Ruling | undefined,
): Pick<TerminalEvent, 'answer'> {
  if (came === undefined) return {};
  const { headers, interaction } = came;
  // What was not judged is not repeated.
  const { usage } = came.facts;
  const facts = ruling ? veilFacts(came.facts, ruling, interaction) : { ...noFacts, usage };
  const upstreamRequestId =
    (ruling && readJudgedHeaders(headers, ruling, interaction)[upstreamId]) ?? '';
  return {
    answer: { model: facts.model, upstreamRequestId, finish: facts.finish, usage: facts.usage },
  };
}

/** Kept apart from what was received only where a redaction made the two differ. */
export function forwardedOf({ received, ruling, sent }: Story): { readonly forwarded?: Content } {
  const { json, interaction, passage } = received;
  if (sent?.changed === undefined || json === undefined) return {};
  const { drop } = passage.route.dialect;
  const mask = (): Steps<Buffer> => toBytes(maskRedacted(json, interaction.parts, ruling, drop));
  return { forwarded: new KeptCopy(sent.changed, mask) };
}

export function toContent(raw: Buffer, redacted: () => Buffer = () => raw): Content {
  return { raw, redacted };
}

export function governanceHeaders(
  story: Story,
  verdict: Ruling,
  coverage: Coverage,
): Record<string, string> {
  const full = isFull(coverage) && isFull(story.coverage);
  const budget = story.reservation?.header;
  return {
    ...(budget !== undefined && { 'x-governance-budget': budget }),
    'x-governance-decision': strongest(story.ruling.action, verdict.action),
    'x-governance-policy-version': verdict.policyVersion,
    'x-governance-entry': story.entry,
    'x-governance-coverage': full ? 'full' : 'partial',
  };
}

export function toNotice({ received, house }: Story, message: string): Notice {
  return {
    message,
    model: received.asked.model,
    id: received.told.exchange.replaceAll('-', ''),
    at: house.now(),
    ...(received.asked.structured && { structured: true }),
  };
}
