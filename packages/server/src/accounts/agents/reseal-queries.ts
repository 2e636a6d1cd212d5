import { sql } from 'kysely';
import type { CredentialId } from '@parley/protocol';
import type { Db } from '../../platform/storage/storage.ts';
import type { CredentialRow } from './credential-queries.ts';

/** Returns credentials after a given id, including revoked ones, that are sealed with another key than `keyId`. */
export async function findSealedOtherwise(
  db: Db,
  keyId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<Pick<CredentialRow, 'credential_id' | 'sealed_secret' | 'key_id'>[]> {
  const { rows } = await sql<Pick<CredentialRow, 'credential_id' | 'sealed_secret' | 'key_id'>>`
    select credential_id, sealed_secret, key_id from credentials
    where key_id <> ${keyId} and credential_id > ${after}
    order by credential_id limit ${limit}`.execute(db);
  return rows;
}

/** Replaces sealed secrets, except those that another run has already replaced. Returns how many. */
export async function replaceSealed(
  db: Db,
  keyId: string,
  changes: readonly { readonly credentialId: CredentialId; readonly oldKeyId: string; readonly sealed: Buffer }[],
): Promise<number> {
  const { rows } = await sql`
    update credentials c set sealed_secret = s.sealed, key_id = ${keyId}
    from unnest(
      ${changes.map((change) => change.credentialId)}::text[], ${changes.map((change) => change.oldKeyId)}::text[],
      ${changes.map((change) => change.sealed)}::bytea[]
    ) as s (credential_id, old_key_id, sealed)
    where c.credential_id = s.credential_id and c.key_id = s.old_key_id
    returning c.credential_id`.execute(db);
  return rows.length;
}
