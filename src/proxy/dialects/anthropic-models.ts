/** Anthropic's list of models, and one of them: the gateway adds its built-in model to the list. */
import { readObject } from '../json.ts';
import { anthropic } from './anthropic.ts';
import type { Dialect } from './dialect.ts';
import { amendModels } from './listed.ts';
import { figure, free, list, object, text, word } from './shape.ts';
import { askFor, readWith } from './silent.ts';

const metadata = text('metadata');

const model = object({
  id: metadata,
  type: word('model'),
  display_name: metadata,
  created_at: metadata,
  deprecated_at: metadata,
  retires_at: metadata,
  lifecycle: word('active', 'deprecated', 'retired'),
  line: metadata,
  max_input_tokens: figure,
  max_tokens: figure,
  capabilities: free('metadata'),
});

const models = object({
  data: list(model),
  first_id: metadata,
  last_id: metadata,
  has_more: figure,
  next_page: metadata,
});

const builtIn = {
  type: 'model',
  id: 'sandbox',
  display_name: 'sandbox',
  created_at: '2023-11-14T22:13:20Z',
};

export const anthropicModels: Dialect = {
  name: 'anthropic-models',
  family: anthropic,
  free: true,
  readRequest: (_json, target) => askFor(target.params.model ?? ''),
  readAnswer: (json) => {
    const isList = Array.isArray(readObject(json.value)?.data);
    return readWith(isList ? models : model, json.value);
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
  // The ids of the first and the last lead to further pages, so the own model stands in between without one.
  amend: amendModels({ list: 'data', name: 'id', builtIn }),
};
