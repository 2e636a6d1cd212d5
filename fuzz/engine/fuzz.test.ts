import { expect, it } from 'vitest';
import { claim, textTarget, type Target } from '../target.ts';
import { fuzz } from './fuzz.ts';
import { judge } from './judge.ts';
import { nextInput } from './mutate.ts';
import { seededRandom } from './random.ts';

function targetThat(check: (text: string) => void): Target {
  const make = (random: ReturnType<typeof seededRandom>) => 'abc '.repeat(random.between(1, 9));
  return textTarget({ name: 'sample', sources: [], tokens: ['<', '>'], encoding: 'utf8', make, check });
}

/** Long enough on any machine for what a few hundred inputs find. */
const durationMs = 20_000;

it('finds an input that goes wrong and makes it as small as it can be', () => {
  const target = targetThat((text) => claim(!/<[^]*>/.test(text), `There is a tag in ${JSON.stringify(text)}`));
  const { failure } = fuzz(target, { seed: 1, durationMs: 50, corpus: [] });
  expect(failure).toBeNull();
  const changed = fuzz(target, { seed: 1, durationMs, corpus: [Buffer.from('something <long')] });
  expect(Buffer.from(changed.failure?.input ?? []).toString()).toBe('<>');
  expect(changed.failure?.fault).toContain('There is a tag in "<>"');
});

it('says so where an input that is kept goes wrong', () => {
  const target = targetThat((text) => claim(text !== 'kept', 'It is the one.'));
  const { runs, failure } = fuzz(target, { seed: 1, durationMs, corpus: [Buffer.from('good'), Buffer.from('kept')] });
  expect([runs, Buffer.from(failure?.input ?? []).toString()]).toEqual([0, 'kept']);
});

it('takes an input for wrong that takes too long', () => {
  const target = targetThat((text) => {
    const ends = performance.now() + (text.length > 20 ? 510 : 0);
    while (performance.now() < ends);
  });
  expect(judge(target, Buffer.from('short'))).toBeNull();
  expect(judge(target, Buffer.from('long'.repeat(9)))).toContain('more than 500 ms');
});

it('tries the same inputs with the same seed and others with another', () => {
  const target = targetThat(() => undefined);
  const inputs = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 200 }, () => Buffer.from(nextInput(target, [Buffer.from('a')], random)).toString());
  };
  expect(inputs(7)).toEqual(inputs(7));
  expect(inputs(7)).not.toEqual(inputs(8));
});

it('keeps an input that reaches something new, and only that one', () => {
  let reached = new Set<boolean>();
  let seen = reached;
  const known = new Set<boolean>();
  const target = targetThat((text) => void reached.add(text.includes('<')));
  const coverage = {
    look() {
      [seen, reached] = [reached, new Set()];
      return [...seen].some((place) => !known.has(place));
    },
    learn: () => seen.forEach((place) => known.add(place)),
    close: () => undefined,
  };
  const { found } = fuzz(target, { seed: 1, durationMs: 300, corpus: [Buffer.from('plain')], coverage });
  expect(found.map((input) => Buffer.from(input).includes('<'))).toEqual([true]);
});
