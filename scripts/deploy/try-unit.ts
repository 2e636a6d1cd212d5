import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { startInBox } from './box.ts';
import { readUnit, readVariables } from './read-unit.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const unitName = 'parley.service';
/** One of those that systemd gives to units with a dynamic user. */
const user = 61_184;

/**
 * Runs what `deploy/parley.service` runs, as it has it run: with its variables, the credentials as files, the state folder as the only
 * place to write, and as a user without rights. Waits for it to be ready, and stops it as systemd does.
 *
 * @param installed Where `npm install --global --prefix` has put the server.
 * @param databaseUrl An empty database on this machine.
 * @throws Error if it does not become ready, does not end with 0 in time, or leaves its data open to others.
 */
export async function tryUnit(installed: string, databaseUrl: string): Promise<void> {
  const unit = readUnit(join(deploy, unitName), unitName);
  const folder = mkdtempSync(join(tmpdir(), 'parley-unit-'));
  chmodSync(folder, 0o755);
  const state = join(folder, 'state');
  mkdirSync(state, { mode: Number.parseInt(unit.one('StateDirectoryMode'), 8) });
  chownSync(state, user, user);
  const port = await freePort();
  const secrets = { 'database-url': databaseUrl, 'secret-key': randomBytes(32).toString('base64') };
  const credentials = unit.all('LoadCredential').map((line) => line.split(':')[0] ?? '');
  for (const [name, value] of Object.entries(secrets)) writeFileSync(join(folder, name), value);
  const boxed = startInBox({
    command: unit.one('ExecStart').split(' '),
    environment: {
      ...readVariables(join(deploy, `${basename(unit.one('EnvironmentFile'))}.example`)),
      ...Object.fromEntries(unit.all('Environment').map((line) => line.split('=') as [string, string])),
      PARLEY_PORT: String(port),
    },
    user,
    files: {
      '/opt/parley': installed,
      ...Object.fromEntries(credentials.map((name) => [`/run/credentials/${unitName}/${name}`, join(folder, name)])),
    },
    writable: { [`/var/lib/${unit.one('StateDirectory')}`]: state },
    tmpfs: ['/tmp', '/var/tmp'],
  });
  try {
    const began = performance.now();
    await isReady(port, boxed);
    console.log(`the unit's server is ready after ${seconds(began)} s, on a database that it migrated`);
    const stopping = performance.now();
    const patience = pause(Number.parseInt(unit.one('TimeoutStopSec'), 10) * 1000, 'late', { ref: false });
    const code = await Promise.race([boxed.stop(), patience]);
    if (code !== 0) throw new Error(`It ended with ${String(code)}, not with 0.`);
    console.log(`it drained in ${seconds(stopping)} s`);
    if ((statSync(state).mode & 0o077) !== 0) throw new Error('Others can read the data folder.');
  } catch (error) {
    throw new Error(`The server of the unit failed:\n${boxed.output()}`, { cause: error });
  } finally {
    await boxed.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isReady(port: number, { ended }: { readonly ended: Promise<unknown> }): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  for (const deadline = performance.now() + 60_000; performance.now() < deadline && !hasEnded; await pause(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
  }
  throw new Error(hasEnded ? 'It ended.' : 'It was not ready within a minute.');
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
