import fc from 'fast-check';
import { expect, it } from 'vitest';
import { claim, textTarget, type Target } from './target.ts';
import { faultOf, inputsOf, tryTarget } from './try-target.ts';

function targetThat(check: (text: string) => void): Target {
  const inputs = fc.constantFrom(...Array.from({ length: 9 }, (_, times) => 'abc '.repeat(times + 1)));
  return textTarget({ name: 'sample', tokens: ['<', '>'], encoding: 'utf8', inputs, check });
}

/** Long enough on any machine for what a few hundred inputs find. */
const durationMs = 20_000;

it('finds an input that goes wrong, without what has nothing to do with it', () => {
  const target = targetThat((text) => claim(!/<[^]*>/.test(text), `There is a tag in ${JSON.stringify(text)}`));
  const { failure } = tryTarget(target, { seed: 1, durationMs, corpus: [Buffer.from('something <long')] });
  expect(Buffer.from(failure?.input ?? []).toString()).toMatch(/<[^]*>/);
  expect(failure?.input.length).toBeLessThan(20);
  expect(failure?.fault).toContain('There is a tag in');
});

it('says so where an input that is kept goes wrong', () => {
  const target = targetThat((text) => claim(text !== 'kept', 'It is the one.'));
  const { failure } = tryTarget(target, { seed: 1, durationMs, corpus: [Buffer.from('good'), Buffer.from('kept')] });
  expect(Buffer.from(failure?.input ?? []).toString()).toBe('kept');
});

it('ends when its time is over and all was well', () => {
  const { runs, failure } = tryTarget(
    targetThat(() => undefined),
    { seed: 1, durationMs: 50, corpus: [] },
  );
  expect(failure).toBeNull();
  expect(runs).toBeGreaterThan(0);
});

it('takes an input for wrong that takes too long', () => {
  const target = targetThat((text) => {
    const ends = performance.now() + (text.length > 20 ? 510 : 0);
    while (performance.now() < ends);
  });
  expect(faultOf(target, Buffer.from('short'))).toBeNull();
  expect(faultOf(target, Buffer.from('long'.repeat(9)))).toContain('more than 500 ms');
});

it('tries the same inputs with the same seed and others with another', () => {
  const inputs = inputsOf(
    targetThat(() => undefined),
    [Buffer.from('a')],
  );
  const sample = (seed: number) =>
    fc.sample(inputs, { seed, numRuns: 200 }).map((input) => Buffer.from(input).toString());
  expect(sample(7)).toEqual(sample(7));
  expect(sample(7)).not.toEqual(sample(8));
});
