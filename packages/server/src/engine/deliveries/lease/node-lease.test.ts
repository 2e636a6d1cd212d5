import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPostgres, type PostgresOptions } from '../../../platform/storage/open-postgres.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { testServerUrl } from '../../../testing/databases-under-test.ts';
import { startCluster } from '../../../testing/durability/cluster.ts';
import { createFromTemplate } from '../../../testing/postgres-template.ts';
import { givenTime } from '../../../platform/time/timekeeper.ts';
import { realClock } from '../../../testing/fake-clock.ts';
import { silentProxy, type SilentProxy } from '../../../testing/silent-proxy.ts';
import { NodeLease } from './node-lease.ts';
import { removeNode, renewNode } from './node-queries.ts';

/** Takes `count` connections of a pool and keeps them. Returns a function that releases them. */
async function takeConnections(storage: Storage, count: number): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const holds: Promise<void>[] = [];
  for (let i = 0; i < count; i++) {
    await new Promise<void>((taken) => {
      holds.push(
        storage.transaction(async (tx) => {
          await sql`select 1`.execute(tx);
          taken();
          await released;
        }),
      );
    });
  }
  return async () => {
    release();
    await Promise.all(holds);
  };
}

describe.skipIf(testServerUrl === undefined)('the lease of a server', () => {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('is renewed while every connection of its pool is at work', { timeout: 60_000 }, async () => {
    const cluster = await startCluster(2);
    ends.push(() => cluster.close());
    const [busy, other] = cluster.nodes;
    if (!busy || !other) throw new Error('There are two.');
    const { nodeId } = busy.app.engine;
    const aliveUntil = async () => {
      const { rows } = await sql<{ at: Date }>`
        select alive_until as at from nodes where node_id = ${nodeId}`.execute(other.app.storage.db);
      return rows[0]?.at.getTime() ?? 0;
    };
    const { pool } = busy.app.storage;
    ends.push(await takeConnections(busy.app.storage, 10));
    expect([pool.totalCount, pool.idleCount]).toEqual([10, 0]);
    // The first renewal may have started earlier.
    for (let renewal = 0; renewal < 2; renewal++) {
      const before = await aliveUntil();
      await expect.poll(aliveUntil, { timeout: 20_000 }).toBeGreaterThan(before);
    }
    expect(busy.app.engine.nodeId).toBe(nodeId);
  });

  /**
   * Creates a lease on a database of its own, with a timer that the test drives. `wayTo` returns the URL that the lease
   * connects to.
   */
  async function leaseOn(wayTo = async (databaseUrl: string) => databaseUrl, answerWithinMs?: number) {
    const database = await createFromTemplate(testServerUrl ?? '');
    ends.push(() => database.drop());
    const open = async (options: PostgresOptions) => {
      const storage = await openPostgres(options);
      ends.push(() => storage.close());
      return storage;
    };
    const storage = await open({ databaseUrl: database.url, poolSize: 3 });
    const leaseStorage = await open({ databaseUrl: await wayTo(database.url), poolSize: 1, answerWithinMs });
    const ticks: (() => void)[] = [];
    const clock = {
      after(_ms: number, tick: () => void) {
        ticks.push(tick);
        return () => undefined;
      },
    };
    const log = { warn: () => undefined, error: () => undefined };
    const [lost, joined, othersLive] = [vi.fn(), vi.fn(), vi.fn()];
    const lease = new NodeLease(
      { storage, leaseStorage, timekeeper: givenTime(realClock), log: log as never },
      { lost, joined, othersLive, reaped: () => undefined },
      clock,
    );
    await lease.start();
    const tick = () => {
      for (const one of ticks.splice(0)) one();
    };
    const nodes = async () => {
      const { rows } = await sql<{ node_id: string; at: Date }>`
        select node_id, alive_until as at from nodes`.execute(storage.db);
      return new Map(rows.map((row) => [row.node_id, row.at.getTime()]));
    };
    return { storage, leaseStorage, lease, lost, joined, othersLive, tick, nodes };
  }

  /** Creates a lease behind a proxy that can stop forwarding without closing its connections. */
  async function silently() {
    let proxy: SilentProxy | undefined;
    const given = await leaseOn(async (url) => {
      proxy = await silentProxy(url);
      ends.push(proxy.close);
      return proxy.url;
    }, 1_000);
    if (!proxy) throw new Error('The lease goes this way.');
    return { ...given, proxy };
  }

  it('is taken anew under one name alone, however long it could not be renewed', { timeout: 60_000 }, async () => {
    const { storage, leaseStorage, lease, lost, tick, nodes } = await leaseOn();
    const release = await takeConnections(leaseStorage, 1);
    for (let i = 0; i < 5; i++) tick();
    await sql`delete from nodes`.execute(storage.db);
    await release();
    await expect.poll(() => lost.mock.calls.length, { timeout: 20_000 }).toBe(1);
    tick();
    // Earlier waiters for the connection have finished by now.
    await sql`select 1`.execute(leaseStorage.db);
    expect([...(await nodes()).keys()]).toEqual([lease.nodeId]);
    expect(lost).toHaveBeenCalledTimes(1);
    await lease.stop();
  });

  it('tells with each renewal whether others live, and that they may where it cannot be renewed', async () => {
    const { storage, leaseStorage, lease, joined, othersLive, tick } = await leaseOn();
    const told = async () => {
      const before = othersLive.mock.calls.length;
      tick();
      await expect.poll(() => othersLive.mock.calls.length).toBeGreaterThan(before);
      return othersLive.mock.calls.at(-1);
    };
    expect(joined).toHaveBeenCalledTimes(1);
    expect(await told()).toEqual([false]);
    await renewNode(storage.db, 'another', true);
    expect(await told()).toEqual([true]);
    await storage.transaction((tx) => removeNode(tx, 'another'));
    expect(await told()).toEqual([false]);
    await leaseStorage.close();
    expect(await told()).toEqual([true]);
    await lease.stop();
  });

  it('is renewed over another connection where its own fell silent', { timeout: 60_000 }, async () => {
    const { proxy, lease, lost, tick, nodes } = await silently();
    const before = (await nodes()).get(lease.nodeId) ?? Infinity;
    proxy.silence();
    const renewed = async () => {
      tick();
      return (await nodes()).get(lease.nodeId);
    };
    await expect.poll(renewed, { timeout: 20_000 }).toBeGreaterThan(before);
    expect(lost).not.toHaveBeenCalled();
    await lease.stop();
  });

  it('is found to have been given up while its connection was silent', { timeout: 60_000 }, async () => {
    const { proxy, storage, lease, lost, tick, nodes } = await silently();
    proxy.silence();
    tick();
    await sql`delete from nodes`.execute(storage.db);
    const timesLost = () => {
      tick();
      return lost.mock.calls.length;
    };
    await expect.poll(timesLost, { timeout: 20_000 }).toBe(1);
    expect([...(await nodes()).keys()]).toEqual([lease.nodeId]);
    await lease.stop();
  });

  it('is found to have been given up although the answer to its new name was lost', { timeout: 60_000 }, async () => {
    const { proxy, storage, lease, lost, tick, nodes } = await silently();
    proxy.silenceAfter(['insert into nodes'], 'answer');
    await sql`delete from nodes`.execute(storage.db);
    const timesLost = () => {
      tick();
      return lost.mock.calls.length;
    };
    await expect.poll(timesLost, { timeout: 20_000 }).toBe(1);
    expect((await nodes()).has(lease.nodeId)).toBe(true);
    await lease.stop();
  });
});
