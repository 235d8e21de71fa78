/** OpenAI's list of models, and one of them: the gateway adds its built-in model to the list. */
import { readObject, type Json } from '../json.ts';
import { type Asked, type Dialect, type Target, noFacts } from './dialect.ts';
import { amendModels } from './listed.ts';
import { openai } from './openai.ts';
import { list, measure, object, text, word } from './shape.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');

const model = object({ id: metadata, object: word('model'), owned_by: metadata, created: measure });

const answer = object({ object: word('list'), data: list(model) });

const builtIn = { id: 'sandbox', object: 'model', created: 0, owned_by: 'governance-gateway' };

function readRequest(_json: Json | undefined, target: Target): Asked {
  return {
    model: target.params.model ?? '',
    stream: false,
    user: '',
    session: '',
    tools: [],
    references: [],
    history: 0,
    parts: [],
    unjudged: [],
  };
}

export const openaiModels: Dialect = {
  name: 'openai-models',
  family: openai,
  free: true,
  readRequest,
  readAnswer: (json) => {
    const sink = new Sink('answer');
    const isList = readObject(json.value)?.object === 'list';
    (isList ? answer : model)(json.value, sink);
    return { parts: sink.parts, unjudged: sink.unjudged, facts: noFacts };
  },
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
  amend: amendModels({ list: 'data', name: 'id', builtIn }),
};
