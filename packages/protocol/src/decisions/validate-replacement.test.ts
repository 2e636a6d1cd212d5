import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../canonical-json.ts';
import { changedPaths, validateReplacement } from './validate-replacement.ts';

const proposed = { to: 'ada@example.org', note: { text: 'Hi', tags: ['a', 'b'] }, count: 1, urgent: false, cc: null };
const editable = ['/note/text', '/count', '/urgent', '/cc'];

describe('§23 a replacement of the arguments', () => {
  it.each<[string, unknown, string[]]>([
    ['the same', proposed, []],
    ['the same in another order', Object.fromEntries(Object.entries(proposed).reverse()), []],
    ['a changed string', { ...proposed, note: { ...proposed.note, text: 'Bye' } }, ['/note/text']],
    [
      'a string of 2,000 characters',
      { ...proposed, note: { ...proposed.note, text: '😀'.repeat(2000) } },
      ['/note/text'],
    ],
    ['an empty string', { ...proposed, note: { ...proposed.note, text: '' } }, ['/note/text']],
    ['several', { ...proposed, urgent: true, count: -2.5 }, ['/count', '/urgent']],
  ])('is accepted: %s', (_what, replacement, changed) => {
    expect(validateReplacement(proposed, replacement, editable)).toEqual({ accepted: true, changed });
  });

  it.each<[string, unknown, string]>([
    ['', null, 'of no object'],
    ['', [], 'of a list'],
    ['/to', { ...proposed, to: 'bob@example.org' }, 'another value'],
    ['/note/tags/1', { ...proposed, note: { text: 'Hi', tags: ['a', 'c'] } }, 'another item'],
    ['/note/tags/2', { ...proposed, note: { text: 'Hi', tags: ['a', 'b', 'c'] } }, 'an item more'],
    ['/note/tags/1', { ...proposed, note: { text: 'Hi', tags: ['a'] } }, 'an item less'],
    ['/count', { ...proposed, count: '1' }, 'another type'],
    ['/count', { ...proposed, count: Infinity }, 'a number that is too large'],
    ['/urgent', { ...proposed, urgent: null }, 'null in place of a value'],
    ['/cc', { ...proposed, cc: 'bob' }, 'a value in place of null'],
    ['/note/text', { ...proposed, note: { ...proposed.note, text: 'x'.repeat(2001) } }, 'a long string'],
    ['/a~1b', { ...proposed, 'a/b': 1 }, 'a member more'],
    [
      '/__proto__',
      JSON.parse(`{"__proto__":1,${JSON.stringify(proposed).slice(1)}`),
      'a member that is called __proto__',
    ],
    ['/urgent', { ...proposed, urgent: undefined }, 'a member less'],
  ])('is refused at %j: %s', (path, replacement, _what) => {
    expect(validateReplacement(proposed, replacement, editable)).toMatchObject({ accepted: false, path });
  });

  it('may be a scalar as a whole, and null where there is nothing', () => {
    expect(validateReplacement('Hi', 'Bye', [''])).toEqual({ accepted: true, changed: [''] });
    expect(validateReplacement('Hi', 'Bye', [])).toMatchObject({ accepted: false, path: '' });
    expect(validateReplacement(undefined, null, [])).toEqual({ accepted: true, changed: [] });
  });

  it('keeps a long string that is not changed, but never passes 16 KiB', () => {
    const long = { a: 'x'.repeat(3000), b: '' };
    expect(validateReplacement(long, { ...long, b: 'y' }, ['/a', '/b'])).toEqual({ accepted: true, changed: ['/b'] });
    const wide = { a: 'x'.repeat(15_000), b: '' };
    expect(validateReplacement(wide, { ...wide, b: 'y'.repeat(1900) }, ['/b'])).toMatchObject({
      accepted: false,
      path: '',
    });
  });

  it('is compared however deep it is nested', () => {
    let deep: unknown = 1;
    let other: unknown = 2;
    for (let level = 0; level < 20_000; level++) [deep, other] = [[deep], [other]];
    expect(validateReplacement(deep, other, [])).toMatchObject({ accepted: false });
  });

  it('accepted without changes is the same JSON; with changes it differs at just those paths', () => {
    const values = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(values, values, (one, other) => {
        const verdict = validateReplacement(one, other, []);
        expect(verdict.accepted).toBe(canonicalJson(one) === canonicalJson(other));
      }),
    );
    fc.assert(
      fc.property(values, fc.string({ maxLength: 20 }), values, (kept, text, stranger) => {
        const before = { kept, text: 'before' };
        expect(validateReplacement(before, { kept, text }, ['/text'])).toMatchObject({
          accepted: true,
          changed: changedPaths(before, { kept, text }, ['/text']),
        });
        expect(validateReplacement(before, { kept: stranger, text }, ['/text']).accepted).toBe(
          canonicalJson(kept) === canonicalJson(stranger),
        );
      }),
    );
  });
});
