/** What the record tells of a call and of its answer by name, without what a rule found in the names themselves. */
import type { Ruling } from '../governance/decision.ts';
import type { Finding, Span } from '../governance/finding.ts';
import { hiddenOf } from '../governance/hidden.ts';
import type { Interaction, Part } from '../governance/interaction.ts';
import type { Inbound } from './crossing.ts';
import type { AnswerFacts } from './dialects/dialect.ts';
import { maskText } from './redaction.ts';
import type { Received } from './received.ts';
import { finishSteps } from './steps.ts';
import { readAnswerHeaders, upstreamId } from './wire-headers.ts';

/** The upstream's name for its answer goes to the client and on record, so it is judged with the answer. */
export function readBeside(headers: Inbound['headers']): readonly Part[] {
  const text = readAnswerHeaders(headers)[upstreamId];
  const at = ['headers', upstreamId];
  const plain = { role: '', mapped: true, past: false, fixed: true, channel: 0 } as const;
  return text === undefined ? [] : [{ kind: 'metadata', at, text, ...plain }];
}

/** The headers that the client gets of an answer that was ruled on; `known`: what stands beside it was judged. */
export function readJudgedHeaders(
  headers: Inbound['headers'],
  ruling: Ruling,
  interaction: Interaction,
  known = true,
): Record<string, string> {
  const { [upstreamId]: id, ...others } = readAnswerHeaders(headers);
  return id === undefined || !known || isFoundAt([upstreamId], ruling, interaction)
    ? others
    : { ...others, [upstreamId]: id };
}

const modelPlaces = ['model', 'modelVersion', 'model_version'];
const finishPlaces =
  'finish_reason finishReason stop_reason done_reason status reason blockReason block_reason'.split(
    ' ',
  );

export function veilFacts(
  facts: AnswerFacts,
  ruling: Ruling,
  interaction: Interaction,
): AnswerFacts {
  if (ruling.findings.length === 0) return facts;
  return {
    ...facts,
    model: isFoundAt(modelPlaces, ruling, interaction) ? '' : facts.model,
    finish: isFoundAt(finishPlaces, ruling, interaction) ? '' : facts.finish,
  };
}

/** The model that was asked for, in every entry and log line of the call. */
export function veilModel(received: Received, ruling: Ruling): Received {
  const { interaction, told } = received;
  const own = findingsIn(
    partsWith(interaction, (part) => isModel(part, told.call.model)),
    ruling,
  );
  if (own.length === 0) return received;
  const model = finishSteps(maskText(told.call.model, own));
  return { ...received, told: { ...told, call: { ...told.call, model } } };
}

function isModel({ at, text }: Part, model: string): boolean {
  return at.at(-1) === 'model' && text === model;
}

/** Whether something was found in a part at a place of one of these names. */
function isFoundAt(names: readonly string[], ruling: Ruling, interaction: Interaction): boolean {
  const parts = partsWith(interaction, ({ at }) => names.some((name) => at.at(-1) === name));
  return findingsIn(parts, ruling).length > 0;
}

function partsWith({ parts }: Interaction, is: (part: Part) => boolean): ReadonlySet<number> {
  return new Set(parts.keys().filter((index) => parts[index] !== undefined && is(parts[index])));
}

/** What is hidden of these parts: few, and short, while a text beside them may hold hundreds of thousands of findings. */
function findingsIn(parts: ReadonlySet<number>, ruling: Ruling): readonly Finding[] {
  if (parts.size === 0) return [];
  const isIn = ({ part }: Span): boolean => parts.has(part);
  const own = ruling.findings.filter(({ spans }) => spans.some(isIn));
  return hiddenOf(ruling, own).map((finding) => ({
    ...finding,
    spans: finding.spans.filter(isIn),
  }));
}
