import { describe, expect, it } from 'vitest';
import { agentStandings, notBegunMs, turnLine, turnStages } from './turn.ts';

const times = [0, notBegunMs - 1, notBegunMs, 3_600_000];
const every = turnStages.flatMap((stage) =>
  agentStandings.flatMap((standing) =>
    times.flatMap((sinceMs) =>
      [null, '3:16'].map((nextTry) => ({
        stage,
        standing,
        sinceMs,
        nextTry,
        line: turnLine(stage, standing, { name: 'Gardener', sinceMs, nextTry }),
      })),
    ),
  ),
);

describe('the sentence of a turn', () => {
  it('is one for every combination of stage, standing and time', () => {
    expect(every).toHaveLength(14 * 5 * 4 * 2);
    for (const { stage, standing, line } of every) {
      expect(line.sentence, `${stage}, ${standing}`).toMatch(/^[A-Z][^{}]+$/);
      expect(line.sentence).not.toMatch(/undefined|null|NaN/);
    }
  });

  it('never says that something comes from an agent that has left or is blocked', () => {
    for (const { stage, standing, line } of every) {
      if (standing !== 'gone' && standing !== 'blocked') continue;
      if (stage !== 'outbox') expect(line.mark, `${stage}, ${standing}`).not.toMatch(/moving|yours|later/);
      expect(line.actor, `${stage}, ${standing}`).not.toBe('agent');
    }
  });

  it('asks the reader to act only where the reader can', () => {
    for (const { stage, standing, line } of every) {
      if (line.mark === 'yours') expect([line.actor, stage]).toEqual(['you', 'waiting']);
      if (line.mark === 'moving') expect(line.actor, `${stage}, ${standing}`).not.toBe('you');
    }
  });

  it('says that a failed answer is the reader’s to ask for again, and never that it is on its way', () => {
    const stages = every.filter(({ stage }) => stage === 'broken');
    for (const { line } of stages) expect(line).toMatchObject({ mark: 'broken', actor: 'you' });
    expect(stages[0]?.line.sentence).toBe('Gardener could not answer.');
  });

  it('says of an agent that has not begun after ten seconds that it has not', () => {
    const has = (sinceMs: number) => turnLine('dispatched', 'connected', { name: 'Gardener', sinceMs, nextTry: null });
    expect(has(notBegunMs - 1).sentence).toBe('Gardener has it.');
    expect(has(notBegunMs).sentence).toBe('Gardener has it, and has not begun.');
  });
});
