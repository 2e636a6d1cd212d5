import { randomUUID } from 'node:crypto';
import { chmod, rename, writeFile } from 'node:fs/promises';

/** Replaces a file as a whole; only its owner can read it (mode 600). */
export async function writeSecretFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}
