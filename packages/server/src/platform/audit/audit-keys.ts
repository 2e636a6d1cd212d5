import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson } from '@parley/protocol';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Storage } from '../storage/storage.ts';
import type { AuditContent, Head } from './audit-queries.ts';
import { findAuditKeys, insertAuditKey, replaceSealedAuditKey, type AuditKeyRow } from './key-queries.ts';

/** A key of the audit log with its number. */
export interface AuditKey {
  readonly position: number;
  readonly bytes: Buffer;
}

interface KeysApp {
  readonly storage: Pick<Storage, 'db'>;
  readonly secrets: SecretBox;
}

/**
 * Returns the key of the audit log: the newest that this server's secret keys open. Creates one if there is none. It
 * stays the same when the secret key changes, and who can only write to the database does not know it.
 */
export async function auditKeyOf(app: KeysApp): Promise<AuditKey> {
  for (;;) {
    const { open, newest } = await readKeys(app);
    const [key] = open;
    if (key !== undefined) return key;
    await addKey(app, newest + 1);
  }
}

/** Returns all keys that the secret keys open, newest first, for who verifies. */
export async function allAuditKeys(app: KeysApp): Promise<readonly AuditKey[]> {
  return (await readKeys(app)).open;
}

/** Seals the keys with the current secret key. One that cannot be opened stays as it is. */
export async function resealAuditKeys({ storage, secrets }: KeysApp): Promise<void> {
  for (const row of await findAuditKeys(storage.db)) {
    const bytes = row.key_id === secrets.keyId ? null : openRow(secrets, row);
    if (bytes === null) continue;
    const sealed_key = secrets.seal(nameOf(row.position), bytes);
    await replaceSealedAuditKey(storage.db, row, { sealed_key, key_id: secrets.keyId });
  }
}

/** Returns the keyed hash of what a row says. */
export function macOf(key: Buffer, row: AuditContent): Buffer {
  const said = [
    row.row_id,
    row.at.toISOString(),
    row.actor_type,
    row.actor_id,
    row.action,
    row.target_type,
    row.target_id,
    row.details,
    row.address_group,
    row.request_id,
  ];
  return createHmac('sha256', key)
    .update(`row ${canonicalJson(said)}`)
    .digest();
}

/** Returns the hash of the link that adds a row to the chain. */
export function linkAfter(key: Buffer, head: Head, mac: Buffer): Head {
  const seq = head.seq + 1;
  const hash = createHmac('sha256', key).update(`link ${seq} `).update(head.hash).update(mac).digest();
  return { seq, hash };
}

async function readKeys({ storage, secrets }: KeysApp): Promise<{ open: AuditKey[]; newest: number }> {
  const rows = await findAuditKeys(storage.db);
  const open = rows.flatMap((row) => {
    const bytes = openRow(secrets, row);
    return bytes === null ? [] : [{ position: row.position, bytes }];
  });
  return { open, newest: rows[0]?.position ?? 0 };
}

async function addKey({ storage, secrets }: KeysApp, position: number): Promise<void> {
  const sealed_key = secrets.seal(nameOf(position), randomBytes(32));
  await insertAuditKey(storage.db, { position, sealed_key, key_id: secrets.keyId });
}

function openRow(secrets: SecretBox, row: AuditKeyRow): Buffer | null {
  return secrets.tryOpen(nameOf(row.position), { keyId: row.key_id, bytes: row.sealed_key });
}

const nameOf = (position: number): string => `audit key ${position}`;
