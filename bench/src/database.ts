import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The PostgreSQL server of the run, and the databases that the run makes on it. */
export interface DatabaseServer {
  /** The settings that decide what a commit costs. */
  readonly settings: Readonly<Record<string, string>>;
  /** Makes a database, empty or as a copy of another of the run. */
  create(from?: Database): Promise<Database>;
  /** Writes out what is dirty, so that no contestant pays for the one before it. */
  checkpoint(): Promise<void>;
  /** Drops every database of the run that still stands, and disconnects. */
  close(): Promise<void>;
}

export interface Database {
  readonly name: string;
  readonly url: string;
  /** Runs one statement that answers with one number. */
  number(statement: string): Promise<number>;
  run(statement: string, values?: unknown[]): Promise<void>;
  /** The process ids of its backends, but for the bench's own and for those of vacuum, which come and go. */
  backends(): Promise<number[]>;
  drop(): Promise<void>;
}

const shown = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'shared_buffers',
  'wal_sync_method',
  'max_wal_size',
  'autovacuum',
];

/** Connects; rejects where no PostgreSQL answers at `serverUrl`. */
export async function openDatabaseServer(serverUrl: string): Promise<DatabaseServer> {
  const server = new pg.Client({ connectionString: serverUrl, connectionTimeoutMillis: 5000 });
  server.on('error', () => undefined);
  await server.connect();
  const settings: Record<string, string> = {};
  for (const name of shown) settings[name] = String(await one(server, `select current_setting('${name}')`));
  const standing = new Set<Database>();

  return {
    settings,
    async create(from) {
      const name = `parley_bench_${randomBytes(6).toString('hex')}`;
      await createWhenFree(server, name, from?.name ?? 'template1');
      const database = openDatabase(server, urlOf(serverUrl, name), name, () => standing.delete(database));
      standing.add(database);
      return database;
    },
    async checkpoint() {
      await server.query('checkpoint');
    },
    async close() {
      for (const database of standing) await database.drop();
      await server.end();
    },
  };
}

function openDatabase(server: pg.Client, url: string, name: string, dropped: () => void): Database {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  return {
    name,
    url,
    number: async (statement) => Number(await one(pool, statement)),
    async run(statement, values = []) {
      await pool.query(statement, values);
    },
    async backends() {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      return rows.map(({ pid }) => pid);
    },
    async drop() {
      dropped();
      await pool.end();
      await server.query(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A template can be copied only when nobody is connected to it, and a process that ended may still be on its way out. */
async function createWhenFree(server: pg.Client, name: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]);
      await server.query(`create database ${name} template ${template}`);
      return;
    } catch (error) {
      if (attempt === 10) throw error;
      await sleep(200);
    }
  }
}

async function one(client: pg.Client | pg.Pool, statement: string): Promise<unknown> {
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
  return rows[0]?.[0];
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
