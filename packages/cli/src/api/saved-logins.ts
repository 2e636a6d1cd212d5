import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeSecretFile } from './write-secret-file.ts';

/** A server with a saved sign-in, and the agents whose secrets `parley dev` was given there. */
export interface SavedLogin {
  readonly token?: string;
  readonly agents?: Readonly<Record<string, { readonly credentialId: string; readonly secret: string }>>;
}

/** What is kept below HOME. */
export interface SavedLogins {
  /** The base URL of the server that was signed in to last. */
  readonly current?: string;
  readonly servers: Readonly<Record<string, SavedLogin>>;
}

/** The file in which tokens are kept, for its owner alone: `.parley/credentials.json` below HOME. */
export const loginFile = (home: string): string => join(home, '.parley', 'credentials.json');

/** Reads what is kept; nothing where there is no such file. A file that cannot be read as JSON is an error that names it. */
export async function readLogins(home: string): Promise<SavedLogins> {
  const path = loginFile(home);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return { servers: {} };
  }
  try {
    const saved = JSON.parse(text) as Partial<SavedLogins>;
    return { ...saved, servers: saved.servers ?? {} };
  } catch {
    throw new Error(`${path} is not JSON: mend it, or remove it and run parley login again.`);
  }
}

/** Changes what is kept of one server. The file is replaced as a whole, and only its owner can read it (mode 600). */
export async function saveLogin(
  home: string,
  baseUrl: string,
  change: (login: SavedLogin) => SavedLogin,
  { isCurrent = false } = {},
): Promise<string> {
  const path = loginFile(home);
  const saved = await readLogins(home);
  const servers = { ...saved.servers, [baseUrl]: change(saved.servers[baseUrl] ?? {}) };
  const next: SavedLogins = { ...saved, ...(isCurrent ? { current: baseUrl } : {}), servers };
  await mkdir(join(home, '.parley'), { recursive: true, mode: 0o700 });
  await writeSecretFile(path, `${JSON.stringify(next, null, 2)}\n`);
  return path;
}
