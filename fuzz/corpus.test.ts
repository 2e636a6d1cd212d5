import { describe, expect, it } from 'vitest';
import { readCorpus } from './corpus.ts';
import { targets } from './targets.ts';
import { faultOf, tryTarget } from './try-target.ts';

describe.each(targets)('$name', (target) => {
  it('takes every input of its corpus as it should', async () => {
    const corpus = await readCorpus(target.name);
    expect(corpus.length).toBeGreaterThan(0);
    const faults = corpus.map(({ name, bytes }) => [name, faultOf(target, bytes)]);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
  });

  it('takes inputs that are new', async () => {
    const corpus = (await readCorpus(target.name)).map(({ bytes }) => bytes);
    const { runs, failure } = tryTarget(target, { seed: 1, durationMs: 500, corpus });
    expect(failure && { ...failure, input: Buffer.from(failure.input).toString('latin1') }).toBeNull();
    expect(runs).toBeGreaterThan(corpus.length);
  });
});
