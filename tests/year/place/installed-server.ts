import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { realClock } from '../../../packages/server/src/testing/fake-clock.ts';

/** The server as somebody has it who installed the package: a folder, its settings, and at most one process. */
export interface InstalledServer {
  readonly baseUrl: string;
  readonly clock: typeof realClock;
  readonly demoUrl: null;
  /** Settings of the next start and of commands. */
  readonly env: Record<string, string>;
  /** The link that the last start printed for a server without administrators, or null. */
  setupUrl(): string | null;
  /** Installs a tarball over what is there. */
  install(tarball: string): Promise<void>;
  /** The version that is installed. */
  version(): Promise<string>;
  start(): Promise<void>;
  /** Asks it to end; throws unless it ends with 0. */
  stop(): Promise<void>;
  /** Runs a command of `parley-server` and returns what it printed; throws unless it ends with 0. */
  run(...args: string[]): Promise<string>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const startsWithinMs = 60_000;

export function installedServer(folder: string, port: number, settings: Record<string, string>): InstalledServer {
  const env = { ...settings, PARLEY_PORT: String(port), PARLEY_LOG_LEVEL: 'warn' };
  const program = join(folder, 'node_modules/.bin/parley-server');
  const environment = () => ({ PATH: process.env['PATH'] ?? '', ...env });
  let child: ChildProcess | null = null;
  let setupUrl: string | null = null;

  const server: InstalledServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    clock: realClock,
    demoUrl: null,
    env,
    setupUrl: () => setupUrl,
    async install(tarball) {
      mkdirSync(folder, { recursive: true });
      await must(
        'npm',
        ['install', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', tarball],
        process.env,
      );
    },
    version: () =>
      must(process.execPath, ['-p', `require('${folder}/node_modules/@parley/server/package.json').version`]),
    async start() {
      const starting = spawn(program, [], { env: environment(), cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      child = starting;
      running.add(starting);
      setupUrl = null;
      const said: string[] = [];
      for (const input of [starting.stdout, starting.stderr])
        createInterface({ input }).on('line', (line) => {
          said.push(line);
          setupUrl = /^Become the administrator: (\S+)/.exec(line)?.[1] ?? setupUrl;
        });
      const deadline = Date.now() + startsWithinMs;
      while (!(await isReady(server.baseUrl))) {
        if (starting.exitCode !== null || Date.now() > deadline)
          throw new Error(`The server did not start:\n${said.slice(-20).join('\n')}`);
      }
    },
    async stop() {
      if (child === null) return;
      const ending = child;
      child = null;
      const gone = once(ending, 'exit');
      ending.kill('SIGTERM');
      const [code] = await gone;
      running.delete(ending);
      if (code !== 0) throw new Error(`The server ended with ${String(code)}.`);
    },
    run: (...args) => must(program, args, environment(), folder),
  };
  return server;
}

async function isReady(baseUrl: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  const init = { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) };
  return fetch(`${baseUrl}/readyz`, init).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Does not block: the way to the database may lead through this process. */
async function must(program: string, args: readonly string[], env = process.env, cwd?: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { env, cwd, timeout: 240_000 });
  return `${stdout}${stderr}`.trim();
}
