/** Reads an Ollama request to continue a prompt, and one to embed texts. */
import { readObject, type Json } from '../json.ts';
import type { Asked } from './dialect.ts';
import { readModel, readTokensMax, readBody } from './members.ts';
import {
  context,
  figuresOf,
  generationMembers,
  images,
  readOllamaStream,
} from './ollama-request.ts';
import { either, list, object, text, type Shape } from './shape.ts';
import { Sink } from './sink.ts';
import { fillTemplate, template } from './template.ts';

const user = text('user');

const generateMembers: Readonly<Record<string, Shape>> = {
  ...generationMembers,
  prompt: user,
  suffix: user,
  system: text('system'),
  template,
  context,
  images,
  ...figuresOf('raw width height steps'),
};

const embedMembers: Readonly<Record<string, Shape>> = {
  ...generationMembers,
  input: either({ string: user, list: list(user) }),
  ...figuresOf('dimensions'),
};

function createReader(members: Readonly<Record<string, Shape>>): (json: Json | undefined) => Asked {
  const request = object(members);
  return (json) => {
    const body = readBody(json);
    const sink = new Sink();
    request(body, sink);
    const { prompt: Prompt, system: System, suffix: Suffix } = body;
    fillTemplate(body.template, { Prompt, System, Suffix, Content: Prompt }, sink);
    return {
      model: readModel(body),
      stream: false,
      user: '',
      session: '',
      tools: [],
      references: [],
      history: 0,
      parts: sink.parts,
      unjudged: sink.unjudged,
    };
  };
}

const readGenerate = createReader(generateMembers);

export function readOllamaGenerate(json: Json | undefined): Asked {
  const body = readBody(json);
  const outputTokensMax = readTokensMax(readObject(body.options)?.num_predict);
  return { ...readGenerate(json), stream: readOllamaStream(body), outputTokensMax };
}

const readEmbed = createReader(embedMembers);

export function readOllamaEmbed(json: Json | undefined): Asked {
  return { ...readEmbed(json), outputTokensMax: 0 };
}
