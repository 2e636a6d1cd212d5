import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { whyUnusable } from './why-unusable.ts';

export interface SecretKeys {
  /** Encrypts agent secrets at rest. 32 bytes. */
  readonly secretKey: Buffer;
  /** Keys that only decrypt: former keys, and the next one during a rotation. */
  readonly otherSecretKeys: readonly Buffer[];
  /**
   * File for a key generated at this start, written once it is known that no other key is needed. Null if the key
   * already existed.
   */
  readonly newKeyFile: string | null;
  /** Derives the pseudonyms by which agents know people. It stays the same when the secret key is replaced. */
  readonly pseudonymKey: Buffer;
}

/** The keys as text, from the settings. */
export interface WrittenKeys {
  readonly secretKey: string | null;
  readonly otherSecretKeys: string | null;
  readonly pseudonymKey: string | null;
}

const keyBytes = 32;

/**
 * Reads the keys. If no secret key is set and `dataDir` is not null, reads the key file in that folder or generates a
 * new key for it.
 */
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

/** Returns the text of the key in the data folder, or of a new key. */
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

/**
 * Writes a key generated at this start to its file, where the next start finds it. Does nothing if the key already
 * existed.
 */
export function keepNewKey({ newKeyFile, secretKey }: Pick<SecretKeys, 'newKeyFile' | 'secretKey'>): void {
  if (newKeyFile === null) return;
  try {
    mkdirSync(dirname(newKeyFile), { recursive: true, mode: 0o700 });
    // The write is atomic: half a key, such as from a full disk, would make the next start fail.
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

/** Explains why the server does not start with a key that cannot decrypt the database, and what the operator can do. */
export function explainWrongKey({ newKeyFile }: Pick<SecretKeys, 'newKeyFile'>): string {
  const what =
    newKeyFile === null
      ? 'PARLEY_SECRET_KEY does not open what the database keeps: give the key that it was started with before'
      : `The key file ${newKeyFile} is missing, and nothing else opens what the database keeps: put it back from its backup`;
  return `${what}. If that key is lost, see "A lost key" in docs/running.md.`;
}
