import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import type { Core } from '../../platform/routing/core.ts';
import { findPushKeys, insertPushKey, replaceSealedPushKey, type PushKeyRow } from './key-queries.ts';

type KeysApp = Pick<Core, 'storage' | 'clock' | 'secrets'>;

/** The key pair that identifies this installation to push services (RFC 8292). */
export interface PushKey {
  /** An uncompressed point of P-256, 65 bytes. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/**
 * Returns the key that signs pushes: the newest that this server's keys decrypt. Creates one if all fail, as at
 * the first start or after the secret key was lost. All servers of a database use the same key.
 */
export async function pushKeyOf(app: KeysApp): Promise<PushKey> {
  for (;;) {
    const rows = await findPushKeys(app.storage.db);
    for (const row of rows) {
      const bytes = openKey(app, row);
      if (bytes !== null) return { publicKey: row.public_key, privateKey: privateKeyOf(bytes, row.public_key) };
    }
    await insertPushKey(app.storage.db, newKey(app, (rows[0]?.position ?? 0) + 1));
  }
}

/**
 * Encrypts the private keys with the current secret key. A key that cannot be decrypted is replaced at the next start.
 */
export async function resealPushKeys({ storage, secrets }: Pick<Core, 'storage' | 'secrets'>): Promise<void> {
  for (const row of await findPushKeys(storage.db)) {
    const bytes = row.key_id === secrets.keyId ? null : openKey({ secrets }, row);
    if (bytes === null) continue;
    await replaceSealedPushKey(storage.db, row, {
      keyId: secrets.keyId,
      sealed: secrets.seal(rowIdOf(row.position), bytes),
    });
  }
}

function newKey({ clock, secrets }: Pick<Core, 'clock' | 'secrets'>, position: number): PushKeyRow {
  const pair = createECDH('prime256v1');
  const public_key = pair.generateKeys();
  // A small number has fewer bytes. It is padded on the left to the full length.
  const bytes = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    position,
    public_key,
    sealed_private_key: secrets.seal(rowIdOf(position), bytes),
    key_id: secrets.keyId,
    created_at: new Date(clock.now()),
  };
}

function openKey({ secrets }: Pick<Core, 'secrets'>, row: PushKeyRow): Buffer | null {
  return secrets.tryOpen(rowIdOf(row.position), { keyId: row.key_id, bytes: row.sealed_private_key });
}

function privateKeyOf(bytes: Buffer, point: Buffer): KeyObject {
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', d: bytes.toString('base64url'), x: x ?? '', y: y ?? '' };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}

const rowIdOf = (position: number): string => `push key ${position}`;
