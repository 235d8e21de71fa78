/** What the gateway governs, one line each: anything that is not on this list is refused. */
import type { Dialect } from './dialects/dialect.ts';
import { openaiChat } from './dialects/openai-chat.ts';
import { openaiModels } from './dialects/openai-models.ts';

export type Operation = {
  readonly method: 'GET' | 'POST';
  /** `:name` stands for one segment. */
  readonly path: string;
  /** Behind the upstream's base URL, which for openai holds the `/v1` already. */
  readonly upstreamPath: string;
  readonly dialect: Dialect;
  /** Query parameters that may be given and are passed on; others are refused. */
  readonly query?: readonly string[];
  /** Where two formats share a path: the header by which this one's clients are known. */
  readonly whenHeader?: string;
};

type More = Pick<Operation, 'query' | 'whenHeader'>;

function post(path: string, upstreamPath: string, dialect: Dialect, more: More = {}): Operation {
  return { method: 'POST', path, upstreamPath, dialect, ...more };
}

function get(path: string, upstreamPath: string, dialect: Dialect, more: More = {}): Operation {
  return { method: 'GET', path, upstreamPath, dialect, ...more };
}

export const operations: readonly Operation[] = [
  post('/v1/chat/completions', '/chat/completions', openaiChat),
  get('/v1/models', '/models', openaiModels),
  get('/v1/models/:model', '/models/:model', openaiModels),
];

/** Azure's form of the same operations, which names the model in the path. */
export const azureOperations: readonly Operation[] = [
  post('/openai/deployments/:model/chat/completions', '/chat/completions', openaiChat),
];
