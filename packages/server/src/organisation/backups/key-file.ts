import { readFile } from 'node:fs/promises';
import { whyUnusable } from '../../platform/settings/why-unusable.ts';

/** Reads a key for backups: a file that holds 32 bytes in base64. Null without a file. */
export async function readKeyFile(path: string | undefined): Promise<Buffer | null> {
  if (path === undefined) return null;
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`The key file ${path} cannot be read: ${whyUnusable(error)}.`, { cause: error });
  });
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === 32) return key;
  throw new Error(`The key file ${path} does not hold 32 bytes in base64, as "openssl rand -base64 32" makes them.`);
}
