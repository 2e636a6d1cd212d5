import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitCodes, Failure } from '../failure.ts';

/**
 * Loads an entry of `@parley/testing` as the agent's folder has it, else as the command line has it.
 *
 * @throws Failure `server_required` with these words if neither has it.
 */
export async function loadTestingPackage<Package>(
  folder: string,
  entry: string,
  missing: { readonly message: string; readonly hint: string },
): Promise<Package> {
  for (const from of [join(folder, 'package.json'), import.meta.filename]) {
    try {
      return (await import(pathToFileURL(createRequire(from).resolve(entry)).href)) as Package;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new Failure({ code: 'server_required', ...missing, exitCode: exitCodes.usage });
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}
