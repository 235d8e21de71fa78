/** Reads a Gemini answer: every candidate with its parts, sources and tokens, and what stands around them. */
import type { Step } from '../../governance/interaction.ts';
import { readObject, type Json } from '../json.ts';
import { type AnswerFacts, type Answered, noFacts } from './dialect.ts';
import { message, metadata, readField, told } from './gemini-fields.ts';
import { sealed } from './sealed.ts';
import { part, roles } from './gemini-parts.ts';
import { mergeUsage, readCount, readWord, toUsage } from './members.ts';
import { figure, figures, free, label, list, object, text, unmapped, type Shape } from './shape.ts';
import { Sink } from './sink.ts';
import { readRank } from './tokens.ts';

const said = text('assistant');

export const finishReason = label(
  ...(
    'FINISH_REASON_UNSPECIFIED STOP MAX_TOKENS SAFETY RECITATION LANGUAGE OTHER BLOCKLIST ' +
    'PROHIBITED_CONTENT SPII MALFORMED_FUNCTION_CALL IMAGE_SAFETY UNEXPECTED_TOOL_CALL ' +
    'IMAGE_PROHIBITED_CONTENT NO_IMAGE IMAGE_RECITATION IMAGE_OTHER TOO_MANY_TOOL_CALLS'
  ).split(' '),
);

const safetyRatings = told(
  'metadata',
  'category probability blocked probabilityScore severity severityScore NEGLIGIBLE LOW MEDIUM HIGH ' +
    'HARM_CATEGORY_HARASSMENT HARM_CATEGORY_HATE_SPEECH HARM_CATEGORY_SEXUALLY_EXPLICIT ' +
    'HARM_CATEGORY_DANGEROUS_CONTENT HARM_CATEGORY_CIVIC_INTEGRITY HARM_SEVERITY_NEGLIGIBLE ' +
    'HARM_SEVERITY_LOW HARM_SEVERITY_MEDIUM HARM_SEVERITY_HIGH',
);

/** Where an answer's claims come from: texts of others, found or stored. */
const sources = told(
  'tool_result',
  'groundingChunks groundingSupports web retrievedContext maps image uri title domain text ragChunk ' +
    'segment startIndex endIndex partIndex groundingChunkIndices confidenceScores webSearchQueries ' +
    'searchEntryPoint renderedContent sdkBlob retrievalQueries imageSearchQueries placeId ' +
    'placeAnswerSources reviewSnippets reviewSnippet retrievalMetadata googleSearchDynamicRetrievalScore ' +
    'citations citationSources license publicationDate year month day urlMetadata retrievedUrl ' +
    'urlRetrievalStatus URL_RETRIEVAL_STATUS_SUCCESS URL_RETRIEVAL_STATUS_ERROR renderedParts',
);

const rank =
  (number: number): Shape =>
  (value, sink) => {
    if (Array.isArray(value)) readRank(value, number, sink);
    else unmapped(value, sink);
  };

/** The alternatives of one place stand together; joined by rank, no value hides in the seams. */
const topCandidates: Shape = (value, sink) => {
  if (!Array.isArray(value)) {
    unmapped(value, sink);
    return;
  }
  const ranks: unknown[][] = [];
  for (const place of value) {
    const { candidates = [], ...rest } = readObject(place) ?? { strange: place as unknown };
    object({})(rest, sink);
    if (!Array.isArray(candidates)) unmapped(candidates, sink);
    else candidates.forEach((each, at) => (ranks[at] ??= []).push(each));
  }
  ranks.forEach((tokens, at) => readRank(tokens, at, sink));
};

export const logprobsResult = message({
  chosenCandidates: rank(0),
  topCandidates,
  logProbabilitySum: figure,
});

/** What a candidate has beside its content. */
export const besideContent: Readonly<Record<string, Shape>> = {
  index: figure,
  finishReason,
  finishMessage: said,
  tokenCount: figure,
  avgLogprobs: figure,
  safetyRatings,
  citationMetadata: sources,
  groundingMetadata: sources,
  groundingAttributions: sources,
  urlContextMetadata: sources,
  continuationToken: sealed,
};

const usageMetadata = figures(
  ...(
    'promptTokenCount candidatesTokenCount totalTokenCount cachedContentTokenCount ' +
    'thoughtsTokenCount toolUsePromptTokenCount promptTokensDetails candidatesTokensDetails ' +
    'cacheTokensDetails toolUsePromptTokensDetails modality tokenCount TEXT IMAGE AUDIO VIDEO ' +
    'DOCUMENT trafficType ON_DEMAND serviceTier standard'
  ).split(' '),
);

export const around: Readonly<Record<string, Shape>> = {
  promptFeedback: message({
    blockReason: label('SAFETY', 'OTHER', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'IMAGE_SAFETY'),
    blockReasonMessage: said,
    safetyRatings,
  }),
  usageMetadata,
  modelVersion: metadata,
  initialPromptTokenCount: figure,
  responseId: metadata,
  createTime: metadata,
  modelStatus: free('metadata'),
  error: free('assistant'),
};

/** Each candidate is a channel of its own. `placed`: a chunk may hold any of them, which then has the place of its index. */
export function candidates(candidate: Shape, placed = false): Shape {
  return (value, sink) => {
    if (!Array.isArray(value)) {
      unmapped(value, sink);
      return;
    }
    sink.role = 'model';
    for (let at = 0; at < value.length; at += 1) {
      const index = indexOf(value[at], at);
      sink.channel = index;
      sink.enter(at, placed ? index : at);
      candidate(value[at], sink);
      sink.leave();
    }
    sink.role = '';
    sink.channel = 0;
  };
}

function indexOf(candidate: unknown, at: number): number {
  return readCount(readObject(candidate)?.index ?? at);
}

const answer = message({
  ...around,
  candidates: candidates(
    message({
      ...besideContent,
      content: message({ role: roles, parts: list(part('assistant')) }),
      logprobsResult,
    }),
  ),
});

export function readGeminiAnswer(json: Json): Answered {
  const sink = new Sink('answer');
  answer(json.value, sink);
  const facts = mergeFacts(noFacts, json.value);
  return { parts: sink.parts, unjudged: sink.unjudged, facts };
}

/** Each chunk of a stream tells the counts so far. */
export function mergeFacts(facts: AnswerFacts, value: unknown): AnswerFacts {
  const body = readObject(value);
  const metadata = readObject(readField(body, 'usageMetadata'));
  const count = (name: string): number => readCount(readField(metadata, name));
  const input = count('promptTokenCount') + count('toolUsePromptTokenCount');
  const output = count('candidatesTokenCount') + count('thoughtsTokenCount');
  const usage = toUsage(input, output, count('cachedContentTokenCount'));
  return {
    id: facts.id || readWord(readField(body, 'responseId')),
    model: facts.model || readWord(readField(body, 'modelVersion')),
    finish:
      readEnds(body)
        .map((end) => end.finish)
        .find((finish) => finish !== '') ??
      (readWord(readField(readObject(readField(body, 'promptFeedback')), 'blockReason')) ||
        facts.finish),
    usage: mergeUsage(facts.usage, usage),
  };
}

type CandidateEnd = { readonly index: number; readonly finish: string };

/** Which candidates an answer or a chunk is about, and why they ended, or ''. */
export function readEnds(body: Readonly<Record<string, unknown>> | undefined): CandidateEnd[] {
  const all: unknown = body?.candidates;
  if (!Array.isArray(all)) return [];
  return all.map((each, at) => ({
    index: indexOf(each, at),
    finish: readReason(readField(readObject(each), 'finishReason')),
  }));
}

/** A number where the client asked for them in the place of words; none, as the word that it stands for, says of no end. */
function readReason(reason: unknown): string {
  return typeof reason === 'number' && reason > 0 ? String(reason) : readWord(reason);
}

/** The tokens of a redacted candidate spell out what was redacted. */
export function dropTokens(json: unknown, channels: ReadonlySet<number>): Step[][] {
  const all: unknown = readObject(json)?.candidates;
  if (!Array.isArray(all)) return [];
  return all.flatMap((each, at) =>
    ['logprobsResult', 'logprobs_result']
      .filter((name) => (readObject(each)?.[name] ?? null) !== null)
      .filter(() => channels.has(indexOf(each, at)))
      .map((name) => ['candidates', at, name]),
  );
}
