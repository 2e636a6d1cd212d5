import type { Core } from '../routing/core.ts';
import type { Db } from '../storage/storage.ts';
import { findKeyProof, findOneSealedByEach, replaceKeyProof } from './key-proof-queries.ts';
import { openSecret } from './open-secret.ts';
import type { Sealed, SecretBox } from '../storage/secret-box.ts';

/** None of the keys at hand opens what the database keeps. */
export class KeyNotProven extends Error {}

type Parts = Pick<Core, 'storage' | 'secrets'>;

interface ProveOptions {
  /** Called once the key has stood the proof and before anything is sealed with it. */
  readonly beforeSealing?: () => void;
  /** Go on with this key although what it does not open is lost. */
  readonly isOldKeyLost?: boolean;
}

const rowId = 'key proof';
const value = Buffer.from('parley');

/**
 * Demands that the keys at hand open what is stored, or throws `KeyNotProven`. The database keeps a sealed value for that from the
 * first start on. One from before it had any, or whose secrets were all sealed anew without it, is judged by its credentials.
 */
export async function proveKey(
  { storage: { db }, secrets }: Parts,
  { beforeSealing = () => undefined, isOldKeyLost = false }: ProveOptions = {},
): Promise<void> {
  const found = await findKeyProof(db);
  const isProven = found !== null && opens(secrets, found);
  if (!isProven && !isOldKeyLost && !(await opensCredentials(db, secrets, found !== null))) {
    throw new KeyNotProven('No key at hand opens what the database keeps.');
  }
  beforeSealing();
  if (isProven) return;
  await replaceKeyProof(db, found, makeProof(secrets));
  // Of two servers that start at once with different keys, the proof of one is kept, and the other has to stand it.
  const kept = await findKeyProof(db);
  if (kept === null || !opens(secrets, kept)) throw new KeyNotProven('Another server has begun with another key.');
}

/** Seals the proof with the key that seals now, so that the key before it can be given up. */
export async function resealProof({ storage: { db }, secrets }: Parts): Promise<void> {
  const found = await findKeyProof(db);
  if (found?.keyId !== secrets.keyId) await replaceKeyProof(db, found, makeProof(secrets));
}

/** With a proof of another key each credential has to open; without one, as from before there was any, one is enough. */
async function opensCredentials(db: Db, secrets: SecretBox, all: boolean): Promise<boolean> {
  const rows = await findOneSealedByEach(db);
  if (rows.length === 0) return !all;
  const opened = rows.filter((row) => openSecret(secrets, row) !== null);
  return all ? opened.length === rows.length : opened.length > 0;
}

function makeProof(secrets: SecretBox): Sealed {
  return { keyId: secrets.keyId, bytes: secrets.seal(rowId, value) };
}

function opens(secrets: SecretBox, proof: Sealed): boolean {
  return secrets.tryOpen(rowId, proof)?.equals(value) ?? false;
}
