import type { Core } from '../../platform/routing/core.ts';
import type { Db } from '../../platform/storage/storage.ts';
import { findKeyProof, findOneSealedByEach, replaceKeyProof } from './key-proof-queries.ts';
import { openSecret } from './open-secret.ts';
import type { Sealed, SecretBox } from '../../platform/storage/secret-box.ts';

/** None of the configured keys opens the stored secrets. */
export class KeyNotProven extends Error {}

type Parts = Pick<Core, 'storage' | 'secrets'>;

interface ProveOptions {
  /** Called after the key has been proven, before anything is sealed with it. */
  readonly beforeSealing?: () => void;
  /** Accept this key although it cannot open older secrets, which are then lost. */
  readonly isOldKeyLost?: boolean;
}

const rowId = 'key proof';
const value = Buffer.from('parley');

/**
 * Checks that the configured keys open the stored secrets; throws `KeyNotProven` otherwise. The database stores a
 * sealed value for this check since its first start. Without a usable one (an older database, or all secrets resealed
 * without it), the credentials are checked instead.
 */
export async function proveKey(
  { storage: { db }, secrets }: Parts,
  { beforeSealing = () => undefined, isOldKeyLost = false }: ProveOptions = {},
): Promise<void> {
  const found = await findKeyProof(db);
  const isProven = found !== null && opensProof(secrets, found);
  if (!isProven && !isOldKeyLost && !(await opensCredentials(db, secrets, found !== null))) {
    throw new KeyNotProven('No key at hand opens what the database keeps.');
  }
  beforeSealing();
  if (isProven) return;
  await replaceKeyProof(db, found, makeProof(secrets));
  // If two servers start at once with different keys, one proof is stored, and the other server must pass it.
  const kept = await findKeyProof(db);
  if (kept === null || !opensProof(secrets, kept)) throw new KeyNotProven('Another server has begun with another key.');
}

/** Seals the proof with the current key, so that the former key can be removed. */
export async function resealProof({ storage: { db }, secrets }: Parts): Promise<void> {
  const found = await findKeyProof(db);
  if (found?.keyId !== secrets.keyId) await replaceKeyProof(db, found, makeProof(secrets));
}

/**
 * If a proof exists that these keys do not open, every credential must open. Without any proof, one credential is
 * enough.
 */
async function opensCredentials(db: Db, secrets: SecretBox, all: boolean): Promise<boolean> {
  const rows = await findOneSealedByEach(db);
  if (rows.length === 0) return !all;
  const opened = rows.filter((row) => openSecret(secrets, row) !== null);
  return all ? opened.length === rows.length : opened.length > 0;
}

function makeProof(secrets: SecretBox): Sealed {
  return { keyId: secrets.keyId, bytes: secrets.seal(rowId, value) };
}

/** Returns whether one of these keys opens a proof, such as that of a backup. */
export function opensProof(secrets: SecretBox, proof: Sealed): boolean {
  return secrets.tryOpen(rowId, proof)?.equals(value) ?? false;
}
