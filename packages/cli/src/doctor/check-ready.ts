import { readinessReasons, type ReadinessReason } from '@parley/protocol';
import { faulty, passed, type Check } from './check.ts';

/** What an operator can do about each reason. */
const remedies: Readonly<Record<ReadinessReason, string>> = {
  clock: 'its clock and that of its database are more than 30 seconds apart: synchronize both (NTP)',
  database_unavailable: 'its database does not answer: start it, and check DATABASE_URL',
  database_read_only: 'its database refuses writes: point DATABASE_URL at the primary, or promote the standby',
  storage_full: 'the disk of its database or of its uploads is full: free some space',
  migrations: 'its migrations have not run in this database: restart the server',
  version: 'a newer version has migrated its database: install that version',
  stopping: 'it is about to stop: wait for its successor',
};

/** Checks the answer of `/readyz`. */
export async function checkReady(url: string, response: Response): Promise<Check> {
  if (response.ok) return passed('server');
  const text = await response.text();
  const reasons = reasonsIn(text);
  const said = reasons.map((reason) => `${remedies[reason]} (${reason})`).join('; ');
  return faulty('server', reasons.length > 0 ? `The server is not ready: ${said}.` : unknown(url, response, text));
}

function reasonsIn(text: string): readonly ReadinessReason[] {
  try {
    const { reasons } = JSON.parse(text) as { readonly reasons?: unknown };
    return Array.isArray(reasons) ? readinessReasons.filter((reason) => reasons.includes(reason)) : [];
  } catch {
    return [];
  }
}

function unknown(url: string, { status }: Response, text: string): string {
  return `${url} answered ${status}: ${text.slice(0, 200)}`;
}
