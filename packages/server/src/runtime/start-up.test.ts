import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testServerUrl } from '../testing/databases-under-test.ts';
import { openPglite } from '../platform/storage/pglite/open-pglite.ts';
import { serverProcess } from '../testing/durability/server-process.ts';
import { createFromTemplate } from '../testing/postgres-template.ts';
import { prepareDataFolder } from '../testing/prepared-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the output of a server that fails to start: its exit code and everything it wrote. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const server = await serverProcess({ PARLEY_DATA_DIR: folder, PARLEY_LOG_LEVEL: 'error', ...env });
  const told = await server.start().then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  await server.end('SIGKILL');
  return told;
}

/** One sentence on one line, and nothing else. */
const sentence = (words: string) =>
  new RegExp(`^The server ended with 1: Parley could not start: [^\\n]*${words}[^\\n]*[.?]\\n$`);

describe('a server that cannot start', { timeout: 120_000 }, () => {
  it('says what it has against a setting, without a stack', async () => {
    expect(await refusalOf({ PARLEY_SINGUP: 'closed' })).toMatch(sentence('did you mean PARLEY_SIGNUP'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    await prepareDataFolder(folder);
    const { port } = other.address() as AddressInfo;
    expect(await refusalOf({ PARLEY_PORT: String(port) })).toMatch(sentence(`127\\.0\\.0\\.1:${port}.*PARLEY_PORT`));
    other.close();
  });

  it('says that its data folder cannot be used', async () => {
    const told = await refusalOf({ PARLEY_DATA_DIR: '/proc/parley' });
    expect(told).toMatch(sentence('The data folder /proc/parley cannot be used: .+ \\(PARLEY_DATA_DIR\\)'));
  });

  it('does not replace a key file that is missing', async () => {
    await prepareDataFolder(folder);
    const server = await serverProcess({ PARLEY_DATA_DIR: folder });
    await server.start();
    await server.end('SIGTERM');
    const file = join(folder, 'secret.key');
    await rename(file, `${file}.away`);
    expect(await refusalOf({})).toMatch(sentence(`The key file ${file} is missing`));
    expect(await readdir(folder)).not.toContain('secret.key');
  });

  it('names what its schema lacks, and the remedy', async () => {
    await prepareDataFolder(folder);
    const storage = await openPglite({ dataDir: folder });
    await sql`alter table messages rename column seq to sequence`.execute(storage.db);
    await storage.close();
    expect(await refusalOf({})).toMatch(sentence('The database lacks messages\\.seq.*Restore a whole backup'));
  });

  it('names the remedy where the files of its database are damaged', async () => {
    await prepareDataFolder(folder);
    await writeFile(join(folder, 'database', 'global', 'pg_control'), 'damaged');
    expect(await refusalOf({})).toMatch(sentence('restore a backup of the whole data folder \\(PARLEY_DATA_DIR\\)'));
  });

  it.skipIf(testServerUrl === undefined)('refuses another key than the servers before it had', async () => {
    const database = await createFromTemplate(testServerUrl ?? '');
    const key = () => randomBytes(32).toString('base64');
    const [first, second] = [key(), key()];
    const env = { DATABASE_URL: database.url, PARLEY_DATA_DIR: folder };
    const server = await serverProcess({ ...env, PARLEY_SECRET_KEY: first });
    await server.start();
    const told = await refusalOf({ ...env, PARLEY_SECRET_KEY: second });
    expect(told).toMatch(sentence('PARLEY_SECRET_KEY does not open what the database keeps'));
    expect(told).not.toContain(second);
    await server.end('SIGTERM');
    await database.drop();
  });
});
