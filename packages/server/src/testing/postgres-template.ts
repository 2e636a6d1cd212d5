import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../platform/storage/migrate.ts';
import { openPostgres } from '../platform/storage/open-postgres.ts';
import { migrationsHash } from './migrations-hash.ts';

export interface ServerDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An arbitrary number that all test runs use. */
const BUILD_LOCK = 726_355_910;

/** Creates a database as a copy of a migrated template, which is built once for each version of the migrations. */
export async function createFromTemplate(serverUrl: string): Promise<ServerDatabase> {
  const template = `parley_template_${await migrationsHash()}`;
  await withServer(serverUrl, (server) => buildTemplate(server, serverUrl, template));
  return createDatabase(serverUrl, template);
}

/** Returns what the names of a run's databases begin with, by which the end of the run finds those that are left. */
export function databasesOfRun(): string {
  return `parley_test_${process.env['PARLEY_TEST_RUN'] ?? 'lone'}_`;
}

/** Drops what a run has left on this server. */
export async function dropDatabasesOfRun(serverUrl: string): Promise<void> {
  await withServer(serverUrl, async (server) => {
    const { rows } = await server.query<{ name: string }>(
      "select format('%I', datname) as name from pg_database where starts_with(datname, $1)",
      [databasesOfRun()],
    );
    for (const { name } of rows) await server.query(`drop database if exists ${name} with (force)`);
  });
}

/** Creates an empty database, or a copy of `template`, with a unique name. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<ServerDatabase> {
  const name = `${databasesOfRun()}${randomBytes(6).toString('hex')}`;
  await withServer(serverUrl, (server) => server.query(`create database ${name} template ${template}`));
  return {
    url: urlOf(serverUrl, name),
    drop: () =>
      withServer(serverUrl, async (server) => {
        await server.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/**
 * The template has another name while it is being built, so that one that a killed run left half-built is never copied.
 */
async function buildTemplate(server: pg.Client, serverUrl: string, template: string): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [BUILD_LOCK]);
  const { rowCount } = await server.query('select 1 from pg_database where datname = $1', [template]);
  if (rowCount === 1) return;
  const draft = `${template}_draft`;
  await server.query(`drop database if exists ${draft} with (force)`);
  await server.query(`create database ${draft}`);
  const storage = await openPostgres({ databaseUrl: urlOf(serverUrl, draft), poolSize: 1 });
  await migrate(storage).finally(() => storage.close());
  await server.query(`alter database ${draft} rename to ${template}`);
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function withServer<T>(serverUrl: string, work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
