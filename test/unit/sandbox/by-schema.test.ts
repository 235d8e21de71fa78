/** What the sandbox makes by a schema is taken by a validator that nobody here wrote. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from '@jest/globals';
import { valueFor } from '../../../src/sandbox/by-schema.ts';

const text = { type: 'string' };
const tree = {
  type: 'object',
  properties: {
    name: text,
    left: { $ref: '#' },
    right: { $ref: '#' },
    leaves: { type: 'array', items: { $ref: '#' } },
  },
  required: ['name'],
};
const schemas: Readonly<Record<string, object>> = {
  'a record': {
    type: 'object',
    properties: { city: text, days: { type: 'integer' } },
    required: ['city', 'days'],
    additionalProperties: false,
  },
  'one of some words': { enum: ['celsius', 'fahrenheit'] },
  'a constant': { const: null },
  'bounded numbers': {
    type: 'array',
    prefixItems: [
      { type: 'integer', minimum: 7 },
      { type: 'number', exclusiveMinimum: 2, maximum: 2.5 },
      { type: 'integer', maximum: -3 },
      { type: 'number', exclusiveMaximum: 0 },
      { type: 'integer', multipleOf: 5, minimum: 11 },
      { type: 'number', minimum: 0, maximum: 0 },
    ],
    items: false,
  },
  'many items': { type: 'array', items: { type: 'boolean' }, minItems: 3 },
  'no item': { type: 'array', items: text, maxItems: 0 },
  'a text of a length': { type: 'string', minLength: 90, maxLength: 95 },
  'a short text': { type: 'string', maxLength: 3 },
  'one that may be absent': { type: ['null', 'string'] },
  'either of two': {
    anyOf: [{ type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] }, text],
  },
  'what is told elsewhere': {
    type: 'object',
    properties: { people: { type: 'array', items: { $ref: '#/$defs/a~1person' } } },
    required: ['people'],
    $defs: {
      'a/person': {
        type: 'object',
        properties: { age: { type: 'integer', minimum: 18 } },
        required: ['age'],
      },
    },
  },
  'all of two': {
    allOf: [
      { type: 'object', properties: { a: text }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'null' } }, required: ['b'] },
    ],
  },
  'what holds itself': tree,
  'a record without a word about it': { properties: { a: { type: 'boolean' } }, required: ['a'] },
  anything: {},
};

describe('a value by a schema', () => {
  test.each(Object.entries(schemas))('%s', (_name, schema) => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const value = valueFor(schema, 'what was said');
    expect([value, validate(value), validate.errors]).toEqual([value, true, null]);
  });

  test('says what was said where a text may be anything', () => {
    expect(valueFor(schemas['a record'], 'Rome')).toEqual({ city: 'Rome', days: 1 });
  });

  test('knows types in capitals and counts in texts, as Gemini has them', () => {
    const schema = {
      type: 'OBJECT',
      properties: { list: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '2' } },
    };
    expect(valueFor(schema, 'a')).toEqual({ list: ['a', 'a'] });
  });

  test.each([
    ['itself', { $ref: '#' }],
    ['itself by choices', { anyOf: [{ $ref: '#' }] }],
    ['itself by parts', { allOf: [{ $ref: '#' }] }],
    ['itself by many parts', { allOf: Array.from({ length: 9 }, () => ({ $ref: '#' })) }],
    ['a place that is none', { $ref: '#/%zz' }],
    [
      'itself in many members',
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 26 }, (_, at) => [`m${at}`, { $ref: '#' }]),
        ),
      },
    ],
    ['nothing that is there', { $ref: '#/$defs/none' }],
    ['no schema', 'text'],
    [
      'what must hold itself',
      { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] },
    ],
    [
      'two that must',
      { type: 'object', properties: { a: { $ref: '#' }, b: { $ref: '#' } }, required: ['a', 'b'] },
    ],
  ])('comes to an end where it names %s', (_name, schema) => {
    expect(JSON.stringify(valueFor(schema, 'a')).length).toBeLessThan(100_000);
  });
});
