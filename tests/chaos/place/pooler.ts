import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../packages/server/src/testing/postgres/free-port.ts';
import { endProgram, listens, unprivileged } from '../../../packages/server/src/testing/postgres/programs.ts';

/** A PgBouncer in transaction mode before a PostgreSQL of our own. */
export interface Pooler {
  /** The URL of a database through it. */
  urlOf(databaseUrl: string): string;
  close(): Promise<void>;
}

/** Fewer sessions than two servers have connections, so that they are lent from one to the other. */
const sessions = 12;

/**
 * Starts the PgBouncer of this path before the server of a URL.
 *
 * @param mode Settings over those that docs/scaling.md gives.
 */
export async function startPooler(
  program: string,
  serverUrl: string,
  mode: Readonly<Record<string, string | number>> = {},
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pooler-'));
  const port = await freePort();
  const target = new URL(serverUrl);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    max_prepared_statements: 500,
    default_pool_size: sessions,
    server_connect_timeout: 3,
    server_login_retry: 1,
    ignore_startup_parameters: 'options,statement_timeout,idle_in_transaction_session_timeout',
    ...mode,
  };
  const lines = [
    '[databases]',
    `* = host=${target.hostname} port=${target.port || 5432} user=${target.username}`,
    '[pgbouncer]',
    ...Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name} = ${value}`),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) for (const path of [folder, file]) await chown(path, uid, gid);
  const child = spawn(program, ['-q', file], { ...unprivileged(), cwd: '/', stdio: 'ignore' });
  for (let tries = 0; !(await listens(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`${program} did not start.`);
    await pause(100);
  }
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async close() {
      await endProgram(child, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
