import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { agentFiles, packagesOf } from './agent-files.ts';
import { isReserved } from './reserved.ts';
import type { TemplateName } from './templates.ts';

export interface CreateOptions {
  /** A folder of tarballs that `@parley` is taken from, in place of a registry. */
  readonly packages?: string | undefined;
  /** What it begins as: `echo` by default; `python` is an echo in Python. */
  readonly template?: TemplateName | 'python' | undefined;
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
  if (isReserved(handle)) {
    throw new Error(
      `"${basename(path)}" is no name that an agent may have: use another than admin, support and the like, without the words Parley and platform.`,
    );
  }
  const found = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    const why = error.code === 'ENOTDIR' ? 'a file has that name or part of it' : `it cannot be read (${error.code})`;
    throw new Error(`${path} cannot be the folder, since ${why}: name a new folder.`);
  });
  if (found.length > 0) throw new Error(`${path} is not empty: name a new folder.`);
  const { template = 'echo' } = options;
  const packages = await packagesFrom(path, options.packages, packagesOf(template));
  for (const [name, text] of Object.entries(await agentFiles({ handle, template, packages }))) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { folder: path, handle };
}

/** The tarballs in a folder by the packages that they hold; none where no folder is given. */
async function packagesFrom(
  agent: string,
  folder: string | undefined,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  if (folder === undefined) return {};
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${folder} is no folder that can be read (${error.code}): name the one that npm run pack wrote tarballs into.`,
    );
  });
  const entries = names.map((name) => {
    const [begins, ends, how] = fileOf(name);
    const file = files.find((one) => one.startsWith(begins) && one.endsWith(ends));
    if (file === undefined) throw new Error(`${folder} holds no ${begins}…${ends}: make it with ${how}.`);
    return [name, `file:${relative(agent, resolve(folder, file))}`] as const;
  });
  return Object.fromEntries(entries);
}

/** How the file of a package begins and ends, and what makes it. */
function fileOf(name: string): readonly [begins: string, ends: string, how: string] {
  if (name === 'parley-agent') return ['parley_agent-', '.whl', 'pip wheel --no-deps python/parley-agent'];
  return [`${name.replace('@parley/', 'parley-')}-`, '.tgz', 'npm run pack'];
}
