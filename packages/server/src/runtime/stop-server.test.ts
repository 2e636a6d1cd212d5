import { describe, expect, it, vi } from 'vitest';
import { stopServer } from './stop-server.ts';

const log = { error: () => undefined };
const leave = async () => undefined;
const never = () => new Promise<void>(() => undefined);

describe('stopping a server', () => {
  it('ends with 0 once it is closed', async () => {
    const abandon = vi.fn(never);
    expect(await stopServer({ leave, close: async () => undefined, abandon }, log)).toBe(0);
    expect(abandon).not.toHaveBeenCalled();
  });

  it('ends with 1 where it cannot be closed', async () => {
    const close = () => Promise.reject(new Error('No.'));
    expect(await stopServer({ leave, close, abandon: never }, log)).toBe(1);
  });

  it('§9 lets go of what is in hand, and ends with 1, where closing does not end', async () => {
    const abandon = vi.fn(async () => undefined);
    expect(await stopServer({ leave, close: never, abandon }, log, 10)).toBe(1);
    expect(abandon).toHaveBeenCalledOnce();
  });
});
