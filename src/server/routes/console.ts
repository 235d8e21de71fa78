/** The console: one page and its files, open to all since they hold no data; what it shows it asks for with the user's key. */
import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { type ConsoleFile, type ConsoleFiles, consoleTypes } from '../console-files.ts';
import type { Answer, Call, Route } from '../route.ts';

/** Nothing from elsewhere, nothing inline, no frame, no form: what a prompt holds can at most be looked at. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `files` is asked for at the first call only: a gateway that nobody looks at reads and packs nothing. */
export function createConsoleRoutes(files: () => ConsoleFiles): readonly Route[] {
  let read: ConsoleFiles | undefined;
  const handle = (call: Call): Promise<Answer> => {
    // What was built after the start is found as well.
    if (read === undefined || read.size === 0) read = files();
    return Promise.resolve(toAnswer(findFile(read, call.parameters.path ?? ''), call));
  };
  const common = {
    method: 'get',
    scope: 'public',
    answer: z.string(),
    answerTypes: Object.values(consoleTypes),
    errors: ['not_found'],
    query: z.looseObject({}),
    handle,
  } as const;
  return [
    { ...common, path: '/console', operation: 'openConsole', summary: 'The console' },
    {
      ...common,
      path: '/console/',
      operation: 'openConsoleWithSlash',
      summary: 'The console, as people type it',
    },
    {
      ...common,
      path: '/console/*path',
      operation: 'readConsoleFile',
      summary: 'The files and views of the console',
    },
  ];
}

function findFile(files: ConsoleFiles, path: string): ConsoleFile {
  const page = files.get('index.html');
  if (page === undefined) {
    throw new GatewayError('not_found', 'the console was not built; run `npm run build`');
  }
  // A path without a dot is a view, which the page itself finds.
  const file = path.includes('.') ? files.get(path) : page;
  if (file === undefined) throw new GatewayError('not_found', 'the console has no such file');
  return file;
}

/** With a weight of 0 it is named as what is not wanted: RFC 9110, 12.5.3. */
const wanted = /\bgzip\b(?![ \t]*;[ \t]*q=0(?:\.0*)?[ \t]*(?:,|$))/i;

function toAnswer(file: ConsoleFile, { request }: Call): Answer {
  const packed = wanted.test(request.headers['accept-encoding']?.toString() ?? '');
  const gzip = packed ? file.gzip : undefined;
  return {
    status: 200,
    body: gzip ?? file.bytes,
    type: file.type,
    headers: {
      'content-security-policy': contentSecurityPolicy,
      'cache-control': file.lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(gzip === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
  };
}
