import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';

/** What a program sees of this machine, and as whom it runs. */
export interface Box {
  readonly command: readonly string[];
  /** The whole environment, without `PATH`, which has this machine's programs after `path`. */
  readonly environment: Readonly<Record<string, string>>;
  readonly path?: readonly string[];
  /** User and group by number. Neither has a capability. */
  readonly user: number;
  /** Files and folders of this machine, by where the box has them. They are read-only unless they are named `writable`. */
  readonly files: Readonly<Record<string, string>>;
  readonly writable?: Readonly<Record<string, string>>;
  readonly tmpfs?: readonly string[];
  /** A network namespace; without it the program shares this machine's network. */
  readonly network?: string;
}

export interface Boxed {
  /** What it has written so far. */
  output(): string;
  /** Sends a signal to the program itself, and resolves to its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

const programs = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const links = { '/bin': 'usr/bin', '/sbin': 'usr/sbin', '/lib': 'usr/lib', '/lib64': 'usr/lib64' };

/**
 * Starts a program as a container engine would: as process 1, without capabilities or a way to new ones, and with a root that
 * nobody writes to. It needs bubblewrap, and root.
 */
export function startInBox(box: Box): Boxed {
  const args = [...argumentsOf(box), '--', ...asUser(box.user), ...box.command];
  const outer = box.network === undefined ? [] : ['ip', 'netns', 'exec', box.network];
  const [program = '', ...rest] = [...outer, 'bwrap', ...args];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const inner = pidOf(child);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    output: () => output,
    ended,
    async stop(signal = 'SIGTERM') {
      const pid = await Promise.race([inner, ended.then(() => null)]);
      if (pid !== null && child.exitCode === null) process.kill(pid, signal);
      return ended;
    },
  };
}

function argumentsOf({ environment, path = [], files, writable = {}, tmpfs = [] }: Box): string[] {
  const node = dirname(dirname(process.execPath));
  const bound = node === '/usr' ? {} : { [node]: node };
  const variables = { PATH: [...path, dirname(process.execPath), ...programs].join(':'), ...environment };
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1', '--die-with-parent', '--new-session'],
    ...['--json-status-fd', '3', '--clearenv'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', '--proc', '/proc', '--dev', '/dev'],
    ...Object.entries(links).flatMap(([at, to]) => ['--symlink', to, at]),
    ...parentsOf([...tmpfs, ...Object.keys({ ...writable, ...bound, ...files })]),
    ...tmpfs.flatMap((at) => ['--perms', '1777', '--tmpfs', at]),
    ...Object.entries(writable).flatMap(([at, from]) => ['--bind', from, at]),
    ...Object.entries({ ...bound, ...files }).flatMap(([at, from]) => ['--ro-bind', from, at]),
    ...['--remount-ro', '/', '--chdir', '/'],
  ];
}

/** The folders above, open to everybody: bubblewrap would make them for root alone. Those of this machine exist already. */
function parentsOf(paths: readonly string[]): string[] {
  const above = paths.flatMap((path) =>
    path
      .split('/')
      .slice(1, -1)
      .map((_, n, all) => `/${all.slice(0, n + 1).join('/')}`),
  );
  const missing = [...new Set(above)].filter((path) => !/^\/(usr|etc)(\/|$)/.test(path));
  return missing.sort().flatMap((path) => ['--perms', '0755', '--dir', path]);
}

function asUser(user: number): string[] {
  const none = ['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--clear-groups'];
  return ['setpriv', `--reuid=${user}`, `--regid=${user}`, ...none];
}

/** The program's own id on this machine, which bubblewrap writes first. It also writes the exit code, so nobody closes the pipe. */
function pidOf(child: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((resolve) => {
    (child.stdio[3] as Readable).on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const [, pid] = /"child-pid":\s*(\d+)/.exec(text) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    });
  });
}
