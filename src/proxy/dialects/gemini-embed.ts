/** Gemini's calls without an answer in words: `:countTokens`, `:embedContent`, `:batchEmbedContents`. */
import { type Dialect, noFacts } from './dialect.ts';
import { mergeFacts } from './gemini-answer.ts';
import { counted, furtherModel, message, repeated } from './gemini-fields.ts';
import { contents, generateMembers, readGemini } from './gemini-generate-request.ts';
import { contentOf } from './gemini-parts.ts';
import { gemini } from './gemini.ts';
import { figure, free, label, list, text, type Shape } from './shape.ts';
import { readWith } from './silent.ts';

const silent = {
  family: gemini,
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
} satisfies Partial<Dialect>;

function createDialect(name: string, request: Shape, answer: Shape): Dialect {
  return {
    ...silent,
    name,
    readRequest: (json, target) => ({
      ...readGemini(json, target, request),
      outputTokensMax: 0,
    }),
    readAnswer: (json) => ({
      ...readWith(answer, json.value),
      facts: mergeFacts(noFacts, json.value),
    }),
  };
}

const totals = counted(
  'totalTokens totalBillableCharacters cachedContentTokenCount promptTokensDetails ' +
    'cacheTokensDetails modality tokenCount TEXT IMAGE AUDIO VIDEO DOCUMENT',
);

export const geminiCountTokens: Dialect = {
  ...createDialect(
    'gemini-count-tokens',
    message({ ...generateMembers, contents, generateContentRequest: message(generateMembers) }),
    totals,
  ),
  free: true,
};

const embedMembers: Readonly<Record<string, Shape>> = {
  model: furtherModel,
  content: contentOf('user'),
  title: text('user'),
  taskType: label(
    ...(
      'TASK_TYPE_UNSPECIFIED RETRIEVAL_QUERY RETRIEVAL_DOCUMENT SEMANTIC_SIMILARITY CLASSIFICATION ' +
      'CLUSTERING QUESTION_ANSWERING FACT_VERIFICATION CODE_RETRIEVAL_QUERY'
    ).split(' '),
  ),
  outputDimensionality: figure,
  autoTruncate: figure,
  embedContentConfig: free('metadata'),
};

const embedding = message({ values: free('metadata'), shape: free('metadata') });

const usage = counted('promptTokenCount promptTokensDetails modality tokenCount TEXT');

export const geminiEmbed: Dialect = createDialect(
  'gemini-embed',
  message(embedMembers),
  message({ embedding, usageMetadata: usage }),
);

export const geminiBatchEmbed: Dialect = createDialect(
  'gemini-batch-embed',
  message({ model: furtherModel, requests: repeated(message(embedMembers)) }),
  message({ embeddings: list(embedding), usageMetadata: usage }),
);
