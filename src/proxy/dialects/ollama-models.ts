/** Ollama's routes about models and itself: `GET /api/tags`, `POST /api/show`, `GET /api/version`, and embedding texts. */
import { readObject } from '../json.ts';
import type { Dialect } from './dialect.ts';
import { amendModels } from './listed.ts';
import { readCount, readModel, readWord, readBody } from './members.ts';
import { messageMembers } from './ollama-chat-request.ts';
import { readOllamaEmbed } from './ollama-generate-request.ts';
import { measuresOf, options } from './ollama-request.ts';
import { ollama } from './ollama.ts';
import { figure, free, list, measure, object, text, type Shape } from './shape.ts';
import { askFor, readWith } from './silent.ts';
import { Sink } from './sink.ts';

const metadata = text('metadata');
const system = text('system');

const silent = {
  family: ollama,
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
} satisfies Partial<Dialect>;

const tags = object({
  models: list(
    object({
      name: metadata,
      model: metadata,
      remote_model: metadata,
      remote_host: metadata,
      modified_at: metadata,
      size: measure,
      digest: metadata,
      details: free('metadata'),
      expires_at: metadata,
      size_vram: measure,
    }),
  ),
});

const sandbox = {
  name: 'sandbox',
  model: 'sandbox',
  modified_at: '2023-11-14T22:13:20Z',
  size: 0,
  digest: '',
  details: { format: '', family: 'sandbox', families: ['sandbox'] },
};

export const ollamaTags: Dialect = {
  ...silent,
  free: true,
  name: 'ollama-tags',
  readRequest: () => askFor(''),
  readAnswer: (json) => readWith(tags, json.value),
  amend: amendModels({ list: 'models', name: 'name', builtIn: sandbox }),
};

export const ollamaVersion: Dialect = {
  ...silent,
  free: true,
  name: 'ollama-version',
  readRequest: () => askFor(''),
  readAnswer: (json) => readWith(object({ version: metadata }), json.value),
};

const askedModel = {
  model: metadata,
  name: metadata,
  system,
  template: system,
  options,
  verbose: figure,
} satisfies Record<string, Shape>;

const shown = object({
  license: metadata,
  modelfile: system,
  parameters: metadata,
  template: system,
  system,
  renderer: metadata,
  parser: metadata,
  details: free('metadata'),
  messages: list(object({ ...messageMembers('assistant'), role: metadata })),
  modified_at: metadata,
  model_info: free('metadata'),
  projector_info: free('metadata'),
  tensors: free('metadata'),
  capabilities: list(metadata),
  remote_model: metadata,
  remote_host: metadata,
  requires: metadata,
});

export const ollamaShow: Dialect = {
  ...silent,
  free: true,
  name: 'ollama-show',
  readRequest: (json) => {
    const body = readBody(json);
    const sink = new Sink();
    object(askedModel)(body, sink);
    // Older clients say `name`, which counts where `model` says nothing.
    const model = readModel({ model: readWord(body.model) || body.name });
    return { ...askFor(model), parts: sink.parts, unjudged: sink.unjudged };
  },
  readAnswer: (json) => readWith(shown, json.value),
};

const embeddings = object({
  model: metadata,
  embeddings: free('metadata'),
  ...measuresOf('total_duration load_duration prompt_eval_count'),
});

export const ollamaEmbed: Dialect = {
  ...silent,
  name: 'ollama-embed',
  readRequest: (json) => readOllamaEmbed(json),
  readAnswer: (json) => {
    const body = readObject(json.value);
    const usage = { input: readCount(body?.prompt_eval_count), output: 0 };
    const answered = readWith(embeddings, json.value);
    return { ...answered, facts: { ...answered.facts, model: readWord(body?.model), usage } };
  },
};
