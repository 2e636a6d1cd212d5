import { describe, expect, it } from 'vitest';
import { isJsonPointer, readPointer } from './read-pointer.ts';

const document = JSON.parse('{"a":{"b/c":[1,{"~d":null}],"":2},"__proto__":{"x":3},"list":[]}') as unknown;

describe('§22 a JSON Pointer', () => {
  it.each([
    ['', document],
    ['/a/b~1c/0', 1],
    ['/a/b~1c/1/~0d', null],
    ['/a/', 2],
    ['/__proto__/x', 3],
    ['/b', undefined],
    ['/a/b~1c/2', undefined],
    ['/a/b~1c/00', undefined],
    ['/list/length', undefined],
    ['/a/b~1c/0/x', undefined],
    ['/toString', undefined],
  ])('%j finds the value that RFC 6901 says', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual(value);
  });

  it.each([
    ['', true],
    ['/', true],
    ['/a~0~1', true],
    ['a', false],
    ['/a~', false],
    ['/a~2', false],
  ])('%j is one: %s', (pointer, is) => {
    expect(isJsonPointer(pointer)).toBe(is);
  });
});
