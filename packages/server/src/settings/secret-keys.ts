import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { whyUnusable } from './why-unusable.ts';

export interface SecretKeys {
  /** 32 bytes that encrypt agent secrets at rest. */
  readonly secretKey: Buffer;
  /** Keys that open what they encrypted, and encrypt nothing: those before it, and one that comes after it. */
  readonly otherSecretKeys: readonly Buffer[];
  /** Where a key that was made at this start belongs, once it is known that no other is needed; null where it was given. */
  readonly newKeyFile: string | null;
  /** What agents know people by is derived from this one, which stays when the key is replaced. */
  readonly pseudonymKey: Buffer;
}

/** The keys as they are set. */
export interface WrittenKeys {
  readonly secretKey: string | null;
  readonly otherSecretKeys: string | null;
  readonly pseudonymKey: string | null;
}

const keyBytes = 32;

/** Reads the keys. Where none is set it is the one in the data folder, if there is a folder (not null), or a new one for it. */
export function readSecretKeys(written: WrittenKeys, dataDir: string | null): SecretKeys {
  const isKept = written.secretKey === null && dataDir !== null;
  const { text, newKeyFile } = isKept ? keyIn(dataDir) : { text: written.secretKey, newKeyFile: null };
  if (text === null) throw new Error('PARLEY_SECRET_KEY is required with DATABASE_URL: 32 bytes in base64.');
  const secretKey = bytesOf('PARLEY_SECRET_KEY', text);
  const others = written.otherSecretKeys?.split(',') ?? [];
  const pseudonyms = written.pseudonymKey;
  if (others.length > 0 && pseudonyms === null) {
    throw new Error(
      'PARLEY_OTHER_SECRET_KEYS needs PARLEY_PSEUDONYM_KEY: the first key that this platform had, so that agents go on ' +
        'knowing people by the same pseudonyms.',
    );
  }
  return {
    secretKey,
    newKeyFile,
    otherSecretKeys: others.map((other) => bytesOf('PARLEY_OTHER_SECRET_KEYS', other.trim())),
    pseudonymKey: pseudonyms === null ? secretKey : bytesOf('PARLEY_PSEUDONYM_KEY', pseudonyms),
  };
}

function bytesOf(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === keyBytes) return bytes;
  throw new Error(`${name} takes 32 bytes in base64, as "openssl rand -base64 32" makes them.`);
}

/** The text of the key in the data folder, or of a new one. */
function keyIn(dataDir: string): { readonly text: string; readonly newKeyFile: string | null } {
  const file = join(dataDir, 'secret.key');
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (Buffer.from(text, 'base64').length === keyBytes) return { text, newKeyFile: null };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { text: randomBytes(keyBytes).toString('base64'), newKeyFile: file };
    }
    throw new Error(`The key file ${file} cannot be read: ${whyUnusable(error)}.`, { cause: error });
  }
  throw new Error(`The key file ${file} does not hold 32 bytes in base64: put it back as it was.`);
}

/** Puts a key that was made at this start into its file, where it is found at the next; does nothing for one that was there. */
export function keepNewKey({ newKeyFile, secretKey }: Pick<SecretKeys, 'newKeyFile' | 'secretKey'>): void {
  if (newKeyFile === null) return;
  try {
    mkdirSync(dirname(newKeyFile), { recursive: true, mode: 0o700 });
    // Whole or not at all: half a key, as where the disk is full, would be in the way at the next start.
    const draft = `${newKeyFile}.new`;
    writeFileSync(draft, secretKey.toString('base64'), { mode: 0o600 });
    linkSync(draft, newKeyFile);
    rmSync(draft);
  } catch (error) {
    if (hasKey(newKeyFile, secretKey)) return;
    throw new Error(`The key file ${newKeyFile} cannot be written: ${whyUnusable(error)}.`, { cause: error });
  }
}

function hasKey(file: string, key: Buffer): boolean {
  return existsSync(file) && Buffer.from(readFileSync(file, 'utf8'), 'base64').equals(key);
}

/** Why a server may not start with a key that opens nothing, and what its operator can do. */
export function explainWrongKey({ newKeyFile }: Pick<SecretKeys, 'newKeyFile'>): string {
  const what =
    newKeyFile === null
      ? 'PARLEY_SECRET_KEY does not open what the database keeps: give the key that it was started with before'
      : `The key file ${newKeyFile} is missing, and nothing else opens what the database keeps: put it back from its backup`;
  return `${what}. If that key is lost, see "A lost key" in docs/running.md.`;
}
