import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startInBox, type Box, type Boxed } from './box.ts';
import { imageOf } from './containerfile.ts';
import { openNetwork } from './networks.ts';
import { readCompose } from './read-compose.ts';
import { boxOf, type Site } from './composed-box.ts';

const root = join(import.meta.dirname, '../..');
const hostname = 'parley.localhost';
const order = ['postgres', 'nats', 's3', 'parley-1', 'parley-2', 'proxy'];
const tsx = [process.execPath, '--import', join(root, 'node_modules/tsx/dist/loader.mjs')];

/**
 * Runs `deploy/compose.yaml` without a container engine: each service with the command, the variables, the secrets and the volumes
 * that the file gives it, in a network namespace of its own, as an unprivileged user on a read-only root. Then a person and an agent
 * talk through the proxy, and everything is stopped.
 *
 * @param installed Where `npm install --global --prefix` has put the server.
 * @throws Error if anything does not go as it should.
 */
export async function tryCompose(installed: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-compose-'));
  chmodSync(folder, 0o755);
  cpSync(join(root, 'deploy'), folder, { recursive: true, filter: (path) => !path.endsWith('/secrets') });
  execFileSync(join(folder, 'make-secrets.sh'), { stdio: 'inherit' });
  const compose = readCompose(join(folder, 'compose.yaml'), { PARLEY_HOSTNAME: hostname });
  const proxy = networkAddress(compose.services['proxy']?.networks);
  const addresses = Object.fromEntries(
    [...order, 'client'].map((name, n) => [name, name === 'proxy' ? proxy : proxy.replace(/\d+$/, String(10 + n))]),
  );
  const hosts = join(folder, 'hosts');
  const lines = Object.entries({ ...addresses, [hostname]: proxy }).map(([name, address]) => `${address} ${name}`);
  writeFileSync(hosts, ['127.0.0.1 localhost', ...lines, ''].join('\n'));
  const site: Site = { folder, volumes: join(folder, 'volumes'), hosts, images: imagesOf(installed) };
  const network = openNetwork(addresses);
  const running: [string, Boxed][] = [];
  const boxes = new Map(order.map((name) => [name, boxOf(compose, name, site, network.namespaceOf(name))]));
  try {
    for (const [name, box] of boxes) {
      if (name === 'postgres') await prepareDatabase(box);
      const boxed = startInBox(name === 's3' ? standInForS3(box) : box);
      running.push([name, boxed]);
      await becomesHealthy(name, boxed, box, compose.services[name]?.healthcheck.test ?? []);
      console.log(`${name} is healthy`);
    }
    const said = running.map(([, boxed]) => boxed.output()).join('\n');
    const [link] = [...said.matchAll(/Become the administrator: (\S+)/g)].map(([, one]) => one ?? '').slice(-1);
    if (link === undefined) throw new Error(`No server printed the link of the set-up:\n${said}`);
    await talk(link, site, network.namespaceOf('client'));
    for (const [name, boxed] of running.reverse()) {
      if (name.startsWith('parley') && (await boxed.stop()) !== 0) throw new Error(`${name} did not drain.`);
    }
    console.log('both servers have drained');
  } catch (error) {
    for (const [name, boxed] of running) console.error(`--- ${name}\n${boxed.output().slice(-2000)}`);
    throw error;
  } finally {
    for (const [, boxed] of running) await boxed.stop('SIGKILL').catch(() => null);
    network.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the images set that the compose file does not repeat. Of the others, this machine's own programs are taken. */
function imagesOf(installed: string): Site['images'] {
  const parley = { ...imageOf(join(root, 'Containerfile')), files: { '/opt/parley': installed } };
  const [version = ''] = readdirSync('/usr/lib/postgresql').sort().slice(-1);
  return {
    'parley-1': parley,
    'parley-2': parley,
    proxy: { environment: { XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data' } },
    postgres: { path: [`/usr/lib/postgresql/${version}/bin`] },
  };
}

/** Does what the image's own start does where the volume is empty. */
async function prepareDatabase(box: Box): Promise<void> {
  const script = [
    'set -e; trap "cat /tmp/log >&2" EXIT',
    'initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --locale=C.UTF-8 --auth-host=scram-sha-256 --auth-local=trust >/tmp/log',
    'echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"',
    `echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"`,
    `echo "unix_socket_directories = '/run/postgresql'" >>"$PGDATA/postgresql.conf"`,
    'echo "create database $POSTGRES_DB;" | postgres --single -D "$PGDATA" postgres >/tmp/log 2>&1',
  ].join('\n');
  const boxed = startInBox({ ...box, command: ['sh', '-c', script] });
  if ((await boxed.ended) !== 0) throw new Error(`The database could not be made:\n${boxed.output()}`);
}

function standInForS3(box: Box): Box {
  console.log('\nSKIPPED: the S3 store itself, which no registry here gives: a stand-in keeps the objects.');
  const bucket = join(import.meta.dirname, 'bucket-program.ts');
  return { ...box, files: { ...box.files, [root]: root }, command: [...tsx, bucket, '8333'] };
}

/** Asks what the compose file has the engine ask, until it succeeds. */
async function becomesHealthy(name: string, boxed: Boxed, box: Box, test: readonly string[]): Promise<void> {
  const [, ...command] = test;
  let hasEnded = false;
  void boxed.ended.then(() => (hasEnded = true));
  for (const deadline = performance.now() + 90_000; performance.now() < deadline && !hasEnded; await pause(200))
    if ((await startInBox({ ...box, command, writable: {} }).ended) === 0) return;
  throw new Error(`${name} ${hasEnded ? 'ended' : 'did not become healthy'}.`);
}

async function talk(link: string, site: Site, network: string): Promise<void> {
  const authority = join(site.volumes, 'proxy-data/caddy/pki/authorities/local/root.crt');
  const certificate = join(site.folder, 'root.crt');
  writeFileSync(certificate, readFileSync(authority), { mode: 0o644 });
  const boxed = startInBox({
    command: [...tsx, join(import.meta.dirname, 'conversation-program.ts'), link],
    environment: { NODE_EXTRA_CA_CERTS: '/root.crt' },
    user: 1000,
    files: { [root]: root, '/root.crt': certificate, '/etc/hosts': site.hosts },
    tmpfs: ['/tmp'],
    network,
  });
  const code = await boxed.ended;
  console.log(boxed.output().trimEnd());
  if (code !== 0) throw new Error('The conversation through the proxy failed.');
}

function networkAddress(networks: unknown): string {
  const { front } = networks as { front?: { ipv4_address?: string } };
  if (front?.ipv4_address === undefined) throw new Error('The proxy has no address of its own.');
  return front.ipv4_address;
}
