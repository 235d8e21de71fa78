/** OpenAI's list of models, and one of them: the gateway adds its built-in model to the list. */
import { readObject } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { amendModels } from './listed.ts';
import { openai } from './openai.ts';
import { list, measure, object, text, word } from './shape.ts';
import { askFor, readWith } from './silent.ts';

const metadata = text('metadata');

const model = object({ id: metadata, object: word('model'), owned_by: metadata, created: measure });

const models = object({ object: word('list'), data: list(model) });

const builtIn = { id: 'sandbox', object: 'model', created: 0, owned_by: 'governance-gateway' };

export const openaiModels: Dialect = {
  name: 'openai-models',
  family: openai,
  free: true,
  readRequest: (_json, target) => askFor(target.params.model ?? ''),
  readAnswer: (json) => {
    const isList = readObject(json.value)?.object === 'list';
    return readWith(isList ? models : model, json.value);
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
  amend: amendModels({ list: 'data', name: 'id', builtIn }),
};
