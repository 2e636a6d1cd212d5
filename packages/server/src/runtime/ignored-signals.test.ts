import { connect } from '@nats-io/transport-node';
import { expect, it, onTestFinished } from 'vitest';
import { messageSeal } from '../platform/signals/buses/message-seal.ts';
import { encodeResync } from '../platform/signals/buses/signal-message.ts';
import { identifyDatabase } from '../platform/storage/database-identity.ts';
import { startTestServer } from '../testing/app.ts';
import { readMetrics } from '../testing/contract/metrics.ts';

const natsUrl = process.env['PARLEY_TEST_NATS_URL'] || 'nats://127.0.0.1:4222';
const servers = new URL(natsUrl).host;
const probe = await connect({ servers, reconnect: false }).catch(() => null);
await probe?.close();

it.skipIf(probe === null)('§27 signals over NATS that no server of this database wrote are counted', async () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const server = await startTestServer({ NATS_URL: natsUrl, PARLEY_SECRET_KEY: key.toString('base64') });
  const stranger = await connect({ servers });
  onTestFinished(async () => void (await Promise.all([server.stop(), stranger.close()])));
  const databaseId = await identifyDatabase(server.app.storage.db);
  const send = (message: string) => stranger.publish(`parley.signals.${databaseId}`, message);
  const ignored = async () => (await readMetrics(server)).of('parley_signals_ignored_total');

  expect(await ignored()).toBe(0);
  const signal = encodeResync('stranger');
  send(messageSeal([key], databaseId).seal(signal));
  for (const foreign of [signal, messageSeal([other], databaseId).seal(signal), messageSeal([key], 'x').seal(signal)])
    send(foreign);
  await expect.poll(ignored, { timeout: 20_000 }).toBe(3);
});
