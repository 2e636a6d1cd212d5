import { sql } from 'kysely';
import type { InvitationId, PersonRole, UserId } from '@parley/protocol';
import { isActiveAdmin } from '../../accounts/users/account-queries.ts';
import type { Db, Tx } from '../../platform/storage/storage.ts';

export interface InvitationRow {
  readonly invitation_id: InvitationId;
  readonly email: string | null;
  readonly role: PersonRole;
  readonly created_by: UserId;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly used_by: UserId | null;
  readonly revoked_at: Date | null;
}

const columns = sql`
  i.invitation_id, i.email, i.role, i.created_by, i.created_at, i.expires_at, i.used_by, i.revoked_at`;

export async function insertInvitation(tx: Tx, row: InvitationRow & { readonly token_hash: Buffer }): Promise<void> {
  await sql`
    insert into invitations (invitation_id, token_hash, email, role, created_by, created_at, expires_at)
    values (${row.invitation_id}, ${row.token_hash}, ${row.email}, ${row.role}, ${row.created_by}, ${row.created_at},
            ${row.expires_at})`.execute(tx);
}

/** Lists all invitations, newest first. */
export async function listInvitations(db: Db, limit: number): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations i order by i.invitation_id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Finds the invitation with this token if it can be used: it was neither used nor revoked, its time is not over, and
 * its maker is an active administrator.
 */
export async function findUsable(db: Db | Tx, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from invitations i
    where i.token_hash = ${tokenHash} and i.used_by is null and i.revoked_at is null and i.expires_at > ${now}
      and ${isActiveAdmin(sql`i.created_by`)}`.execute(db);
  return rows[0] ?? null;
}

export async function markUsed(tx: Tx, tokenHash: Buffer, userId: UserId): Promise<void> {
  await sql`update invitations set used_by = ${userId} where token_hash = ${tokenHash}`.execute(tx);
}

/** Revokes an invitation that was neither used nor revoked. Returns whether it did. */
export async function putRevoked(tx: Tx, invitationId: InvitationId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update invitations set revoked_at = ${now}
    where invitation_id = ${invitationId} and used_by is null and revoked_at is null returning invitation_id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** Revokes the invitations that a person made and nobody has used. */
export async function revokeInvitationsBy(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`
    update invitations set revoked_at = ${now}
    where created_by = ${userId} and used_by is null and revoked_at is null`.execute(tx);
}

/** Returns whether there is such an invitation. */
export async function isInvitation(tx: Tx, invitationId: InvitationId): Promise<boolean> {
  const { rows } = await sql`select from invitations where invitation_id = ${invitationId}`.execute(tx);
  return rows.length === 1;
}

/** Revokes all invitations that were not used. */
export async function revokeOpenInvitations(db: Db): Promise<void> {
  await sql`update invitations set revoked_at = now() where used_by is null and revoked_at is null`.execute(db);
}

/** Erases a person's address in invitations, and the addresses in those that they made; revokes the open ones of these. */
export async function eraseInvitationsOf(tx: Tx, userId: UserId, email: string | null, now: Date): Promise<void> {
  await sql`
    update invitations
    set email = null,
        revoked_at = case when used_by is null then coalesce(revoked_at, ${now}::timestamptz) else revoked_at end
    where created_by = ${userId}`.execute(tx);
  await sql`update invitations set email = null where used_by = ${userId} or email = ${email}`.execute(tx);
}
