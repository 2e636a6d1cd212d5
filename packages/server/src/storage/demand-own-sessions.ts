import type pg from 'pg';

/** In this order two connections ask which session answers them: no turn-taking of a pooler gives the same two answers throughout. */
const order = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0];

/**
 * Throws where a pooler lends sessions for a transaction at a time: prepared statements, advisory locks and LISTEN would then be
 * somebody else's. A connection that keeps its session is answered by the same one each time, and no other connection is.
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
    // The second was for the question only: the pool opens as many as it needs.
    clients[0].release();
    clients[1].release(true);
  }
}

/** Without parameters, so that nothing is prepared. The start of the server tells hosts behind one address apart. */
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
