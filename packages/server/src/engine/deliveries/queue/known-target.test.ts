import { describe, expect, it } from 'vitest';
import { newId } from '@parley/protocol';
import { KnownTarget } from './known-target.ts';
import type { Target } from '../../carriers/target.ts';

const target: Target = {
  agentId: newId('agent'),
  status: 'live',
  transport: 'webhook',
  isListenedElsewhere: false,
  webhookUrl: 'https://agent.example/hook',
  credential: null,
};
const atOnce = async () => target;

describe('what is known of where deliveries go', () => {
  it('is current for a second, and remembered after it', async () => {
    const where = new KnownTarget();
    expect(await where.read(atOnce, () => 5000)).toBe(true);
    expect([where.at(5999), where.at(6000), where.last]).toEqual([target, null, target]);
  });

  it('is not current once the agent changed, nor where it was read before that', async () => {
    const where = new KnownTarget();
    await where.read(atOnce, () => 0);
    where.doubt();
    expect(where.at(0)).toBeNull();
    const reading = where.read(
      async () => {
        where.doubt();
        return { ...target, status: 'paused' };
      },
      () => 0,
    );
    expect(where.isBeingRead).toBe(true);
    expect(await reading).toBe(false);
    expect([where.isBeingRead, where.at(0), where.last]).toEqual([false, null, target]);
  });

  it('may be read again where it could not be', async () => {
    const where = new KnownTarget();
    const broken = where.read(
      () => Promise.reject(new Error('no database')),
      () => 0,
    );
    await expect(broken).rejects.toThrow('no database');
    expect(where.isBeingRead).toBe(false);
  });
});
