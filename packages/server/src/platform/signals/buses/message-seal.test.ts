import { connect } from '@nats-io/transport-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { newId } from '@parley/protocol';
import { messageSeal } from './message-seal.ts';
import { natsBus } from './nats-bus.ts';
import { encodeResync } from './signal-message.ts';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const natsUrl = process.env['PARLEY_TEST_NATS_URL'] || 'nats://127.0.0.1:4222';
const probe = await connect({ servers: new URL(natsUrl).host, reconnect: false }).catch(() => null);
await probe?.close();

it('§27 a signal is taken from whoever has the key and means the same database, and from nobody else', () => {
  const own = messageSeal([key], 'one');
  expect(own.open(own.seal('text'))).toBe('text');
  expect(messageSeal([other, key], 'one').open(own.seal('text'))).toBe('text');
  expect(messageSeal([other], 'one').open(own.seal('text'))).toBe(null);
  expect(messageSeal([key], 'two').open(own.seal('text'))).toBe(null);
  for (const text of ['', 'text', `${own.seal('text')}x`, own.seal('text').slice(1)]) expect(own.open(text)).toBe(null);
});

it.skipIf(probe === null)('§27 what others write to the subject of NATS is ignored and counted', async () => {
  const databaseId = newId('user', Date.now());
  const [resync, onIgnored] = [vi.fn(), vi.fn()];
  const log = { info: vi.fn(), warn: vi.fn() };
  const bus = await natsBus({ natsUrl, databaseId, secretKeys: [key], log, onIgnored })(vi.fn(), resync);
  const stranger = await connect({ servers: new URL(natsUrl).host });
  onTestFinished(async () => void (await Promise.all([bus.close(), stranger.close()])));
  const subject = `parley.signals.${databaseId}`;
  stranger.publish(subject, encodeResync('stranger'));
  stranger.publish(subject, messageSeal([other], databaseId).seal(encodeResync('stranger')));
  stranger.publish(subject, messageSeal([key], databaseId).seal(encodeResync('another')));
  await vi.waitFor(() => expect(resync).toHaveBeenCalledTimes(1));
  expect(onIgnored).toHaveBeenCalledTimes(2);
});
