import type pg from 'pg';

/** What a pooler lends to a connection: a session for as long as it is open, or for each transaction. */
export type Lending = 'session' | 'transaction';

/**
 * The order in which two connections query their session. Under a pooler, no rotation of sessions gives both of them
 * constant and different answers in this order.
 */
const order = [0, 1, 0, 0, 1, 1, 0, 1, 1, 0] as const;

/**
 * Finds out what is lent: with its own session, each of two connections always sees the same one, and they differ. A
 * pooler that lends by the transaction is refused if this server listens for signals on the database, because LISTEN
 * would act on another client's session, and if it does not keep prepared statements across sessions.
 */
export async function demandSessions(pool: pg.Pool, listens: boolean): Promise<Lending> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    if (await haveOwnSessions(clients)) return 'session';
    if (listens) throw refusal('signals come by LISTEN, because NATS_URL is not set');
    if (!(await keepsStatements(clients)))
      throw refusal(
        'it does not keep prepared statements (PgBouncer does from 1.21 on, with max_prepared_statements = 500)',
      );
    return 'transaction';
  } finally {
    // The second connection was only for this check. The pool opens as many as it needs.
    clients[0].release();
    clients[1].release(true);
  }
}

type Two = readonly [pg.PoolClient, pg.PoolClient];

async function haveOwnSessions(clients: Two): Promise<boolean> {
  const [one, other] = [new Set<string>(), new Set<string>()];
  for (const turn of order) (turn === 0 ? one : other).add(await sessionOf(clients[turn]));
  return one.size === 1 && other.size === 1 && [...one].every((session) => !other.has(session));
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

const STATEMENT_UNKNOWN = '26000';
const STATEMENT_EXISTS = '42P05';

/** Each connection prepares its own statement under the same name, and runs it again in sessions where it did not. */
async function keepsStatements(clients: Two): Promise<boolean> {
  try {
    for (const turn of order) {
      const own = { name: 'parley_lending', text: `select ${turn} as connection, $1::int as given`, values: [turn] };
      const { rows } = await clients[turn].query<{ connection: number }>(own);
      if (rows[0]?.connection !== turn) return false;
    }
    return true;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === STATEMENT_UNKNOWN || code === STATEMENT_EXISTS) return false;
    throw error;
  }
}

function refusal(reason: string): Error {
  return new Error(
    `A pooler in transaction mode stands before PostgreSQL, and ${reason}: let it lend whole sessions (pool_mode = session), leave it out, or see "A pooler between" in docs/scaling.md`,
  );
}
