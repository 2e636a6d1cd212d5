import pg from 'pg';

/**
 * Makes the database of `url` read-only, as a standby is, or writable again. `ends` terminates its connections;
 * otherwise they keep their access mode.
 */
export async function setReadOnly(
  serverUrl: string,
  url: string,
  isReadOnly: boolean,
  ends = isReadOnly,
): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`alter database ${pg.escapeIdentifier(name)} set default_transaction_read_only = ${isReadOnly}`);
  if (ends) await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await admin.end();
}
