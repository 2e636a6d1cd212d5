import { describe, expect, it } from 'vitest';
import { boundFacts } from '../../ui/bound-facts.ts';
import { replacementOf } from './replacement.ts';

const proposed = JSON.parse(
  '{"to":"Shop","amount":3,"express":false,"list":[1,2],"__proto__":"x","a/b":{"~":"y"}}',
) as object;
const editable = ['/to', '/amount', '/express', '/list/1', '/__proto__', '/a~1b/~0'];
const typedOf = (typed: Record<string, string>) => replacementOf(proposed, editable, new Map(Object.entries(typed)));

describe('§23 arguments that a person changes', () => {
  it('keep their types and everything else', () => {
    const { value, isChanged, faults } = typedOf({
      '/to': 'Market',
      '/amount': '4.5',
      '/express': 'true',
      '/list/1': '7',
    });
    expect(faults.size).toBe(0);
    expect(isChanged).toBe(true);
    expect(value).toEqual({ ...proposed, to: 'Market', amount: 4.5, express: true, list: [1, 7] });
  });

  it('are found whatever they are called', () => {
    const { value } = replacementOf(
      proposed,
      editable,
      new Map([
        ['/__proto__', 'z'],
        ['/a~1b/~0', 'w'],
      ]),
    );
    expect(JSON.stringify(value)).toBe(
      '{"to":"Shop","amount":3,"express":false,"list":[1,2],"__proto__":"z","a/b":{"~":"w"}}',
    );
  });

  it('are unchanged once they are typed as they were', () => {
    expect(typedOf({ '/to': 'Shop', '/amount': '3' }).isChanged).toBe(false);
  });

  it.each([
    ['/amount', 'four'],
    ['/amount', ' '],
    ['/to', 'x'.repeat(2_001)],
  ])('%s cannot become “%s”', (pointer, text) => {
    expect([...typedOf({ [pointer]: text }).faults.keys()]).toEqual([pointer]);
  });

  it('have a row of their own, even in a short list', () => {
    expect(boundFacts({ list: [1, 2] }).map(({ pointer }) => pointer)).toEqual(['/list']);
    expect(boundFacts({ list: [1, 2] }, ['/list/1']).map(({ pointer }) => pointer)).toEqual(['/list/0', '/list/1']);
  });
});
