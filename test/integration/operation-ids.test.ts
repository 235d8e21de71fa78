/** Clients that are generated from the OpenAPI document call each operation by a name, so each has one, and keeps it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type BuiltApp, buildApp } from '../support/app.ts';

/** Whoever renames one breaks the code of others: new ones are added, none is changed. */
const names: Readonly<Record<string, string>> = {
  'post /v1/validate': 'validatePrompt',
  'post /v1/policy/check': 'checkText',
  'get /v1/audit/entries': 'listEntries',
  'get /v1/audit/entries/{id}': 'readEntry',
  'get /v1/audit/facets': 'countEntriesByField',
  'get /v1/audit/histogram': 'countEntriesOverTime',
  'get /v1/audit/exchanges/{id}': 'readExchange',
  'get /v1/audit/entries/{id}/content': 'readContent',
  'post /v1/audit/entries/{id}/reveal': 'revealContent',
  'post /v1/audit/erasures': 'eraseSubject',
  'get /v1/audit/holds': 'listHolds',
  'post /v1/audit/holds': 'holdSubject',
  'post /v1/audit/releases': 'releaseSubject',
  'get /v1/audit/entries/{id}/review': 'readReview',
  'post /v1/audit/entries/{id}/review': 'reviewEntry',
  'get /v1/audit/checkpoint': 'readCheckpoint',
  'get /v1/audit/proof': 'proveEntry',
  'get /v1/audit/tile/{level}/{index}': 'readTile',
  'get /v1/audit/export': 'exportEntries',
  'get /v1/audit/evidence': 'exportEvidence',
  'post /v1/audit/verify': 'verifyTrail',
  'get /v1/audit/logs': 'listLogs',
  'post /v1/audit/logs/retire': 'retireLog',
  'get /v1/policies': 'listPolicies',
  'post /v1/policies/explain': 'explainPolicies',
  'post /v1/policies/draft': 'checkDraft',
  'post /v1/policies/impact': 'replayDraft',
  'get /v1/keys/self': 'readOwnKey',
  'post /v1/keys/self/revoke': 'revokeOwnKey',
  'get /v1/keys': 'listKeys',
  'post /v1/keys': 'createKey',
  'post /v1/keys/{id}/rotate': 'rotateKey',
  'post /v1/keys/{id}/revoke': 'revokeKey',
  'get /v1/budgets': 'listBudgets',
  'get /v1/sign-in': 'listSignIns',
  'post /v1/sign-in/begin': 'beginSignIn',
  'post /v1/sign-in/finish': 'finishSignIn',
  'get /console': 'openConsole',
  'get /console/': 'openConsoleWithSlash',
  'get /console/{path}': 'readConsoleFile',
  'get /healthz': 'readHealth',
  'get /readyz': 'readReadiness',
  'get /metrics': 'readMetrics',
  'get /openapi.json': 'readOpenApi',
  'post /v1/chat/completions': 'openaiChatCompletions',
  'post /v1/responses': 'openaiResponses',
  'post /v1/completions': 'openaiCompletions',
  'post /v1/embeddings': 'openaiEmbeddings',
  'post /v1/moderations': 'openaiModerations',
  'post /v1/images/generations': 'openaiImagesGenerations',
  'post /v1/audio/speech': 'openaiAudioSpeech',
  'get /v1/models': 'openaiModels',
  'get /v1/models/{model}': 'openaiModelsByModel',
  'post /v1/messages': 'anthropicMessages',
  'post /v1/messages/count_tokens': 'anthropicMessagesCountTokens',
  'post /v1beta/models/{model}:generateContent': 'geminiModelsGenerateContent',
  'post /v1beta/models/{model}:streamGenerateContent': 'geminiModelsStreamGenerateContent',
  'post /v1beta/models/{model}:countTokens': 'geminiModelsCountTokens',
  'post /v1beta/models/{model}:embedContent': 'geminiModelsEmbedContent',
  'post /v1beta/models/{model}:batchEmbedContents': 'geminiModelsBatchEmbedContents',
  'get /v1beta/models': 'geminiModels',
  'get /v1beta/models/{model}': 'geminiModelsByModel',
  'post /api/chat': 'ollamaChat',
  'post /api/generate': 'ollamaGenerate',
  'post /api/embed': 'ollamaEmbed',
  'post /api/show': 'ollamaShow',
  'get /api/tags': 'ollamaTags',
  'get /api/version': 'ollamaVersion',
  'post /openai/deployments/{model}/chat/completions': 'openaiAzureDeploymentsChatCompletions',
  'post /openai/deployments/{model}/completions': 'openaiAzureDeploymentsCompletions',
  'post /openai/deployments/{model}/embeddings': 'openaiAzureDeploymentsEmbeddings',
  'post /openai/deployments/{model}/images/generations': 'openaiAzureDeploymentsImagesGenerations',
  'post /openai/deployments/{model}/audio/speech': 'openaiAzureDeploymentsAudioSpeech',
  'post /openai/responses': 'openaiAzureResponses',
  'get /openai/models': 'openaiAzureModels',
  'get /openai/models/{model}': 'openaiAzureModelsByModel',
};

describe('the OpenAPI document', () => {
  let built: BuiltApp;
  let named: readonly (readonly [string, string | undefined])[];
  beforeAll(async () => {
    built = await buildApp();
    const { paths } = built.document() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
    };
    named = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => [`${method} ${path}`, operationId] as const,
      ),
    );
  });
  afterAll(() => built.close());

  test('names every operation by a word that every language can call a function by', () => {
    expect(named.filter(([, id]) => !/^[a-z][A-Za-z0-9]+$/.test(id ?? ''))).toEqual([]);
  });

  test('names no two operations the same, even where capital letters do not count', () => {
    const ids = named.map(([, id]) => id?.toLowerCase());
    expect(named.filter((_, index) => ids.indexOf(ids[index]) !== index)).toEqual([]);
  });

  test('gives each POST that is passed on a body, and says where it is served, without which no client could call it', () => {
    const { paths, servers } = built.document() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
      readonly servers: unknown;
    };
    expect(servers).toEqual([{ url: '/' }]);
    const proxied = Object.values(paths)
      .flatMap((operations) => Object.entries(operations))
      .filter(([, operation]) => 'x-dialect' in operation);
    expect(proxied.length).toBeGreaterThan(20);
    for (const [method, operation] of proxied) {
      expect('requestBody' in operation).toBe(method === 'post');
      expect(operation).toHaveProperty(['responses', '200', 'content', 'application/json']);
      expect(operation).toHaveProperty(['responses', '4XX']);
    }
  });

  test('names them as it always did', () => {
    expect(Object.fromEntries(named)).toEqual(names);
  });
});
