import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { watchFaults, type FaultWatch } from './fault-watch.ts';
import type { StorageLog } from './storage-log.ts';
import { writeTroubleOf, type WriteTrouble } from './trouble.ts';

/** Tracks whether the database accepts writes. */
export interface WriteWatch extends FaultWatch<WriteTrouble> {
  /**
   * Increments when older connections must be replaced: a session keeps the access mode that it was opened with, and
   * may be connected to a primary that has become a standby.
   */
  readonly generation: number;
}

/** Large enough that a disk with a few free pages counts as full. */
const PROBE_BYTES = 1024 * 1024;

export function watchWrites(pool: Pool, log: StorageLog | undefined): WriteWatch {
  let generation = 0;
  const watch = watchFaults<WriteTrouble>({
    log,
    begins: 'the database takes no writes',
    ends: 'the database takes writes again',
    async probe() {
      generation += 1;
      return probeWrites(pool);
    },
  });
  return {
    get generation() {
      return generation;
    },
    get current() {
      return watch.current;
    },
    suspect(fault) {
      if (fault === 'database_read_only' && watch.current === null) generation += 1;
      watch.suspect(fault);
    },
    stop: () => watch.stop(),
  };
}

/** Writes to a new table and rolls back. Destroys the connection, so that each probe uses a new one. */
async function probeWrites(pool: Pool): Promise<WriteTrouble | null> {
  const client = await pool.connect();
  try {
    const table = `parley_write_probe_${randomBytes(8).toString('hex')}`;
    await client.query('begin');
    await client.query(`create unlogged table ${table} (bytes text)`);
    await client.query(`alter table ${table} alter bytes set storage external`);
    await client.query(`insert into ${table} values (repeat('x', ${PROBE_BYTES}))`);
    await client.query('rollback');
    return null;
  } catch (error) {
    const trouble = writeTroubleOf(error);
    if (trouble === null) throw error;
    return trouble;
  } finally {
    client.release(true);
  }
}
