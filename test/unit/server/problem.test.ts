import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { GatewayError } from '../../../src/errors.ts';
import { toInvalid } from '../../../src/server/invalid.ts';
import { toProblem } from '../../../src/server/problem.ts';

describe('toProblem()', () => {
  test('tells code, title, status and request, and nothing of the cause', () => {
    const error = new GatewayError('internal', 'something is broken', {
      cause: new Error('canary'),
    });
    const problem = toProblem(error, 'r-1');
    expect(problem).toMatchObject({ status: 500, code: 'internal', request_id: 'r-1' });
    expect(JSON.stringify(problem)).not.toContain('canary');
  });
});

describe('toInvalid()', () => {
  test('names every fault by JSON Pointer', () => {
    const schema = z.strictObject({ prompt: z.string(), tags: z.array(z.string()) });
    const parsed = schema.safeParse({ tags: ['a', 1], 'b/c': 1, d: 2 });
    if (parsed.success) throw new Error('expected faults');
    const error = toInvalid(parsed.error);
    expect(error.faults.map(({ pointer }) => pointer).sort()).toEqual([
      '/b~1c',
      '/d',
      '/prompt',
      '/tags/1',
    ]);
    expect(error.status).toBe(400);
  });
});
