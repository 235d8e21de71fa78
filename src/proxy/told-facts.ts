/** What the record tells of a call and of its answer by name, without what a rule found in the names themselves. */
import type { Ruling } from '../governance/decision.ts';
import type { Finding } from '../governance/finding.ts';
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
  const found = placesOf(hiddenOf(ruling), interaction);
  return id === undefined || !known || found.has(upstreamId)
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
  const found = placesOf(hiddenOf(ruling), interaction);
  if (found.size === 0) return facts;
  const has = (places: readonly string[]): boolean => places.some((place) => found.has(place));
  return {
    ...facts,
    model: has(modelPlaces) ? '' : facts.model,
    finish: has(finishPlaces) ? '' : facts.finish,
  };
}

/** The model that was asked for, in every entry and log line of the call. */
export function veilModel(received: Received, ruling: Ruling): Received {
  const { interaction, told } = received;
  const own = hiddenOf(ruling).flatMap((finding) => {
    const spans = finding.spans.filter(({ part }) =>
      isModel(interaction.parts[part], told.call.model),
    );
    return spans.length === 0 ? [] : [{ ...finding, spans }];
  });
  if (own.length === 0) return received;
  const model = finishSteps(maskText(told.call.model, own));
  return { ...received, told: { ...told, call: { ...told.call, model } } };
}

function isModel(part: Part | undefined, model: string): boolean {
  return part?.at.at(-1) === 'model' && part.text === model;
}

/** The last names of the places where something was found. */
function placesOf(findings: readonly Finding[], { parts }: Interaction): ReadonlySet<unknown> {
  return new Set(findings.flatMap(({ spans }) => spans.map(({ part }) => parts[part]?.at.at(-1))));
}
