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

  test('says what was expected in words, without the value and without the names of types', () => {
    const schema = z.strictObject({
      prompt: z.string(),
      part: z.enum(['user', 'system']).optional(),
      tags: z.array(z.string().max(3)).max(2).optional(),
      rate: z.int().min(1).optional(),
    });
    const detailOf = (value: unknown): unknown => {
      const parsed = schema.safeParse(value);
      return parsed.success ? undefined : toInvalid(parsed.error, schema).faults[0]?.detail;
    };
    expect(
      [
        {},
        [],
        { prompt: 5 },
        { prompt: 'x', promt: 'y' },
        { prompt: 'x', part: 'usr' },
        { prompt: 'x', tags: ['long'] },
        { prompt: 'x', tags: ['a', 'b', 'c'] },
        { prompt: 'x', rate: 0 },
        { prompt: 'x', rate: 1.5 },
      ].map(detailOf),
    ).toEqual([
      'expected a text, but it is missing',
      'expected an object',
      'expected a text',
      'this field is not known here; did you mean `prompt`?',
      'expected one of `user`, `system`',
      'expected at most 3 characters',
      'expected at most 2 elements',
      'expected at least 1',
      'expected a whole number',
    ]);
  });
});
