import type pg from 'pg';

/**
 * The order in which two connections query their session. Under a pooler, no rotation of sessions gives both of them
 * constant and different answers in this order.
 */
const order = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0];

/**
 * Throws if a pooler assigns sessions per transaction: prepared statements, advisory locks and LISTEN would then act on
 * another client's session. Checks that each of two connections always gets the same session and that they differ.
 */
export async function demandOwnSessions(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    const seen: [Set<string>, Set<string>] = [new Set(), new Set()];
    for (const turn of order) {
      const client = clients[turn];
      if (client !== undefined) seen[turn === 0 ? 0 : 1].add(await sessionOf(client));
    }
    const [one, other] = seen;
    if (one.size > 1 || other.size > 1 || [...one].some((session) => other.has(session))) throw refusal();
  } finally {
    // The second connection was only for this check. The pool opens as many as it needs.
    clients[0].release();
    clients[1].release(true);
  }
}

/**
 * Has no parameters, so that nothing is prepared. The server's start time distinguishes several servers behind one
 * address.
 */
async function sessionOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ session: string }>(
    `select pg_backend_pid() || ' ' || pg_postmaster_start_time() as session`,
  );
  return rows[0]?.session ?? '';
}

function refusal(): Error {
  return new Error(
    'A pooler in transaction mode stands before PostgreSQL: it has to lend whole sessions (pool_mode = session), or be left out',
  );
}
