import { createHash, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { canonicalJson } from '@parley/protocol';
import type { App } from '../../../chat/conversations/app.ts';
import { findReceiptKeys, insertReceiptKey, replaceSealedKey, type ReceiptKeyRow } from './key-queries.ts';

type KeysApp = Pick<App, 'storage' | 'clock' | 'secrets'>;

/** The public key as it is published: a JWK (RFC 8037), with the RFC 7638 thumbprint as its `kid`. */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/**
 * Returns the key that signs receipts: the newest that this server's secret keys can decrypt. Creates one if there is
 * none, such as at the first start or after the secret key was lost. All servers of a database sign with the same key.
 */
export async function signingKey(app: KeysApp): Promise<KeyObject> {
  for (;;) {
    const rows = await findReceiptKeys(app.storage.db);
    for (const row of rows) {
      const privateKey = openKey(app, row);
      if (privateKey !== null) return createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
    }
    await addReceiptKey(app, rows[0]?.position ?? 0);
  }
}

/** Returns a receipt with its Ed25519 signature over the canonical JSON of the other fields. */
export function signReceipt<Receipt extends object>(receipt: Receipt, key: KeyObject): Receipt & { signature: string } {
  return { ...receipt, signature: sign(null, Buffer.from(canonicalJson(receipt)), key).toString('base64url') };
}

/**
 * Creates a key that signs from now on. Older keys stay listed. If another server has created one at this position
 * first, that one is used.
 */
export async function addReceiptKey(app: KeysApp, after: number): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' })['x'] as string;
  const kid = thumbprint(x);
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' });
  await insertReceiptKey(app.storage.db, {
    position: after + 1,
    kid,
    public_key: Buffer.from(x, 'base64url'),
    sealed_private_key: app.secrets.seal(rowIdOf(kid), bytes),
    key_id: app.secrets.keyId,
    created_at: new Date(app.clock.now()),
  });
}

/** Returns the public keys that verify receipts, newest first. */
export async function publishedKeys({ storage }: Pick<App, 'storage'>): Promise<PublishedKey[]> {
  return (await findReceiptKeys(storage.db)).map(({ kid, public_key }) => {
    const x = public_key.toString('base64url');
    return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
  });
}

/**
 * Seals every private key with the current secret key. A key that cannot be decrypted signs nothing any more, but stays
 * listed.
 */
export async function resealReceiptKeys({ storage, secrets }: Pick<App, 'storage' | 'secrets'>): Promise<void> {
  for (const row of await findReceiptKeys(storage.db)) {
    const privateKey = row.key_id === secrets.keyId ? null : openKey({ secrets }, row);
    if (privateKey === null) continue;
    const sealed = secrets.seal(rowIdOf(row.kid), privateKey);
    await replaceSealedKey(storage.db, row, { keyId: secrets.keyId, sealed });
  }
}

function openKey({ secrets }: Pick<App, 'secrets'>, row: ReceiptKeyRow): Buffer | null {
  return secrets.tryOpen(rowIdOf(row.kid), { keyId: row.key_id, bytes: row.sealed_private_key });
}

const rowIdOf = (kid: string): string => `receipt key ${kid}`;

function thumbprint(x: string): string {
  return createHash('sha256')
    .update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
