import pg from 'pg';

/** Closes the database of `url` to connections and terminates existing ones, or opens it again. */
export async function shutDatabase(serverUrl: string, url: string, isOpen: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`alter database ${pg.escapeIdentifier(name)} with allow_connections ${isOpen}`);
  if (!isOpen) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await admin.end();
}
