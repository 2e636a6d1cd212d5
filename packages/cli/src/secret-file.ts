import { randomUUID } from 'node:crypto';
import { access, constants, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { usage } from './failure.ts';

/** Says at once that a file of secrets could not be written, before a secret is made that is shown once. */
export async function checkSecretFile(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK);
    if ((await stat(path).catch(() => null))?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw usage('file_unwritable', `${path} cannot be written (${why}).`, 'Name a file in a folder that there is.');
  }
}

/**
 * Writes variables into a file such as `.env`, for its owner alone (mode 600). Lines that set one of them go; all others stay. The file is
 * replaced as a whole.
 */
export async function writeSecretFile(path: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '');
  const isOther = (line: string) => !Object.hasOwn(variables, /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '');
  const kept = before === '' ? [] : before.replace(/\n$/, '').split('\n').filter(isOther);
  const added = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  await writeFile(draft, `${[...kept, ...added].join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
