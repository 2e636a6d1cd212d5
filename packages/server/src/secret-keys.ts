import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { isAbsolute, join, resolve } from 'node:path';

export interface SecretKeys {
  /** 32 bytes that encrypt agent secrets at rest. */
  readonly secretKey: Buffer;
  /** Keys that open what they encrypted, and encrypt nothing: those before it, and one that comes after it. */
  readonly otherSecretKeys: readonly Buffer[];
  /** What agents know people by is derived from this one, which stays when the key is replaced. */
  readonly pseudonymKey: Buffer;
}

/** Reads the keys; where no key is set it is made in the data folder once and kept there, if there is one (not null). */
export function readSecretKeys(read: (name: string) => string | null, dataDir: string | null): SecretKeys {
  const text = read('PARLEY_SECRET_KEY') ?? (dataDir === null ? null : keptKey(dataDir));
  if (text === null) throw new Error('PARLEY_SECRET_KEY is required with DATABASE_URL: 32 bytes in base64.');
  const secretKey = bytesOf('PARLEY_SECRET_KEY', text);
  const others = read('PARLEY_OTHER_SECRET_KEYS')?.split(',') ?? [];
  const pseudonyms = read('PARLEY_PSEUDONYM_KEY');
  if (others.length > 0 && pseudonyms === null) {
    throw new Error(
      'PARLEY_OTHER_SECRET_KEYS needs PARLEY_PSEUDONYM_KEY: the first key that this platform had, so that agents go on ' +
        'knowing people by the same pseudonyms.',
    );
  }
  return {
    secretKey,
    otherSecretKeys: others.map((other) => bytesOf('PARLEY_OTHER_SECRET_KEYS', other.trim())),
    pseudonymKey: pseudonyms === null ? secretKey : bytesOf('PARLEY_PSEUDONYM_KEY', pseudonyms),
  };
}

function bytesOf(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 32) return bytes;
  throw new Error(`${name}: a key is 32 bytes in base64.`);
}

function keptKey(dataDir: string): string {
  const file = join(isAbsolute(dataDir) ? dataDir : resolve(dataDir), 'secret.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file, 'utf8').trim();
}
