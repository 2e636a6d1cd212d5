/**
 * Tries what operators install: `tsx scripts/try-package.ts install` puts the packed server into an empty folder, then `unit`, `compose`
 * and `container` run it as the files in `deploy/` have it run, and `slow` with a tenth of a core. Ends with 1 where something is not as it should be, and with 3 where
 * this machine lacks what it takes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { postgresClient } from './ci/reachable.ts';
import { tryCompose } from './deploy/try-compose.ts';
import { tryContainer } from './deploy/try-container.ts';
import { trySlow } from './deploy/try-slow.ts';
import { tryUnit } from './deploy/try-unit.ts';

const notToBeHad = 3;
const mostMegabytes = 100;
const root = join(import.meta.dirname, '..');
const installed = join(root, '.cache/package');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const tarball = join(root, 'dist/server-package', `parley-server-${version}.tgz`);

const trials: Readonly<Record<string, () => Promise<string | null> | string | null>> = {
  install,
  unit: async () => missing('bwrap', 'setpriv') ?? (await onNewDatabase((url) => tryUnit(installed, url))),
  slow: () => onNewDatabase((url) => trySlow(installed, url)),
  compose: async () =>
    missing('bwrap', 'setpriv', 'caddy', 'nats-server', 'ip', '/usr/lib/postgresql') ?? (await compose()),
  container: () => tryContainer(tarball),
};

const trial = trials[process.argv[2] ?? ''];
if (trial === undefined) throw new Error(`Say what to try: ${Object.keys(trials).join(', ')}.`);
const why = await trial();
if (why !== null) console.log(`\nSKIPPED: ${process.argv[2] ?? ''}: ${why}.`);
process.exit(why === null ? 0 : notToBeHad);

/** As an operator does, with scripts of packages off. */
function install(): null {
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--global', '--prefix', installed, ...options, tarball], { stdio: 'inherit' });
  const megabytes = Number(execFileSync('du', ['-sm', installed], { encoding: 'utf8' }).split('\t')[0]);
  if (megabytes > mostMegabytes) throw new Error(`${megabytes} MB are installed, and ${mostMegabytes} may be.`);
  console.log(`${megabytes} MB are installed`);
  return null;
}

async function compose(): Promise<null> {
  await tryCompose(installed);
  return null;
}

/** What this machine lacks: programs by name, and paths. */
function missing(...needed: string[]): string | null {
  const lacks = needed.filter((name) =>
    name.startsWith('/') ? !existsSync(name) : spawnSync('which', [name], { stdio: 'ignore' }).status !== 0,
  );
  return lacks.length === 0 ? null : `there is no ${lacks.join(', ')}`;
}

async function onNewDatabase(use: (url: string) => Promise<void>): Promise<string | null> {
  const server = new URL(process.env['PARLEY_TEST_DATABASE_URL'] ?? 'postgres://root@127.0.0.1:5432/postgres');
  const client = postgresClient(root, server.href);
  try {
    await client.connect();
  } catch {
    return `no PostgreSQL answers at ${server.host}`;
  }
  const name = `parley_try_${process.pid}`;
  try {
    await client.query(`create database ${name} encoding 'UTF8' template template0`);
    await use(new URL(`/${name}`, server).href);
    return null;
  } finally {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
}
