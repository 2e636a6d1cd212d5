import pg from 'pg';
import { planning } from './planning.ts';

/** Timeouts of a session in milliseconds. */
export const sessionTimeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 } as const;

/** What a new session has, whatever another client of a pooler has set in it since. */
const question = `
  select current_user as role, name, reset_val as value from pg_settings
  where name = any(array['synchronous_commit', '${[...planning.map(([name]) => name), ...Object.keys(sessionTimeouts)].join("','")}'])`;

/**
 * Returns the statements that give new sessions of this role the settings that a server needs. The server sends them
 * when it connects, but a pooler drops them. Empty if nothing is missing.
 */
export async function missingSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ role: string; name: string; value: string }>(question);
  const role = pg.escapeIdentifier(rows[0]?.role ?? '');
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const alter = (name: string, value: string): string => `alter role ${role} set ${name} = ${value};`;
  const commit = values.get('synchronous_commit') ?? '';
  return [
    ...planning.filter(([name, value]) => values.get(name) !== value).map(([name, value]) => alter(name, value)),
    ...Object.entries(sessionTimeouts)
      .filter(([name, longestMs]) => !isBounded(Number(values.get(name)), longestMs))
      .map(([name, longestMs]) => alter(name, `'${longestMs / 1000}s'`)),
    ...(commit === 'off' || commit === 'local' ? [alter('synchronous_commit', 'on')] : []),
  ];
}

/** Zero is no limit. */
function isBounded(valueMs: number, longestMs: number): boolean {
  return valueMs > 0 && valueMs <= longestMs;
}
