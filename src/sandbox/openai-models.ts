/** The sandbox's list of models: itself. */
import { createdAt, modelName, writeJson, type Handler } from './reply.ts';

const model = {
  id: modelName,
  object: 'model',
  created: createdAt,
  owned_by: 'governance-gateway',
};

export const answerModels: Handler = (_body, response, { path }) => {
  writeJson(
    response,
    200,
    path.endsWith(`/${modelName}`) ? model : { object: 'list', data: [model] },
  );
};
