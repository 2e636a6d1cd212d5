import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { agentFiles } from './agent-files.ts';

export interface CreateOptions {
  /** A folder of tarballs that `@parley` is taken from, in place of a registry. */
  readonly packages?: string | undefined;
}

/** What a handle may be made of. */
const handlePattern = /^[a-z0-9][a-z0-9_-]{1,31}$/;

/**
 * Writes the folder of a new agent.
 *
 * @param folder Where; its last part becomes the agent's handle.
 * @returns The folder, and the handle.
 * @throws Error with a way to mend it, where the folder holds something or its name cannot be a handle.
 */
export async function createAgent(
  folder: string,
  options: CreateOptions = {},
): Promise<{ readonly folder: string; readonly handle: string }> {
  const path = resolve(folder);
  const handle = basename(path).toLowerCase();
  if (!handlePattern.test(handle)) {
    throw new Error(
      `"${basename(path)}" cannot be a handle: use 2 to 32 letters, digits, - and _, beginning with a letter or a digit.`,
    );
  }
  const found = await readdir(path).catch(() => []);
  if (found.length > 0) throw new Error(`${path} is not empty: name a new folder.`);
  const packages = await packagesFrom(path, options.packages);
  for (const [name, text] of Object.entries(agentFiles(handle, packages))) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { folder: path, handle };
}

/** The tarballs in a folder by the packages that they hold; none where there is no such folder to look in. */
async function packagesFrom(agent: string, folder: string | undefined): Promise<Readonly<Record<string, string>>> {
  if (folder === undefined) return {};
  const files = await readdir(folder);
  const entries = ['protocol', 'agent-sdk', 'cli', 'testing'].map((name) => {
    const file = files.find((one) => one.startsWith(`parley-${name}-`) && one.endsWith('.tgz'));
    if (file === undefined) throw new Error(`${folder} holds no parley-${name}-….tgz: make it with npm run pack.`);
    return [`@parley/${name}`, `file:${relative(agent, resolve(folder, file))}`] as const;
  });
  return Object.fromEntries(entries);
}
