/** Tools as Gemini requests declare them: functions, and the searches, stores and servers that the provider reaches itself. */
import { readObject } from '../json.ts';
import { declaredName, declaredTools, declareKind } from './calls.ts';
import {
  furtherModel,
  message,
  metadata,
  repeated,
  secret,
  toCamel,
  told,
} from './gemini-fields.ts';
import {
  figure,
  free,
  label,
  list,
  reference,
  schema,
  type Shape,
  text,
  unmapped,
  within,
} from './shape.ts';

const definition = text('tool_definition');
const definitionSchema = schema('tool_definition');
const store = reference('reference', 'a store that the provider searches');
const server = reference('reference', 'a server that the provider calls');
const configs = free('tool_definition');

const functionDeclarations = repeated(
  message({
    name: declaredName,
    description: definition,
    parameters: definitionSchema,
    parametersJsonSchema: definitionSchema,
    response: definitionSchema,
    responseJsonSchema: definitionSchema,
    behavior: label('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'),
  }),
);

const apiKeyConfig = message({
  apiKeySecret: metadata,
  apiKeySecretVersion: metadata,
  apiKeyString: secret,
  name: metadata,
  httpElementLocation: metadata,
});

const authConfig = message({
  apiKey: secret,
  apiKeyConfig,
  authType: metadata,
  googleServiceAccountConfig: message({ serviceAccount: metadata }),
  httpBasicAuthConfig: message({ credentialSecret: metadata }),
  oauthConfig: message({ accessToken: secret, serviceAccount: metadata }),
  oidcConfig: message({ idToken: secret, serviceAccount: metadata }),
});

const retrieval = message({
  disableAttribution: figure,
  externalApi: message({
    apiAuth: message({ apiKeyConfig }),
    apiSpec: metadata,
    authConfig,
    elasticSearchParams: free('metadata'),
    endpoint: server,
    simpleSearchParams: free('metadata'),
  }),
  vertexAiSearch: message({
    dataStoreSpecs: list(message({ dataStore: store, filter: metadata })),
    datastore: store,
    engine: store,
    filter: metadata,
    maxResults: figure,
  }),
  vertexRagStore: message({
    ragCorpora: list(store),
    ragResources: list(message({ ragCorpus: store, ragFileIds: list(store) })),
    ragRetrievalConfig: message({
      topK: figure,
      filter: free('metadata'),
      hybridSearch: free('metadata'),
      ranking: message({
        llmRanker: message({ modelName: furtherModel }),
        rankService: message({ modelName: furtherModel }),
      }),
    }),
    similarityTopK: figure,
    vectorDistanceThreshold: figure,
    storeContext: figure,
  }),
});

/** Headers may hold credentials: their names are judged, their values are listed. */
const headers: Shape = (value, sink) => {
  const record = readObject(value);
  if (record === undefined) {
    unmapped(value, sink);
    return;
  }
  for (const [name, held] of Object.entries(record)) {
    sink.enter(name);
    sink.text('metadata', name, { fixed: true, name: true });
    secret(held, sink);
    sink.leave();
  }
};

const mcpServers = repeated(
  message({
    name: metadata,
    streamableHttpTransport: message({
      url: server,
      headers,
      timeout: metadata,
      sseReadTimeout: metadata,
      terminateOnClose: figure,
    }),
  }),
);

const search = message({ apiKey: secret, customConfigs: configs });

const tool = within(
  'tool_definition',
  message({
    functionDeclarations,
    retrieval,
    mcpServers,
    googleMaps: message({
      authConfig,
      enableWidget: figure,
      groundingTypes: free('metadata'),
    }),
    exaAiSearch: search,
    parallelAiSearch: search,
    fileSearch: message({
      fileSearchStoreNames: list(store),
      metadataFilter: metadata,
      topK: figure,
    }),
    googleSearch: told(
      'metadata',
      'excludeDomains blockingConfidence searchTypes imageSearch webSearch timeRangeFilter startTime endTime',
    ),
    googleSearchRetrieval: told(
      'metadata',
      'dynamicRetrievalConfig mode dynamicThreshold MODE_DYNAMIC',
    ),
    enterpriseWebSearch: told('metadata', 'excludeDomains blockingConfidence'),
    computerUse: told(
      'metadata',
      'environment excludedPredefinedFunctions ENVIRONMENT_BROWSER enablePromptInjectionDetection',
    ),
    codeExecution: free('metadata'),
    urlContext: free('metadata'),
  }),
);

/** What these reach is listed, or whoever calls runs them; all others bring what nobody sees here. */
const others = new Set('retrieval mcpServers fileSearch computerUse'.split(' '));

/** What the provider runs has no name but that of its member. */
export const tools = declaredTools((value, sink) => {
  for (const [name, given] of Object.entries(readObject(value) ?? {})) {
    const kind = toCamel(name);
    if (given !== null && kind !== 'functionDeclarations')
      declareKind(kind, !others.has(kind), sink);
  }
  tool(value, sink);
});

export const toolConfig = message({
  functionCallingConfig: message({
    mode: label('MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'),
    allowedFunctionNames: list(metadata),
    streamFunctionCallArguments: figure,
  }),
  retrievalConfig: told('metadata', 'latLng latitude longitude languageCode'),
  includeServerSideToolInvocations: figure,
});
