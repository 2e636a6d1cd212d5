import type { Invitation } from '@parley/protocol';
import type { InvitationRow } from './invitation-queries.ts';

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    invitationId: row.invitation_id,
    email: row.email,
    role: row.role,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    usedBy: row.used_by,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
