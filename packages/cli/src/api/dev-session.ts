import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThisMachine } from './is-this-machine.ts';
import { writeSecretFile } from './write-secret-file.ts';

/** The server that `parley dev` has started in a folder, and who owns the agent there. */
export interface DevSession {
  readonly baseUrl: string;
  readonly token: string;
}

/** Below HOME and not in the folder: a folder of another author must choose neither the server of a verb nor its person. */
async function fileOf(home: string, folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32);
  return join(home, '.parley', 'dev', `${name}.json`);
}

/** Keeps it where other verbs find it that are run in the same folder, for its owner alone. What it gives takes it away again. */
export async function keepDevSession(
  home: string,
  folder: string,
  { baseUrl, token }: DevSession,
): Promise<() => Promise<void>> {
  const path = await fileOf(home, folder);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeSecretFile(
    path,
    `${JSON.stringify({ folder: await realpath(folder), baseUrl, token, pid: process.pid })}\n`,
  );
  return () => rm(path, { force: true });
}

/** What runs in this folder now. What a `parley dev` left behind that was killed counts for nothing. */
export async function readDevSession(home: string, folder: string): Promise<DevSession | null> {
  try {
    const text = await readFile(await fileOf(home, folder), 'utf8');
    const { baseUrl, token, pid } = JSON.parse(text) as DevSession & { pid: number };
    if (typeof token !== 'string' || !isAlive(pid) || !isThisMachine(baseUrl)) return null;
    return { baseUrl, token };
  } catch {
    return null;
  }
}

/** Zero and negative numbers name groups of processes, which are always there. */
function isAlive(pid: unknown): boolean {
  if (!Number.isSafeInteger(pid) || Number(pid) <= 0) return false;
  // Signal 0 asks whether it lives, and throws where it does not.
  return process.kill(Number(pid), 0);
}
