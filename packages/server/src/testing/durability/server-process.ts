import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { serverCommand } from '../server-command.ts';

/** A server process with a fixed address that can be killed and restarted. */
export interface ServerProcess {
  readonly baseUrl: string;
  readonly pid: number | undefined;
  /**
   * Resolves when the server is ready. Rejects with its output if it ended before. `more` applies to this start only.
   */
  start(more?: Record<string, string>): Promise<void>;
  /** Sends the signal and resolves to the exit code when the process has ended; null if the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Prepares a server process. Its environment is `env` and a few defaults, not this process's own. */
export async function serverProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  const settings = {
    PATH: process.env['PATH'] ?? '',
    PARLEY_PORT: String(port),
    PARLEY_DEMO: '0',
    PARLEY_RATE_LIMIT: 'off',
    PARLEY_QUOTA_AGENTS: '1000000',
    PARLEY_QUOTA_EVENT_STREAMS: '1000000',
    PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
    PARLEY_LOG_LEVEL: 'warn',
    ...env,
  };
  let child: ChildProcess | null = null;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid;
    },
    async start(more = {}) {
      const started = spawn(process.execPath, serverCommand(), { env: { ...settings, ...more } });
      child = started;
      const said: string[] = [];
      started.stderr.on('data', (text: Buffer) => said.push(text.toString()));
      const lines = createInterface({ input: started.stdout });
      await new Promise<void>((resolve, reject) => {
        lines.on('line', (line) => {
          if (line.includes('Parley is ready')) resolve();
          else said.push(`${line}\n`);
          if (said.length > 1000) said.splice(0, 500);
        });
        started.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said.join('')}`)));
      });
    },
    async end(signal) {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
      const gone = once(ending, 'exit');
      ending.kill(signal);
      const [code] = await gone;
      return code as number | null;
    },
  };
}

/** Returns a free port below the range for outgoing connections, so that it is still free when the server restarts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const probe = createServer().listen(port, '127.0.0.1');
    // `once` rejects if an error comes first: the port is taken.
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
