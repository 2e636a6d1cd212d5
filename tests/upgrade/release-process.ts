import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server of some release, as its built code runs in a process of its own. */
export interface Release {
  readonly name: string;
  readonly baseUrl: string;
  /** What it wrote to its log from level `warn` on. */
  readonly complaints: readonly string[];
  /** Whether it says that it is ready, as a proxy asks it. */
  isReady(): Promise<boolean>;
  /** Asks it to stop, and resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** A probe that takes longer says that the server is not ready, as with any proxy. */
const probeWithinMs = 2_000;

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts the built server in `folder`, and resolves once it says that it is ready. */
export async function startRelease(name: string, folder: string, env: Record<string, string>): Promise<Release> {
  const settings = { PATH: process.env['PATH'] ?? '', PARLEY_PORT: '0', PARLEY_LOG_LEVEL: 'warn', ...env };
  const child = spawn(process.execPath, [join(folder, 'packages/server/dist/main.js')], { env: settings });
  running.add(child);
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const lines = createInterface({ input: child.stdout });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const said = /Parley is ready at ([^\s"]+)/.exec(line);
      if (said?.[1]) resolve(said[1]);
      else complaints.push(line);
    });
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${complaints.join('\n')}`)));
  });
  return {
    name,
    baseUrl,
    complaints,
    isReady: () =>
      fetch(`${baseUrl}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(probeWithinMs) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await gone;
      running.delete(child);
      return code as number | null;
    },
  };
}
