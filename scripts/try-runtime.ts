import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createWorld, type World } from '@parley/testing';
import { freePort } from '../packages/server/src/testing/postgres/free-port.ts';

/** A runtime beside Node that the package registry gives: where its program is, and how it runs and serves a module. */
interface Runtime {
  readonly package: string;
  readonly program: string;
  readonly run: readonly string[];
  serve(port: number): readonly string[];
}

const root = join(import.meta.dirname, '..');
const notToBeHad = 3;
const platform = `${process.platform}-${process.arch}`;
const denoRights = ['--allow-all', '--node-modules-dir=manual', '--no-check', '--quiet'];

const runtimes: Readonly<Record<string, Runtime>> = {
  bun: {
    package: `@oven/bun-${platform}@1.4.5`,
    program: 'bin/bun',
    run: ['run'],
    serve: () => ['run'],
  },
  deno: {
    package: `@deno/${platform}${process.platform === 'linux' ? '-glibc' : ''}@2.9.6`,
    program: 'deno',
    run: ['run', ...denoRights],
    serve: (port) => ['serve', '--host=127.0.0.1', `--port=${port}`, ...denoRights],
  },
};

/**
 * Tries the SDK under another runtime, as it is built: one agent over the relay and one that serves webhooks, each against the real
 * server: `tsx scripts/try-runtime.ts bun|deno`. It ends with 3 where the registry does not give the runtime.
 */
async function main(name: string): Promise<number> {
  const runtime = runtimes[name];
  if (!runtime) throw new Error(`Name the runtime: ${Object.keys(runtimes).join(' or ')}.`);
  const program = install(name, runtime);
  if (program === null) return notToBeHad;
  await inWorld(async (world) => {
    const agent = await world.agent(null);
    return answers(world, start(program, [...runtime.run, 'connect/relay.ts'], agent.env), /Connected/u);
  });
  console.log(`${name}: an agent answers over the relay.`);
  await inWorld(async (world) => {
    const port = await freePort();
    const manifest = { transport: 'webhook', webhook_url: `http://127.0.0.1:${port}/` } as const;
    const agent = await world.agent(null, { manifest });
    const env = { ...agent.env, PORT: String(port) };
    return answers(world, start(program, [...runtime.serve(port), 'connect/fetch.ts'], env), port);
  });
  console.log(`${name}: an agent answers webhooks.`);
  return 0;
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld();
  await work(world).finally(() => world.close());
}

/** Says something once the program is there, and waits for its answer. */
async function answers(world: World, child: ChildProcess, isThere: RegExp | number): Promise<void> {
  try {
    await (typeof isThere === 'number' ? listens(isThere) : says(child, isThere));
    const ada = await world.person('ada');
    await ada.says('hello');
    await ada.sees('You said: hello');
  } finally {
    child.kill();
  }
}

function start(program: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  return spawn(program, args, { cwd: join(root, 'examples'), env: { ...process.env, ...env }, stdio: [...stdio] });
}

async function says(child: ChildProcess, words: RegExp): Promise<void> {
  let output = '';
  for await (const piece of child.stdout ?? []) {
    output += String(piece);
    if (words.test(output)) return;
  }
  throw new Error(`It ended before it said ${words}:\n${output}`);
}

async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('It did not listen within 10 s.');
}

/** Its program, from a package outside the project; null where that is not to be had. */
function install(name: string, runtime: Runtime): string | null {
  const prefix = join(root, '.cache/runtimes', name);
  mkdirSync(prefix, { recursive: true });
  const options = ['--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--engine-strict=false'];
  const args = ['install', '--prefix', prefix, ...options, runtime.package];
  const { status } = spawnSync('npm', args, { cwd: prefix, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = runtime.package.slice(0, runtime.package.lastIndexOf('@'));
  return status === 0 ? join(prefix, 'node_modules', folder, runtime.program) : null;
}

process.exit(await main(process.argv[2] ?? ''));
