import type { AdminPerson } from '@parley/protocol';
import type { PersonRow } from '../../accounts/users/people-queries.ts';

/** What a person has on the server: numbers, and the id under which a directory knows them. */
export interface Holdings {
  readonly conversations: number;
  readonly agents: number;
  readonly assetBytes: number;
  readonly externalId: string | null;
}

/** Presents a person to an administrator. */
export function presentAdminPerson(row: PersonRow, holdings: Holdings, signIn: AdminPerson['signIn']): AdminPerson {
  return {
    userId: row.user_id,
    handle: row.handle,
    displayName: row.display_name,
    email: row.email,
    emailVerified: row.email_verified,
    role: row.role,
    roleSource: row.role_source,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    signIn,
    ...holdings,
  };
}
