import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** What runs TypeScript on the sources of the workspace. */
export const onSources = ['--import', import.meta.resolve('tsx'), '--conditions', 'parley-source'];

/**
 * What starts the CLI, as arguments of Node: its sources, or the build, in a third of the time, where `PARLEY_TEST_BUILT`
 * says that it is of these sources.
 */
export function cliCommand(): readonly string[] {
  const pathOf = (file: string) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  return process.env['PARLEY_TEST_BUILT'] === '1' ? [pathOf('dist/main.js')] : [...onSources, pathOf('src/main.ts')];
}

/** A run of the real program, in a process of its own. */
export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  /** What stands on stdout, as JSON. */
  json(): ReturnType<typeof JSON.parse>;
}

/** A run that has not ended. */
export interface OpenRun {
  stdout(): string;
  stderr(): string;
  /** Resolves once a stream matches; rejects with all that was written where the program ends before. */
  until(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<void>;
  /** Ends it as Ctrl+C does, and gives the exit code. */
  stop(): Promise<number | null>;
}

interface Setting {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs it to its end. */
export async function parley(args: readonly string[], setting: Setting = {}): Promise<Run> {
  const child = start(args, setting);
  const text = gather(child);
  child.stdin.end(setting.input ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...text, code, json: () => JSON.parse(text.stdout) };
}

/** Starts it; it is ended with the test, if not before. */
export function openParley(args: readonly string[], setting: Setting = {}): OpenRun {
  const child = start(args, setting);
  const text = gather(child);
  const over = once(child, 'close') as Promise<[number | null]>;
  const stop = async () => {
    child.kill('SIGINT');
    const [code] = await over;
    return code;
  };
  onTestFinished(async () => void (await stop()));
  return {
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    stop,
    until: (stream, pattern) =>
      new Promise<void>((resolve, reject) => {
        const look = () => void (pattern.test(text[stream]) && resolve());
        child[stream].on('data', look);
        look();
        void over.then(() => reject(new Error(`It ended before ${String(pattern)}:\n${text.stdout}\n${text.stderr}`)));
      }),
  };
}

function start(args: readonly string[], { env = {}, cwd = process.cwd() }: Setting): ChildProcessWithoutNullStreams {
  const variables = { PATH: process.env['PATH'], HOME: '/nonexistent', ...env };
  return spawn(process.execPath, [...cliCommand(), ...args], { env: variables, cwd });
}

function gather(child: ChildProcessWithoutNullStreams) {
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8');
    child[stream].on('data', (chunk: string) => (text[stream] += chunk));
  }
  return text;
}
