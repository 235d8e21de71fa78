/** OpenAI's moderations: `POST /v1/moderations`, whose input leaves for the provider like any prompt. */
import type { Dialect } from './dialect.ts';
import { readOpenaiRequest } from './openai-asked.ts';
import { openai } from './openai.ts';
import { either, figures, figure, list, object, source, text, variant } from './shape.ts';
import { readWith } from './silent.ts';

const metadata = text('metadata');
const said = text('user');

const request = object({
  model: metadata,
  input: either({
    string: said,
    list: list(
      either({
        string: said,
        object: variant('type', {
          text: { text: said },
          image_url: {
            image_url: either({
              string: source('image'),
              object: object({ url: source('image') }),
            }),
          },
        }),
      }),
    ),
  }),
});

const categories = (
  'harassment harassment/threatening hate hate/threatening illicit illicit/violent self-harm ' +
  'self-harm/instructions self-harm/intent sexual sexual/minors violence violence/graphic'
).split(' ');

const answer = object({
  id: metadata,
  model: metadata,
  results: list(
    object({
      flagged: figure,
      categories: figures(...categories),
      category_scores: figures(...categories),
      category_applied_input_types: figures(...categories, 'text', 'image'),
    }),
  ),
});

export const openaiModerations: Dialect = {
  name: 'openai-moderations',
  family: openai,
  free: true,
  readRequest: (json, target) =>
    readOpenaiRequest(json, target, {
      request,
      input: 'input',
      defaultModel: 'omni-moderation-latest',
    }),
  readAnswer: (json) => readWith(answer, json.value),
  drop: () => [],
  writeRefusal: undefined,
  stream: undefined,
};
