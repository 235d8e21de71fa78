/** What of a call's address and headers goes on to the upstream: judged like any text of its body. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Part, Step } from '../governance/interaction.ts';
import type { Passage } from './passage.ts';
import { readTrace } from './wire-headers.ts';

/** Switches, counts and days of versions, which have no words in them. */
const wordless = /^(?:true|false|json|sse|\d{1,4}|\d{4}-\d\d-\d\d)?$/;

/** Nothing of it can be rewritten, so a rule that would redact it blocks. */
export function readAddressed(passage: Passage, headers: IncomingHttpHeaders): readonly Part[] {
  const { route, parameters, query } = passage;
  const parts: Part[] = [];
  const add = (at: readonly Step[], text: string): void => {
    if (!wordless.test(text)) parts.push({ ...judged, at, text });
  };
  for (const [name, value] of Object.entries(parameters)) add(['path', name], value);
  for (const [name, value] of query) if (name !== 'api-version') add(['query', name], value);
  for (const name of route.dialect.family.passedHeaders)
    add(['headers', name], String(headers[name] ?? ''));
  add(['headers', 'tracestate'], readTrace(headers).tracestate ?? '');
  return parts;
}

const judged = {
  kind: 'metadata',
  role: '',
  mapped: true,
  past: false,
  fixed: true,
  channel: 0,
} as const;
