import { join } from 'node:path';
import {
  findPostgresPrograms,
  whyNoPostgres,
} from '../../../../packages/server/src/testing/postgres/postgres-process.ts';
import { findProgram } from '../../../../packages/server/src/testing/postgres/programs.ts';

/** Returns the path of a program that Debian's package of the same name installs; throws if it is missing. */
export function programOf(name: 'patroni' | 'etcd' | 'haproxy'): string {
  const path = pathOf(name);
  if (path === null) throw new Error(`${name} is not installed.`);
  return path;
}

/** The folder of PostgreSQL's programs. */
export function postgresFolder(): string {
  const folder = findPostgresPrograms();
  if (folder === null) throw new Error('PostgreSQL is not installed.');
  return folder;
}

/** Why Patroni cannot be tried here, or null if it can. */
export function whyNoPatroni(): string | null {
  const missing = (['patroni', 'etcd', 'haproxy'] as const).filter((name) => pathOf(name) === null);
  if (missing.length > 0)
    return `${missing.join(', ')} not installed: apt-get install patroni etcd-server haproxy python3-psycopg2`;
  return whyNoPostgres();
}

function pathOf(name: string): string | null {
  return findProgram(['/usr/bin', '/usr/sbin', '/usr/local/bin'].map((folder) => join(folder, name)));
}
