import { sql } from 'kysely';
import type { Db } from '../../platform/storage/storage.ts';
import type { CredentialRow } from './credential-queries.ts';
import type { Sealed } from '../../platform/storage/secret-box.ts';

/** Returns the sealed value that proves the key, or null if no server has stored one yet. */
export async function findKeyProof(db: Db): Promise<Sealed | null> {
  const { rows } = await sql<{ key_id: string; sealed: Buffer }>`select key_id, sealed from key_proof`.execute(db);
  const row = rows[0];
  return row === undefined ? null : { keyId: row.key_id, bytes: row.sealed };
}

/** Replaces the proof `found` by a new one, unless another server has replaced it first. */
export async function replaceKeyProof(db: Db, found: Sealed | null, proof: Sealed): Promise<void> {
  await sql`
    insert into key_proof (key_id, sealed) values (${proof.keyId}, ${proof.bytes})
    on conflict (id) do update set key_id = excluded.key_id, sealed = excluded.sealed
    where key_proof.sealed = ${found?.bytes ?? null}`.execute(db);
}

type SealedCredential = Pick<CredentialRow, 'credential_id' | 'sealed_secret' | 'key_id'>;

/** Returns one credential for each key that seals any. */
export async function findOneSealedByEach(db: Db): Promise<SealedCredential[]> {
  const { rows } = await sql<SealedCredential>`
    select distinct on (key_id) credential_id, sealed_secret, key_id from credentials order by key_id`.execute(db);
  return rows;
}
