import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../packages/server/src/testing/postgres/free-port.ts';
import { layStandInBase } from './stand-in-base.ts';

const root = join(import.meta.dirname, '../..');
const image = 'localhost/parley-try';
/** Within what this machine's root may have; the engine's own default may be above it. */
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=1000:1000'];
const closed = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

/**
 * Builds `Containerfile` from a tarball with buildah, runs the image with podman as the documentation says, on a read-only root, and
 * stops it. The base is this machine's Node, since no registry is asked.
 *
 * @returns Why it cannot be done here, or null.
 * @throws Error if the image or the container is not as it should be.
 */
export async function tryContainer(tarball: string): Promise<string | null> {
  for (const program of ['buildah', 'podman']) {
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0) return `there is no ${program}`;
  }
  const folder = mkdtempSync(join(tmpdir(), 'parley-container-'));
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const run = (...command: string[]) => inOwnMounts([...command.slice(0, 1), ...storage, ...command.slice(1)]);
  try {
    const built = build(folder, tarball, run);
    if (built !== null) return built;
    await runImage(run);
    return null;
  } finally {
    spawnSync('sh', ['-c', 'umount -R "$0"/store/*/* 2>/dev/null; true', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Run = (...command: string[]) => { readonly status: number | null; readonly text: string };

function build(folder: string, tarball: string, run: Run): string | null {
  const [base, packed] = [join(folder, 'base'), join(folder, 'packed')];
  layStandInBase(base);
  // How this machine reaches the package registry. It stays in stages that do not ship.
  for (const file of [join(homedir(), '.npmrc'), '/usr/etc/npmrc'])
    if (existsSync(file) && /^cafile|^registry/m.test(readFileSync(file, 'utf8')))
      copyFileSync(file, join(base, 'root/.npmrc'));
  mkdirSync(packed);
  copyFileSync(tarball, join(packed, basename(tarball)));
  const container = run('buildah', 'from', 'scratch');
  if (container.status !== 0) return `buildah makes no container: ${container.text.slice(-300)}`;
  const name = container.text.trim().split('\n').at(-1) ?? '';
  run('buildah', 'add', '--quiet', name, base, '/');
  run('buildah', 'commit', '--quiet', '--rm', name, `${image}-base`);
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${image}-base`];
  const file = ['--file', join(root, 'Containerfile'), '--tag', image];
  const made = run('buildah', 'bud', ...options, '--build-context', `packed=${packed}`, ...file, join(root, 'deploy'));
  if (made.status !== 0) throw new Error(`The image could not be built:\n${made.text.slice(-3000)}`);
  console.log('the image is built, from the tarball');
  return null;
}

async function runImage(run: Run): Promise<void> {
  const port = String(await freePort());
  const podman = (...command: string[]) => run('podman', '--cgroup-manager', 'cgroupfs', ...command);
  const options = ['--name', 'parley-try', '--network', 'host', '--no-healthcheck', ...limits, ...closed];
  const started = podman(
    'run',
    '--detach',
    ...options,
    '--volume',
    'data:/data',
    '--env',
    `PARLEY_PORT=${port}`,
    image,
  );
  if (started.status !== 0) throw new Error(`The container did not start:\n${started.text}`);
  try {
    await isReady(port, () => podman('logs', 'parley-try').text);
    const pid = podman('inspect', '--format', '{{.State.Pid}}', 'parley-try').text.trim();
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    for (const wanted of [/^Uid:\t1000\t/m, /^CapEff:\t0{16}$/m, /^CapBnd:\t0{16}$/m, /^NoNewPrivs:\t1$/m])
      if (!wanted.test(status)) throw new Error(`The process has not ${String(wanted)}:\n${status}`);
    const healthy = podman('exec', 'parley-try', 'node', '/opt/parley/lib/node_modules/@parley/server/healthy.mjs');
    if (healthy.status !== 0) throw new Error(`The health check failed: ${healthy.text}`);
    const written = podman('exec', 'parley-try', 'sh', '-c', 'echo 1 > /opt/parley/written');
    if (written.status === 0) throw new Error('The root of the container is not read-only.');
    const began = performance.now();
    podman('stop', '--time', '40', 'parley-try');
    const code = podman('inspect', '--format', '{{.State.ExitCode}}', 'parley-try').text.trim();
    if (code !== '0') throw new Error(`The container ended with ${code}:\n${podman('logs', 'parley-try').text}`);
    console.log(`the container ran without rights on a read-only root, and drained in ${seconds(began)} s`);
  } finally {
    podman('rm', '--force', 'parley-try');
  }
}

async function isReady(port: string, log: () => string): Promise<void> {
  const began = performance.now();
  for (; performance.now() - began < 120_000; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok === true)
      return console.log(`the container is ready after ${seconds(began)} s, on a new embedded database`);
  }
  throw new Error(`The container was not ready within two minutes:\n${log()}`);
}

/** The low-level engine wants one kind of control groups; where this machine has both, it sees the older alone. */
function inOwnMounts(command: readonly string[]): { status: number | null; text: string } {
  const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"';
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', ...command], {
    encoding: 'utf8',
  });
  return { status, text: status === 0 ? stdout : stdout + stderr };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
