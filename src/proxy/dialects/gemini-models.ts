/** Gemini's list of models, and one of them: the gateway adds its built-in model to the list. */
import { readObject } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { message, metadata } from './gemini-fields.ts';
import { gemini } from './gemini.ts';
import { amendModels } from './listed.ts';
import { figure, list } from './shape.ts';
import { askFor, readWith } from './silent.ts';

const model = message({
  ...Object.fromEntries(
    'name baseModelId version displayName description state'
      .split(' ')
      .map((name) => [name, metadata]),
  ),
  ...Object.fromEntries(
    'inputTokenLimit outputTokenLimit temperature maxTemperature topP topK thinking'
      .split(' ')
      .map((name) => [name, figure]),
  ),
  supportedGenerationMethods: list(metadata),
});

const models = message({ models: list(model), nextPageToken: metadata });

const builtIn = {
  name: 'models/sandbox',
  version: '1',
  displayName: 'sandbox',
  supportedGenerationMethods: ['generateContent', 'countTokens', 'embedContent'],
};

export const geminiModels: Dialect = {
  name: 'gemini-models',
  family: gemini,
  free: true,
  readRequest: (_json, target) => askFor(target.params.model ?? ''),
  readAnswer: (json) => {
    const isList = Array.isArray(readObject(json.value)?.models);
    return readWith(isList ? models : model, json.value);
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
  amend: amendModels({ list: 'models', name: 'name', before: 'models/', builtIn }),
};
