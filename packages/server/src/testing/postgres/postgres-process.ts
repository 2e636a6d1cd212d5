import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { namedServer } from '../named-server.ts';
import { freePort } from './free-port.ts';
import { endProgram, findProgram, runProgram, unprivileged } from './programs.ts';

const versions = [18, 17, 16, 15];

/** One PostgreSQL server over one data folder, which can be killed, frozen and started without touching any other. */
export interface PostgresProcess {
  readonly port: number;
  readonly folder: string;
  /** Settings of `more` apply to this start only, over those in files. */
  start(more?: Readonly<Record<string, string>>): Promise<void>;
  /** SIGQUIT ends it at once, so that it has to recover; SIGINT ends it in order. */
  stop(signal: 'SIGQUIT' | 'SIGINT'): Promise<void>;
  /** Ends it and every process of its connections without a last word, as a machine does that fails. */
  kill(): Promise<void>;
  /** Freezes it and every process of its connections, and thaws them. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void;
  isRunning(): boolean;
}

/** The folder of PostgreSQL's programs, or null where it is not installed. */
export function findPostgresPrograms(): string | null {
  const initdb = findProgram(versions.map((version) => `/usr/lib/postgresql/${version}/bin/initdb`));
  return initdb === null ? null : join(initdb, '..');
}

/** Why a test can have no PostgreSQL of its own; null where it can. */
export function whyNoPostgres(): string | null {
  if (namedServer() === 'none') return 'no PostgreSQL is wanted';
  return findPostgresPrograms() === null ? 'PostgreSQL is not installed' : null;
}

/** @param more Options of `initdb`, behind the usual ones. */
export async function initCluster(programs: string, folder: string, more: readonly string[] = []): Promise<void> {
  const options = [
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
    '-N',
    ...more,
  ];
  await runProgram(join(programs, 'initdb'), options, { ...unprivileged(), cwd: '/' });
}

export async function postgresProcess(programs: string, folder: string, settings: string[]): Promise<PostgresProcess> {
  const port = await freePort();
  const given = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  let child: ChildProcess | null = null;
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  const signalAll = (signal: NodeJS.Signals) => {
    if (!child?.pid || !isRunning()) return;
    for (const pid of [child.pid, ...childrenOf(child.pid)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // A connection's process may have ended since it was listed.
      }
    }
  };
  return {
    port,
    folder,
    isRunning,
    async start(more = {}) {
      if (isRunning()) return;
      const set = [...given, ...Object.entries(more).map(([name, value]) => `${name}=${value}`)];
      const args = ['-D', folder, ...set.flatMap((setting) => ['-c', setting])];
      child = spawn(join(programs, 'postgres'), args, { ...unprivileged(), cwd: '/', stdio: 'ignore' });
      for (let tries = 0; !(await answers(port)); tries++) {
        if (!isRunning() || tries > 300) throw new Error(`PostgreSQL over ${folder} did not start.`);
        await pause(100);
      }
    },
    async stop(signal) {
      if (child) await endProgram(child, signal);
    },
    async kill() {
      if (!child || !isRunning()) return;
      const gone = once(child, 'exit');
      signalAll('SIGKILL');
      await gone;
    },
    signalAll,
  };
}

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return lines.split('\n').filter(Boolean).map(Number);
}
