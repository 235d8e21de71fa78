/** docs/ERRORS.md lists exactly the codes that exist, with their status and title. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { type ErrorCode, GatewayError, errorTable } from '../../../src/errors.ts';
import { openai } from '../../../src/proxy/dialects/openai.ts';
import { toProblem } from '../../../src/server/problem.ts';
import { readTable, readText } from '../../support/repository.ts';

test('docs/ERRORS.md and errors.ts list the same codes with the same status and title', () => {
  const documented = readTable(readText('docs/ERRORS.md')).map(([code, status, title]) => [
    code,
    Number(status),
    title,
  ]);
  const known = Object.entries(errorTable).map(([code, { status, title }]) => [
    `\`${code}\``,
    status,
    title,
  ]);
  expect(documented.sort()).toEqual(known.sort());
});

test('every code says what it means and what to do', () => {
  for (const row of readTable(readText('docs/ERRORS.md'))) {
    expect(row).toHaveLength(5);
    for (const cell of row.slice(3)) expect(cell).toMatch(/^[A-Z`].+\.$/);
  }
});

test('the words that OpenAI routes use instead are told', () => {
  const wireSchema = z.object({ error: z.object({ code: z.string() }) });
  const others = (Object.keys(errorTable) as ErrorCode[]).flatMap((code) => {
    const { status } = errorTable[code];
    const told = { code, status, message: '', param: undefined, requestId: '' };
    const wire = wireSchema.parse(JSON.parse(openai.writeError(told))).error.code;
    return wire === code ? [] : [`\`${wire}\` for \`${code}\``];
  });
  const [, documented = ''] = /by another word: ([^.]+)\./.exec(readText('docs/ERRORS.md')) ?? [];
  expect(documented.match(/`\w+` for\s+`\w+`/g)?.map((pair) => pair.replace(/\s+/g, ' '))).toEqual(
    others,
  );
});

test('the example is what the gateway writes', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(readText('docs/ERRORS.md')) ?? [];
  const example = z
    .object({ detail: z.string(), request_id: z.string(), errors: z.array(z.unknown()) })
    .loose()
    .parse(JSON.parse(json));
  const error = new GatewayError('invalid_request', example.detail, {
    faults: [{ pointer: '/prompt', detail: 'expected a string' }],
  });
  expect(toProblem(error, example.request_id)).toEqual(example);
});
