import { spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childrenOf } from '../../../../packages/server/src/testing/postgres/postgres-process.ts';
import { freePort } from '../../../../packages/server/src/testing/postgres/free-port.ts';
import { endProgram, unprivileged } from '../../../../packages/server/src/testing/postgres/programs.ts';
import { postgresFolder, programOf } from './programs.ts';

/** A node of a Patroni cluster: Patroni and the PostgreSQL that it runs. */
export interface PatroniNode {
  readonly name: string;
  readonly port: number;
  /** Port of Patroni's REST interface. */
  readonly restPort: number;
  start(): void;
  /** Whether its REST interface answers a path with 200, such as `/primary`. */
  is(path: string): Promise<boolean>;
  /** Kills Patroni, and then PostgreSQL with all its processes, as a machine does that fails. */
  kill(): Promise<void>;
}

/** Writes the configuration of a node into a folder of its own below `root`. */
export async function makeNode(root: string, name: string, etcdPort: number): Promise<PatroniNode> {
  const [port, restPort] = [await freePort(), await freePort()];
  const folder = join(root, name);
  await mkdir(folder, { mode: 0o700 });
  const data = join(folder, 'data');
  const password = (username: string) => ({ username, password: username });
  // Patroni reads YAML, of which JSON is a part.
  const configuration = {
    scope: 'parley',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 80 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: postgresFolder(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: password('postgres'),
        replication: password('replicator'),
        rewind: password('rewinder'),
      },
      parameters: { unix_socket_directories: folder, wal_retrieve_retry_interval: '500ms' },
    },
  };
  const file = join(folder, 'patroni.yml');
  await writeFile(file, JSON.stringify(configuration, null, 2));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) for (const path of [folder, file]) await chown(path, uid, gid);
  let patroni: ChildProcess | null = null;
  return {
    name,
    port,
    restPort,
    start() {
      patroni = spawn(programOf('patroni'), [file], { ...unprivileged(), cwd: folder, stdio: 'ignore' });
    },
    is: async (path) => {
      const asked = fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(1_000) });
      return asked.then((answer) => answer.status === 200).catch(() => false);
    },
    async kill() {
      if (patroni) await endProgram(patroni, 'SIGKILL');
      const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
      if (postmaster > 0) for (const pid of [postmaster, ...childrenOf(postmaster)]) killIfThere(pid);
    },
  };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended since it was listed.
  }
}
