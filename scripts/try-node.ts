import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const notToBeHad = 3;
const tests = [
  'packages/server/src/testing/contract/messages.test.ts',
  'packages/protocol/src/signing.test.ts',
  'packages/agent-sdk/src/agent.test.ts',
];

/** Tries one version of Node, which the registry has as a package: `npm start` to a first answer, and a short test. */
async function main(version: string): Promise<number> {
  const folder = install(version);
  if (folder === null) return notToBeHad;
  const environment = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH ?? ''}` };
  const said = spawnSync('node', ['--version'], { env: environment, encoding: 'utf8' }).stdout.trim();
  if (said !== `v${version}`) throw new Error(`This is Node ${said}, not ${version}.`);
  await tryStart(environment);
  console.log(`Node ${version}: npm start is ready and its link signs in.`);
  const options = { cwd: root, env: environment, stdio: 'inherit' } as const;
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  // Each worker loads the whole server, which takes longer than these tests.
  const args = [vitest, 'run', '--project', 'node', '--maxWorkers', '1', ...tests];
  return spawnSync('node', args, options).status ?? 1;
}

/** The package, installed outside the project; null where it is not to be had. */
function install(version: string): string | null {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(root, '.cache/nodes', version);
  mkdirSync(prefix, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--engine-strict=false'];
  const args = ['install', '--prefix', prefix, ...options, `${name}@${version}`];
  const { status } = spawnSync('npm', args, { cwd: prefix, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0 ? join(prefix, 'node_modules', name) : null;
}

/** Starts the server as the README has people start it, follows the link that it prints, and stops it. */
async function tryStart(environment: NodeJS.ProcessEnv): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-node-'));
  const server = spawn('npm', ['start'], {
    cwd: root,
    env: { ...environment, PARLEY_PORT: '0', PARLEY_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    const link = await linkOf(server.stdout);
    const { status } = await fetch(link, { redirect: 'manual' });
    if (status !== 303) throw new Error(`The link of the demo answers ${status}.`);
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function linkOf(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of output) {
    text += piece.toString();
    const [link] = /http:\S+\/demo\/\S+/.exec(text) ?? [];
    if (link !== undefined) return link;
  }
  throw new Error(`The server ended before it was ready:\n${text}`);
}

process.exit(await main(process.argv[2] ?? ''));
