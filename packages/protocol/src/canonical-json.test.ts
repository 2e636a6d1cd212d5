import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

interface Vector {
  readonly name: string;
  readonly json: string;
  readonly canonical: string;
}

const file = new URL('../../../conformance/canonical-json/members.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

describe('§27 canonical JSON', () => {
  it.each(vectors)('sorts and writes as RFC 8785 says: $name', ({ json, canonical }) => {
    expect(canonicalJson(JSON.parse(json))).toBe(canonical);
    expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
  });

  it('leaves out what is undefined, and has nothing for what is no number', () => {
    expect(canonicalJson({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
    expect(() => canonicalJson({ a: [NaN] })).toThrow('not finite');
  });
});
