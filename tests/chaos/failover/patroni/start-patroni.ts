import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../../packages/server/src/testing/postgres/free-port.ts';
import { endProgram, unprivileged } from '../../../../packages/server/src/testing/postgres/programs.ts';
import type { Trial } from '../trial.ts';
import { makeNode, type PatroniNode } from './node.ts';
import { programOf } from './programs.ts';

const withinMs = 120_000;

/** Starts etcd and three nodes with a synchronous standby, reached by a URL with three hosts or through HAProxy. */
export async function startPatroni(takeOvers: number, isThroughHaproxy: boolean): Promise<Trial> {
  const root = await mkdtemp(join(tmpdir(), 'parley-patroni-'));
  const { uid, gid } = unprivileged();
  if (uid !== undefined && gid !== undefined) await chown(root, uid, gid);
  const ends: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const run = (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { ...unprivileged(), cwd: root, stdio: 'ignore' });
    ends.push(() => endProgram(child, 'SIGKILL'));
  };
  const [etcdPort, peerPort, haproxyPort] = [await freePort(), await freePort(), await freePort()];
  run(programOf('etcd'), etcdArguments(root, etcdPort, peerPort));
  const nodes: PatroniNode[] = [];
  for (const name of ['one', 'two', 'three']) nodes.push(await makeNode(root, name, etcdPort));
  ends.push(() => Promise.all(nodes.map((node) => node.kill())));
  for (const node of nodes) node.start();
  const leader = () => find(nodes, '/primary');
  let killed: PatroniNode | null = null;
  await leader();
  await find(nodes, '/synchronous');
  if (isThroughHaproxy) {
    const file = join(root, 'haproxy.cfg');
    await writeFile(file, haproxyConfiguration(haproxyPort, nodes));
    run(programOf('haproxy'), ['-f', file]);
  }
  const hosts = isThroughHaproxy ? [haproxyPort] : nodes.map(({ port }) => port);
  return {
    name: isThroughHaproxy ? 'patroni through HAProxy' : 'patroni',
    takeOvers,
    urlOf: (database) =>
      `postgres://postgres@${hosts.map((port) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    primaryUrlOf: async (database) => `postgres://postgres@127.0.0.1:${(await leader()).port}/${database}`,
    async takeOver() {
      killed = await leader();
      const at = Date.now();
      await killed.kill();
      await leader();
      return at;
    },
    async bringBack() {
      killed?.start();
      await find(nodes, '/synchronous');
    },
    async close() {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** Resolves to the node that answers a path with 200. */
async function find(nodes: readonly PatroniNode[], path: string): Promise<PatroniNode> {
  for (const end = Date.now() + withinMs; Date.now() < end; await pause(50)) {
    const answers = await Promise.all(nodes.map((node) => node.is(path)));
    const found = nodes[answers.indexOf(true)];
    if (found) return found;
  }
  throw new Error(`No node of Patroni was ${path} within ${withinMs} ms.`);
}

function etcdArguments(root: string, clientPort: number, peerPort: number): string[] {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    ...['--data-dir', join(root, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`],
  ];
}

/** As Patroni's documentation has it: whoever answers `/primary` gets the connections, and those to others are closed. */
function haproxyConfiguration(port: number, nodes: readonly PatroniNode[]): string {
  return `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;
}
