import { describe, expect, it, vi } from 'vitest';
import { compileValidator } from './validate-arguments.ts';
import type { InputSchema } from './tool.ts';

const twice = (to: string) => ({ allOf: [{ $ref: to }, { $ref: to }] });
const nest = (levels: number): InputSchema => {
  let schema: InputSchema = {};
  for (let level = 0; level < levels; level++) schema = { not: schema };
  return schema;
};
const pattern = (text: string) => ({ properties: { a: { type: 'string', pattern: text } } });
/** Limits that no honest schema reaches, and short ones for schemas that never end. */
const patient = { compileMs: 60_000, validateMs: 60_000 };
const brief = { compileMs: 60_000, validateMs: 50 };
const slow = 'take too long to check by the schema of this tool';

describe('a schema that means harm', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^([a-z]+)*[0-9]$', '(.*)*x$'])(
    'has its pattern checked like any other: %s',
    (text) => {
      const validate = compileValidator(pattern(text), undefined, patient);
      expect(validate({ a: `${'a'.repeat(5_000)}!` })).toEqual({
        path: '/a',
        message: expect.stringContaining('pattern'),
      });
      expect(validate({ a: text.includes('0-9') ? 'a1' : text.includes('x') ? 'ax' : 'aa' })).toBeNull();
    },
  );

  it('with a pattern that no linear engine knows is broken off, and rests', () => {
    const slowly = vi.fn();
    const validate = compileValidator(pattern('^(?=(a+)+$)b'), slowly, brief);
    expect(validate({ a: `${'a'.repeat(40)}!` })).toEqual({ path: '', message: slow });
    // It is not tried again at once, even with harmless arguments.
    expect(validate({ a: 'a' })).toEqual({ path: '', message: slow });
    expect(slowly).toHaveBeenCalledTimes(1);
  });

  it('that leads back to itself, or doubles at each level, is refused or broken off', () => {
    expect(() => compileValidator({ $ref: '#' }, undefined, brief)).toThrow('takes too long');
    const rounds = Array.from({ length: 30 }, (_, n) => [`r${n}`, twice(`#/$defs/r${n + 1}`)]);
    const doubling = { $defs: { ...Object.fromEntries(rounds), r30: { type: 'object' } }, $ref: '#/$defs/r0' };
    expect(() => compileValidator(doubling, undefined, brief)).toThrow('takes too long');
    const deep = compileValidator(
      {
        $defs: { a: { items: twice('#/$defs/a') } },
        properties: { a: { $ref: '#/$defs/a' } },
      },
      undefined,
      brief,
    );
    expect(deep({ a: JSON.parse('['.repeat(30) + ']'.repeat(30)) })).toEqual({ path: '', message: slow });
  });

  it('is refused where it is large, deep or leads elsewhere', () => {
    expect(() => compileValidator({ description: 'x'.repeat(65 * 1024) })).toThrow('larger than 64 KiB');
    expect(() => compileValidator(nest(33))).toThrow('deeper than 32 levels');
    expect(() => compileValidator(nest(100_000))).toThrow('deeper than 32 levels');
    expect(compileValidator(nest(30))({})).toBeNull();
    expect(() => compileValidator({ $ref: 'https://schemas.example/a.json' })).toThrow("can't resolve reference");
    expect(() => compileValidator({ $ref: 'file:///etc/passwd' })).toThrow("can't resolve reference");
  });

  it('compares many items without comparing each with each', () => {
    const validate = compileValidator({ properties: { a: { uniqueItems: true } } }, undefined, patient);
    const items = Array.from({ length: 40_000 }, (_, n) => ({ n }));
    expect(validate({ a: items })).toBeNull();
    expect(validate({ a: [...items, { n: 7 }] })).toEqual({ path: '/a', message: 'must NOT have duplicate items' });
    expect([
      validate({ a: [1, '1', true, null, {}] }),
      validate({
        a: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      })?.path,
    ]).toEqual([null, '/a']);
  });
});
