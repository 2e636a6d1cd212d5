import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The server that `parley dev` has started in a folder, and who owns the agent there. */
export interface DevSession {
  readonly baseUrl: string;
  readonly token: string;
}

const fileOf = (folder: string) => join(folder, '.parley', 'session.json');

/** Keeps it where other verbs find it that are run in the same folder, for its owner alone. What it gives takes it away again. */
export async function keepDevSession(folder: string, { baseUrl, token }: DevSession): Promise<() => Promise<void>> {
  const path = fileOf(folder);
  await mkdir(join(folder, '.parley'), { recursive: true });
  await writeFile(path, `${JSON.stringify({ baseUrl, token, pid: process.pid })}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
  return () => rm(path, { force: true });
}

/** What runs in this folder now. What a `parley dev` left behind that was killed counts for nothing. */
export async function readDevSession(folder: string): Promise<DevSession | null> {
  try {
    const { baseUrl, token, pid } = JSON.parse(await readFile(fileOf(folder), 'utf8')) as DevSession & { pid: number };
    // Signal 0 asks whether it lives.
    process.kill(pid, 0);
    return typeof baseUrl === 'string' && typeof token === 'string' ? { baseUrl, token } : null;
  } catch {
    return null;
  }
}
