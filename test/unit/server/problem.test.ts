import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { GatewayError } from '../../../src/errors.ts';
import { mintKey } from '../../../src/keys/key.ts';
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

test('repeats no key of ours, wherever a caller put it', () => {
  const { key } = mintKey();
  const [, id = '', secret = ''] = key.split('_');
  const pointer = `/${key}`;
  const faults = [{ pointer, detail: `did you mean \`${key}\`?` }];
  const error = new GatewayError('not_found', `there is no key \`${key}\` or ${key}x`, { faults });
  const problem = JSON.stringify(toProblem(error, 'r-1'));
  expect(problem).not.toContain(secret);
  expect(problem).toContain(`there is no key \`ggw_${id}_…\``);
  expect(problem).toContain(`"/ggw_${id}_…"`);
  expect(new GatewayError('not_found', 'send it as `ggw_<id>_<secret>`').message).toContain('<id>');
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

  test('says one thing of a value of another type, whatever else could be measured of it', () => {
    const schema = z.strictObject({ scopes: z.array(z.string()).min(1).max(5), rate: z.int() });
    const parsed = schema.safeParse({ scopes: 'everything', rate: 1 });
    if (parsed.success) throw new Error('expected faults');
    expect(toInvalid(parsed.error).faults).toEqual([
      { pointer: '/scopes', detail: 'expected a list' },
    ]);
  });

  test('tells of the whole by what is wrong with it, since `/` is a member without a name', () => {
    const tell = (value: unknown): string => {
      const parsed = z.strictObject({ a: z.string().min(1) }).safeParse(value);
      return parsed.success ? '' : toInvalid(parsed.error).message;
    };
    expect(tell([])).toBe('the request is not valid: expected an object');
    expect(tell({ a: 'x', '': 1 })).toBe('the request is not valid at `/`');
    expect(tell({ a: '' })).toBe('the request is not valid at `/a`');
  });

  test('counts one as one', () => {
    const parsed = z.strictObject({ a: z.string().min(1) }).safeParse({ a: '' });
    expect(parsed.success || toInvalid(parsed.error).faults[0]?.detail).toBe(
      'expected at least 1 character',
    );
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
