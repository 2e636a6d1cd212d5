import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { newId, type ConversationId, type UserId } from '@parley/protocol';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testServerUrl } from '../../../testing/databases-under-test.ts';
import { createDatabase } from '../../../testing/postgres-template.ts';
import type { OpenBus } from '../bus.ts';
import { openHub, type Hub } from '../hub.ts';
import { tell, type Signal } from '../signal.ts';
import { natsBus } from './nats-bus.ts';
import { postgresBus } from './postgres-bus.ts';

const natsUrl = process.env['PARLEY_TEST_NATS_URL'] || 'nats://127.0.0.1:4222';
const natsAnswers = await canConnect(natsUrl);

/** A broker that only this test uses. */
interface Carrier {
  readonly open: OpenBus;
  /** Cuts the connections of all buses. */
  cut(): Promise<void>;
  end(): Promise<void>;
}

const carriers = [
  {
    name: testServerUrl === undefined ? 'PostgreSQL (SKIPPED: none answers at 127.0.0.1:5432)' : 'PostgreSQL',
    skip: testServerUrl === undefined,
    start: () => startPostgres(testServerUrl ?? ''),
  },
  {
    name: natsAnswers ? 'NATS' : 'NATS (SKIPPED: none answers at 127.0.0.1:4222)',
    skip: !natsAnswers,
    start: startNats,
  },
];

describe.each(carriers)('two servers joined by $name', ({ skip, start }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let carrier: Carrier;
  const hubs: Hub[] = [];
  const ann = newId('user', Date.now());

  beforeAll(async () => {
    carrier = await start();
    return () => carrier.end();
  });
  afterEach(async () => {
    for (const hub of hubs.splice(0)) await hub.close();
  });

  async function join(): Promise<{ hub: Hub; heard: Signal[]; resync: ReturnType<typeof vi.fn> }> {
    const hub = await openHub(carrier.open);
    hubs.push(hub);
    const heard: Signal[] = [];
    const resync = vi.fn();
    hub.onPerson(ann, (signal) => heard.push(signal), resync);
    hub.onServer((signal) => (signal.type === 'resync' ? undefined : heard.push(signal)));
    return { hub, heard, resync };
  }

  it('§9 tell each other, and hear their own signals once', async () => {
    const [one, two] = [await join(), await join()];
    const first = update(ann);
    const second: Signal = { to: 'servers', type: 'agentChanged', agentId: newId('agent', Date.now()) };
    one.hub.publish([first]);
    await until(() => two.heard.length === 1);
    two.hub.publish([second]);
    await until(() => one.heard.length === 2);
    expect(one.heard).toEqual([first, second]);
    expect(two.heard).toEqual([first, second]);
    expect(one.resync).not.toHaveBeenCalled();
  });

  it('pass on a burst whole and in order', async () => {
    const [one, two] = [await join(), await join()];
    const burst = Array.from({ length: 5_000 }, () => update(ann));
    for (const signal of burst) one.hub.publish([signal]);
    await until(() => two.heard.length >= burst.length);
    expect(two.heard).toEqual(burst);
  });

  it('pass on signals to more people than one message holds', async () => {
    const [one, two] = [await join(), await join()];
    const crowd = Array.from({ length: 5_000 }, () => newId('user', Date.now()));
    one.hub.publish([update(...crowd, ann)]);
    await until(() => two.heard.length === 1);
    expect(two.heard).toMatchObject([{ type: 'conversationUpdated' }]);
  });

  it('say one resync in place of too many signals', async () => {
    const [one, two] = [await join(), await join()];
    one.hub.publish(Array.from({ length: 10_001 }, () => update(ann)));
    await until(() => two.resync.mock.calls.length > 0);
    const later = update(ann);
    one.hub.publish([later]);
    await until(() => two.heard.length > 0);
    expect(two.heard).toEqual([later]);
    expect(two.resync).toHaveBeenCalledTimes(1);
  });

  it('resync after a lost connection, and hear each other again', async () => {
    const [one, two] = [await join(), await join()];
    await carrier.cut();
    const missed = update(ann);
    one.hub.publish([missed]);
    await until(() => one.resync.mock.calls.length > 0 && two.resync.mock.calls.length > 0);
    const later = update(ann);
    two.hub.publish([later]);
    await until(() => one.heard.includes(missed) && one.heard.some((signal) => same(signal, later)));
    expect(two.heard).toContainEqual(later);
  });

  it('send what was published just before closing', async () => {
    const [one, two] = [await join(), await join()];
    const last = update(ann);
    one.hub.publish([last]);
    await one.hub.close();
    await until(() => two.heard.length === 1);
    expect(two.heard).toEqual([last]);
    two.hub.publish([update(ann)]);
    await one.hub.close();
    expect(one.heard).toEqual([last]);
  });
});

const update = (...userIds: UserId[]): Signal =>
  tell(userIds, 'conversationUpdated', { conversationId: conversation() });
const conversation = (): ConversationId => newId('conversation', Date.now());
const same = (one: Signal, other: Signal): boolean => JSON.stringify(one) === JSON.stringify(other);
const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 5 });
const log = { info: () => undefined, warn: () => undefined };

async function startPostgres(serverUrl: string): Promise<Carrier> {
  const database = await createDatabase(serverUrl);
  return {
    open: postgresBus({ databaseUrl: database.url, log }),
    end: () => database.drop(),
    async cut() {
      const client = new pg.Client({ connectionString: serverUrl });
      await client.connect();
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'parley-signals' and datname = $1`,
        [new URL(database.url).pathname.slice(1)],
      );
      await client.end();
    },
  };
}

/** Puts a proxy between the buses and NATS. The test can cut its sockets. */
async function startNats(): Promise<Carrier> {
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(new URL(natsUrl).port || 4222), new URL(natsUrl).hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    open: natsBus({
      natsUrl: `nats://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      databaseId: newId('user', Date.now()),
      secretKeys: [Buffer.alloc(32, 1)],
      log,
    }),
    cut,
    async end() {
      await cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

async function canConnect(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port || 4222), hostname);
    socket.on('connect', () => (socket.destroy(), resolve(true))).on('error', () => resolve(false));
  });
}
