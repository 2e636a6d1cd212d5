import { describe, expect, it } from 'vitest';
import { compileValidator } from './validate-arguments.ts';

const nested = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'object', properties: { mail: { type: 'string', format: 'email' } } } },
    'a/b': { type: 'number' },
  },
};

describe('checking arguments', () => {
  it.each([
    [nested, { to: [{ mail: 'a@b.example' }], 'a/b': 1 }, null],
    [nested, { to: [{}, { mail: 'nobody' }] }, '/to/1/mail'],
    [nested, { 'a/b': 'x' }, '/a~1b'],
    [{ required: ['a~b'] }, {}, '/a~0b'],
    [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, '/b'],
    [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 2 }, '/b'],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '/b'],
    [{ if: { required: ['a'] }, then: { properties: { b: { const: 1 } } } }, { a: 1, b: 2 }, '/b'],
    [{ not: { required: ['a'] } }, { a: 1 }, ''],
    [{ properties: { a: { maxLength: 2 } } }, { a: '🦜🦜' }, null],
    [
      { $schema: 'http://json-schema.org/draft-07/schema#', properties: { a: { items: [{ type: 'string' }] } } },
      { a: [1] },
      '/a/0',
    ],
    [
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        properties: { a: { prefixItems: [{ type: 'string' }] } },
      },
      { a: [1] },
      '/a/0',
    ],
    [{ $async: true, required: ['a'] }, {}, '/a'],
    [{}, { anything: [] }, null],
  ])('by %j says of %j where it is wrong', (schema, args, path) => {
    expect(compileValidator(schema)(args)?.path ?? null).toBe(path);
  });

  it.each([{ type: 'strange' }, { $ref: '#/nowhere' }, { properties: { a: { pattern: '(' } } }, { minLength: 'x' }])(
    'refuses what is no schema: %j',
    (schema) => {
      expect(() => compileValidator(schema)).toThrow();
    },
  );

  it('changes nothing: it neither fills in defaults nor makes one type of another', () => {
    const args = { a: '1' };
    const validate = compileValidator({ properties: { a: { type: 'integer' }, b: { default: 2 } } });
    expect(validate(args)?.path).toBe('/a');
    expect(args).toEqual({ a: '1' });
  });

  it('tells each pattern of a schema from the others', () => {
    const validate = compileValidator({ properties: { a: { pattern: '^x$' }, b: { pattern: '^y$' } } });
    expect(validate({ a: 'x', b: 'y' })).toBeNull();
    expect(validate({ a: 'x', b: 'x' })?.path).toBe('/b');
  });
});
