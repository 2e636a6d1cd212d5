import { describe, expect, it, vi } from 'vitest';
import { openLoneBus } from '../bus.ts';
import { addressOf } from './nats-bus.ts';
import { busFor } from './open-bus.ts';

const keys = { secretKey: Buffer.alloc(32, 1), otherSecretKeys: [] };
const unreachable = '127.0.0.1:1';

describe('the bus of a server', () => {
  it('§9 is none with the embedded database', () => {
    expect(busFor({ natsUrl: null, databaseUrl: null, ...keys }, 'db', { info: vi.fn(), warn: vi.fn() })).toBe(
      openLoneBus,
    );
  });

  it.each([
    ['nats', { natsUrl: `nats://${unreachable}`, databaseUrl: `postgres://root@${unreachable}/x` }],
    ['postgres', { natsUrl: null, databaseUrl: `postgres://root@${unreachable}/x` }],
  ])(
    '§9 is %s where that is set up, and opens, sends and closes although nothing answers there',
    async (name, config) => {
      const warn = vi.fn();
      const bus = await busFor({ ...config, ...keys }, 'db', { info: vi.fn(), warn })(vi.fn(), vi.fn());
      bus.send([{ to: 'servers', type: 'agentChanged', agentId: 'agt_1' }]);
      await bus.close();
      expect(warn).toHaveBeenCalledWith(expect.objectContaining({ bus: name }), expect.any(String));
    },
  );
});

describe('the address of a NATS server', () => {
  it('takes a user and password, a token, TLS and several servers from the URL', () => {
    expect(addressOf('nats://127.0.0.1:4222')).toEqual({ servers: ['127.0.0.1:4222'] });
    expect(addressOf('bus.example')).toEqual({ servers: ['bus.example'] });
    expect(addressOf('nats://ann:s%40fe@a:1, nats://b:2')).toEqual({
      servers: ['a:1', 'b:2'],
      user: 'ann',
      pass: 's@fe',
    });
    expect(addressOf('tls://token@a:1')).toEqual({ servers: ['a:1'], token: 'token', tls: {} });
  });
});
