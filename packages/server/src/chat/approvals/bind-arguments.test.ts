import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindArguments } from './bind-arguments.ts';

const call = (args: Record<string, unknown>) => ({ tool: 't', requested_scope: 'a.b', arguments: args });

describe('binding arguments', () => {
  it('§7 hashes the canonical JSON of RFC 8785', () => {
    const canonical =
      '{"arguments":{"a":[1e+30,0.002,4.5,1],"b":"\\u000f\\"€","é":null},"requested_scope":"a.b","tool":"t"}';
    expect(bindArguments(call({ é: null, b: '\u000f"€', a: [1e30, 2e-3, 4.5, 1.0] })).toString('hex')).toBe(
      createHash('sha256').update(canonical).digest('hex'),
    );
  });

  it('does not depend on how a call was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const shuffled = Object.fromEntries(Object.entries(args).reverse());
        expect(bindArguments(call(shuffled))).toEqual(bindArguments(call(args)));
        const stored = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
        expect(bindArguments(call(stored))).toEqual(bindArguments(call(args)));
      }),
    );
  });

  it('tells apart what differs in the tool, the scope or any argument', () => {
    const hashes = [
      call({ a: 1 }),
      call({ a: 2 }),
      call({ a: '1' }),
      call({ a: 1, b: null }),
      { ...call({ a: 1 }), tool: 'u' },
      { ...call({ a: 1 }), requested_scope: 'a.c' },
    ].map((one) => bindArguments(one).toString('hex'));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('has no hash for what JSON cannot say', () => {
    expect(() => bindArguments(call({ a: Infinity }))).toThrow();
  });
});
