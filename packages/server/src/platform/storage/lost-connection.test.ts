import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedded, postgres } from '../../testing/databases-under-test.ts';
import { CommitOutcomeUnknown } from './commit-errors.ts';
import type { Storage } from './storage.ts';
import { isTransient, retryTransient } from './transient.ts';

describe.each([embedded, postgres])('a lost connection to $name', ({ open, skip }) => {
  if (skip) return void it.skip('is not reachable', () => undefined);
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
    await sql`create table notes (id int)`.execute(storage.db);
  });
  afterAll(() => storage.close());

  it('is replaced by a new one when it was idle', async () => {
    await sql`select 1`.execute(storage.db);
    const before = clientsOf(storage);
    cut(storage);
    await retryTransient(() => sql`select 1`.execute(storage.db), { attempts: 3 });
    expect(clientsOf(storage).some((client) => before.includes(client))).toBe(false);
  });

  it('rolls back the transaction it was in, and does not end the process', async () => {
    const attempt = storage.transaction(async (tx) => {
      await sql`insert into notes values (1)`.execute(tx);
      cut(storage);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await sql`insert into notes values (2)`.execute(tx);
    });
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(isTransient(error)).toBe(true);
    expect((await sql`select id from notes`.execute(storage.db)).rows).toEqual([]);
  });

  it('leaves open whether a transaction took effect when it goes during the commit', async () => {
    const attempt = storage.transaction(async (tx) => {
      await sql`insert into notes values (${3})`.execute(tx);
      cut(storage);
    });
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(CommitOutcomeUnknown);
    expect(isTransient(error)).toBe(false);
  });
});

/**
 * Destroys the sockets of all connections, as a network failure does. The driver does not know yet when this returns.
 */
function cut(storage: Storage): void {
  for (const client of clientsOf(storage)) client.connection.stream.destroy();
}

interface Client {
  connection: { stream: { destroy(): void } };
}

function clientsOf(storage: Storage): Client[] {
  return [...(storage.pool as unknown as { _clients: Client[] })._clients];
}
